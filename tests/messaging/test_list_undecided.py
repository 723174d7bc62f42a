"""Whether a person is shown the messages that need them, and no others."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.contracts.shop_books import ShopBook, a_message, keep, memory_shop_book
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.messaging.messages import WRONG, State
from belfry.messaging.search_messages import SHOWN_FOR, ListUndecided


@pytest.fixture
def book() -> ShopBook:
    return memory_shop_book()


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(NOON)


@pytest.fixture
def list_undecided(book: ShopBook, clock: VirtualClock) -> ListUndecided:
    return ListUndecided(book.messages, clock)


@pytest.mark.parametrize("state", State)
def test_message_without_a_time_asks_if_it_is_held(
    book: ShopBook, list_undecided: ListUndecided, state: State
) -> None:
    keep(book, a_message("asks", about="a", state=state, due_at=None, made_at=NOON))
    keep(book, a_message("waits", about="b", state=state, due_at=NOON, made_at=NOON))
    asking = [message.id for message in list_undecided(limit=10).asking]
    assert asking == (["asks"] if state is State.HELD else [])


@pytest.mark.parametrize("state", State)
def test_message_that_went_wrong_is_shown(
    book: ShopBook, list_undecided: ListUndecided, state: State
) -> None:
    keep(book, a_message("one", state=state, made_at=NOON))
    wrong = [message.id for message in list_undecided(limit=10).wrong]
    assert wrong == (["one"] if state in WRONG else [])


def test_newer_message_about_the_same_settles_an_older_one(
    book: ShopBook, list_undecided: ListUndecided
) -> None:
    keep(
        book,
        a_message("failed", about="a", state=State.FAILED, made_at=NOON),
        a_message("again", about="a", made_at=NOON + timedelta(seconds=1)),
        a_message("other", about="b", state=State.FAILED, made_at=NOON),
    )
    assert [message.id for message in list_undecided(limit=10).wrong] == ["other"]


def test_what_went_wrong_long_ago_is_no_longer_shown(
    book: ShopBook, clock: VirtualClock, list_undecided: ListUndecided
) -> None:
    keep(book, a_message("one", state=State.FAILED, made_at=NOON))
    clock.advance(SHOWN_FOR - timedelta(seconds=1))
    assert len(list_undecided(limit=10).wrong) == 1
    clock.advance(timedelta(seconds=1))
    assert list_undecided(limit=10).wrong == ()


def test_newest_come_first_and_no_more_than_asked_for(
    book: ShopBook, list_undecided: ListUndecided
) -> None:
    for number in range(3):
        at = NOON + timedelta(seconds=number)
        keep(book, a_message(f"f{number}", about=f"f{number}", state=State.FAILED, made_at=at))
        name = f"h{number}"
        keep(book, a_message(name, about=name, state=State.HELD, due_at=None, made_at=at))
    found = list_undecided(limit=2)
    assert [message.id for message in found.wrong] == ["f2", "f1"]
    assert [message.id for message in found.asking] == ["h2", "h1"]
