"""Whether a link in a reminder still answers for a control."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.controls.reminding import DUE, a_control

from belfry.controls.answers.answer_links import (
    Answering,
    Over,
    answer_path,
    judge_link,
    write_link,
)
from belfry.controls.controls import AnswerLink

MADE = datetime(2026, 12, 7, 9, tzinfo=UTC)
UTC_ZONE = ZoneInfo("UTC")


def a_link(now: datetime = MADE, zone: ZoneInfo = UTC_ZONE) -> AnswerLink:
    return write_link(
        "digest",
        control_id="monthly safety check",
        due_on=DUE,
        person="Maria Lopez",
        now=now,
        zone=zone,
    )


@pytest.mark.parametrize(
    "now, zone, expires_at",
    [
        pytest.param(MADE, "UTC", "2027-01-09T00:00+00:00", id="thirty days after the due date"),
        pytest.param(MADE, "Asia/Tokyo", "2027-01-08T15:00+00:00", id="by the team's calendar"),
        pytest.param(
            datetime(2027, 2, 1, 9, tzinfo=UTC),
            "UTC",
            "2027-03-03T09:00+00:00",
            id="thirty days from now if the due date is long past",
        ),
    ],
)
def test_link_expires(now: datetime, zone: str, expires_at: str) -> None:
    link = a_link(now, ZoneInfo(zone))

    assert link.expires_at == datetime.fromisoformat(expires_at)
    assert link.expires_at.tzinfo is UTC


def test_link_answers_for_its_person_and_due_date() -> None:
    control = a_control()

    assert judge_link(a_link(), control, MADE) == Answering(control, "Maria Lopez", DUE)


@pytest.mark.parametrize(
    "changes, why",
    [
        pytest.param(
            {"due_on": date(2027, 1, 10), "cycle": 2},
            "what was due on 10 December 2026 is settled; it is next due on 10 January 2027",
            id="done",
        ),
        pytest.param({"gone_at": MADE}, "this control is no longer on the list", id="gone"),
    ],
)
def test_link_is_over_with_its_cycle(changes: dict[str, Any], why: str) -> None:
    assert judge_link(a_link(), a_control(**changes), MADE) == Over(why)


def test_link_of_a_control_that_nobody_knows_is_over() -> None:
    assert judge_link(a_link(), None, MADE) == Over("this control is no longer on the list")


def test_link_answers_again_when_what_was_done_is_taken_back() -> None:
    undone = a_control(cycle=3)

    assert judge_link(a_link(), undone, MADE) == Answering(undone, "Maria Lopez", DUE)


@pytest.mark.parametrize(
    "late, is_over",
    [
        pytest.param(timedelta(microseconds=-1), False, id="just in time"),
        pytest.param(timedelta(0), True, id="the moment it expires"),
    ],
)
def test_link_is_over_when_it_is_too_old(late: timedelta, is_over: bool) -> None:
    link = a_link()

    judged = judge_link(link, a_control(), link.expires_at + late)

    assert judged == (
        Over("this link is too old") if is_over else Answering(a_control(), "Maria Lopez", DUE)
    )


def test_links_digest_is_not_shown() -> None:
    assert "digest" not in repr(a_link())


def test_path_holds_the_token_alone() -> None:
    assert answer_path("abc") == "/answer/abc"
