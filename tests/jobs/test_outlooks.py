"""What will come of a change that has not counted yet."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.contracts.shop_books import a_job
from tests.samples import NOON

from belfry.jobs.board.moves import Outlook, foresee_change
from belfry.jobs.settings.shop import Shop, read_shop

LONDON = ZoneInfo("Europe/London")
MINUTES = timedelta(minutes=2)
SHOP = "Shop: Bench\nStages: received, in progress, parts (side), ready, collected\n"


def read(*lines: str) -> Shop:
    shop = read_shop(SHOP + "\n".join(lines)).shop
    assert shop is not None
    return shop


def foresee(pending: str, *lines: str, **changes: Any) -> Outlook | None:
    given = {"stage": "in progress", "pending": pending, "pending_since": NOON, **changes}
    return foresee_change(a_job(**given), read(*lines), LONDON)


def test_job_that_the_board_says_nothing_new_of_has_no_outlook() -> None:
    assert foresee("", pending_since=None) is None


def test_step_forward_is_told_once_it_has_settled() -> None:
    assert foresee("ready") == Outlook("ready", NOON + MINUTES, NOON + MINUTES, "")
    later = foresee("parts", "Settle time: 1 hour")
    assert later == Outlook("parts", NOON + 30 * MINUTES, NOON + 30 * MINUTES, "")


@pytest.mark.parametrize(
    "pending, lines, why",
    [
        ("received", (), "it goes back, so the customer is not told"),
        ("collected", (), "it is the last stage, so nobody is told"),
    ],
    ids=["a step back", "the last stage"],
)
def test_step_that_nobody_hears_of_says_why(pending: str, lines: tuple[str, ...], why: str) -> None:
    assert foresee(pending, *lines) == Outlook(pending, NOON + MINUTES, None, why)


def test_customer_who_wants_no_messages_is_not_said_to_hear_of_it() -> None:
    job = a_job(stage="in progress", pending="ready", pending_since=NOON)
    outlook = foresee_change(job, read(), LONDON, "the customer wants no messages")
    assert outlook == Outlook("ready", NOON + MINUTES, None, "the customer wants no messages")


def test_customer_without_an_address_is_not_said_to_hear_of_it() -> None:
    why = "the board has no address of the customer that could be used"
    assert foresee("ready", contact="") == Outlook("ready", NOON + MINUTES, None, why)


def test_last_stage_is_told_where_the_shop_wants_it() -> None:
    outlook = foresee("collected", "Tell customers of the last stage: yes")
    assert outlook == Outlook("collected", NOON + MINUTES, NOON + MINUTES, "")


@pytest.mark.parametrize(
    "zone, told_at",
    [("", "2026-11-17T09:00+00:00"), ("Asia/Singapore", "2026-11-17T01:00+00:00")],
    ids=["on the team's clock", "on the customer's clock"],
)
def test_step_in_the_quiet_hours_is_told_when_they_end(zone: str, told_at: str) -> None:
    since = NOON + timedelta(hours=9)
    outlook = foresee("ready", pending_since=since, zone=zone)
    end = datetime.fromisoformat(told_at)
    assert outlook == Outlook("ready", since + MINUTES, end, "the quiet hours end then")
