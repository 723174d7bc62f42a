"""Whether what left today is counted, however it was made and however much there is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.contracts.shop_books import ShopBook, a_message, keep, memory_shop_book
from tests.samples import NOON

from belfry.messaging.messages import State
from belfry.messaging.search_messages import MOST_COUNTED, ListSent

HOUR = timedelta(hours=1)


@pytest.fixture
def book() -> ShopBook:
    return memory_shop_book()


def test_what_left_since_then_comes_latest_first(book: ShopBook) -> None:
    keep(
        book,
        a_message("early", state=State.SENT, made_at=NOON - 9 * HOUR, sent_at=NOON - HOUR),
        a_message("held over night", state=State.SENT, made_at=NOON - 9 * HOUR, sent_at=NOON),
        a_message("arrived", state=State.DELIVERED, made_at=NOON, sent_at=NOON + HOUR),
        a_message("failed", state=State.FAILED, made_at=NOON, sent_at=None),
        a_message("told by hand", state=State.DELIVERED, made_at=NOON, sent_at=None),
    )
    found = ListSent(book.messages)(since=NOON, limit=9)
    assert [one.id for one in found.latest] == ["arrived", "held over night"]
    assert (found.count, found.is_all) == (2, True)


def test_very_many_are_counted_only_so_far(book: ShopBook) -> None:
    for number in range(MOST_COUNTED + 5):
        keep(book, a_message(f"m{number}", state=State.SENT, made_at=NOON, sent_at=NOON))
    found = ListSent(book.messages)(since=NOON, limit=5)
    assert (len(found.latest), found.count, found.is_all) == (5, MOST_COUNTED, False)
