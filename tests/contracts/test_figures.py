"""Counts of messages, cycles and moves on every store."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from tests.contracts.control_books import a_cycle
from tests.contracts.shop_books import SHOP_BOOKS, ShopBook, a_message, a_move, keep
from tests.samples import NOON

from belfry.controls.controls import Outcome
from belfry.messaging.messages import State
from belfry.ports.figures import Stay

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
FIRST = date(2026, 11, 1)


@pytest.fixture(params=list(SHOP_BOOKS))
def shop_book(request: pytest.FixtureRequest) -> ShopBook:
    return SHOP_BOOKS[request.param](request)


def test_stays_are_told_by_when_they_ended_the_latest_first(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_move("J-1", 1, came_from="", went_to="received", at=NOON - 9 * HOUR),
        a_move("J-1", 2, came_from="received", went_to="diagnosing", at=NOON),
        a_move("J-1", 3, came_from="diagnosing", went_to="ready", at=NOON + HOUR),
        a_move("J-2", 4, came_from="received", went_to="ready", at=NOON + 2 * HOUR),
        a_move("J-3", 1, came_from="", went_to="received", at=NOON - 3 * HOUR),
        a_move("J-3", 2, came_from="received", went_to="ready", at=NOON - HOUR),
    )

    since_noon = shop_book.figures.list_stays(since=NOON, limit=9)

    assert since_noon == [
        Stay("diagnosing", NOON, NOON + HOUR),
        Stay("received", NOON - 9 * HOUR, NOON),
    ]
    assert shop_book.figures.list_stays(since=NOON, limit=1) == since_noon[:1]


def test_messages_are_counted_by_when_they_were_sent_or_else_made(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_message("held for a day", made_at=NOON, state=State.SENT, sent_at=NOON + DAY),
        a_message("first", made_at=NOON, state=State.SENT),
        a_message("second", made_at=NOON + HOUR, state=State.SENT),
        a_message("third", made_at=NOON + HOUR, state=State.HELD),
        a_message("next day", made_at=NOON + DAY, state=State.SENT),
    )

    days = [(NOON, NOON + DAY), (NOON + DAY, NOON + 2 * DAY), (NOON + 2 * DAY, NOON + 3 * DAY)]
    counted = [dict(counts) for counts in shop_book.figures.count_messages(days)]

    assert counted == [{"sent": 2, "held": 1}, {"sent": 2}, {}]
    assert list(shop_book.figures.count_messages([])) == []


def test_cycles_are_counted_by_how_they_ended_without_what_was_taken_back(
    shop_book: ShopBook,
) -> None:
    due = FIRST + 9 * DAY
    keep(
        shop_book,
        a_cycle("exits", 1, cycle=1, due_on=due, done_on=due),
        a_cycle("exits", 2, cycle=2, due_on=due + DAY, done_on=due + 3 * DAY),
        a_cycle("till", 1, cycle=1, due_on=due, outcome=Outcome.MISSED, done_on=None),
        a_cycle("till", 2, cycle=2, due_on=due, outcome=Outcome.SKIPPED, done_on=None),
        a_cycle("alarm", 1, cycle=1, due_on=due, done_on=due),
        a_cycle("alarm", 2, cycle=1, due_on=due, outcome=Outcome.UNDONE, done_on=None),
        a_cycle("alarm", 3, cycle=2, due_on=FIRST + 30 * DAY, done_on=FIRST),
    )

    months = [(FIRST, FIRST + 30 * DAY), (FIRST + 30 * DAY, FIRST + 60 * DAY)]
    counted = [dict(counts) for counts in shop_book.figures.count_cycles(months)]

    assert counted == [{"on-time": 1, "late": 1, "missed": 1, "skipped": 1}, {"on-time": 1}]
