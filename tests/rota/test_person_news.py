"""A person's week is recorded once for each edition, and sent only if it changed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.rota.own_weeks import own
from tests.rota.weeks import make_member

from belfry.rota.publishing.own_shifts import (
    Edition,
    PersonWeek,
    dump_shifts,
    list_people,
    plan_update,
)

WEEK = "2026-11-16"
NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)
MON, TUE = own("Mon 07:00-15:00"), own("Tue 07:00-15:00")


def make_edition(number: int = 1, **shifts: tuple[Any, ...]) -> Edition:
    members = {"Ana": make_member("Ana", 20, cap=24)}
    return Edition(week=WEEK, number=number, at=NOON, shifts=shifts, members=members)


def known(number: int = 1, *shifts: Any, **more: Any) -> PersonWeek:
    fields = {
        "placed": 480 * len(shifts),
        "target": 1200,
        "cap": 1440,
        "edition": number,
        "notified_edition": number,
        "notified_shifts": dump_shifts(shifts),
        "sequences": {shift.id: 0 for shift in shifts},
    }
    return PersonWeek(person="Ana", week=WEEK, **{**fields, **more})


def test_first_edition_tells_somebody_their_shifts() -> None:
    news = plan_update(make_edition(Ana=(MON,)), "Ana", None)
    assert news == known(1, MON, notified_at=NOON)


def test_whoever_has_nothing_is_kept_and_not_told() -> None:
    assert plan_update(make_edition(), "Ana", None) == known(1, notified_edition=0)


def test_edition_that_changes_nothing_for_somebody_moves_their_hours_on_silently() -> None:
    news = plan_update(make_edition(2, Ana=(MON,)), "Ana", known(1, MON))
    assert news == known(2, MON, notified_edition=1)


def test_edition_that_was_taken_up_already_is_passed_over() -> None:
    assert plan_update(make_edition(2, Ana=(TUE,)), "Ana", known(2, MON)) is None
    assert plan_update(make_edition(1, Ana=(TUE,)), "Ana", known(2, MON)) is None


def test_whoever_loses_everything_is_told() -> None:
    news = plan_update(make_edition(2), "Ana", known(1, MON))
    assert news is not None
    assert (news.notified_edition, news.notified_shifts, news.sequences) == (2, {}, {MON.id: 1})


def test_whoever_left_the_staff_keeps_what_they_wanted() -> None:
    edition = Edition(week=WEEK, number=2, at=NOON, shifts={}, members={})
    news = plan_update(edition, "Ana", known(1, MON))
    assert news is not None
    assert (news.target, news.cap, news.placed) == (1200, 1440, 0)


def test_everybody_counts_who_is_or_was_in_the_week() -> None:
    edition = make_edition(Ben=(MON,))
    assert list_people(edition, {"Cara": known()}) == ["Ana", "Ben", "Cara"]
