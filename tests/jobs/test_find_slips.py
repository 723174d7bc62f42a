"""Whether a slip is shown exactly while a customer has heard of it and nobody settled it."""

from __future__ import annotations

import pytest
from tests.contracts.shop_books import ShopBook, a_job, a_message, keep, memory_shop_book

from belfry.jobs.board.show_jobs import FindSlips
from belfry.jobs.updates.message_keys import move_key
from belfry.messaging.messages import LEFT, State


@pytest.fixture
def book() -> ShopBook:
    return memory_shop_book()


@pytest.mark.parametrize("state", State)
def test_slip_counts_if_its_message_left_the_house(book: ShopBook, state: State) -> None:
    told = a_message(move_key("J-1", 2), state=state)
    keep(book, a_job("J-1", slip="ready", moves=3, told=2), told)
    found = FindSlips(book.store, book.jobs)(limit=10)
    assert [slip.told.id for slip in found] == ([told.id] if state in LEFT else [])


def test_slip_without_a_message_misled_nobody(book: ShopBook) -> None:
    keep(book, a_job("J-1", slip="ready", moves=3, told=2))
    assert FindSlips(book.store, book.jobs)(limit=10) == []


def test_job_without_a_slip_is_none(book: ShopBook) -> None:
    keep(book, a_job("J-1", moves=2, told=2), a_message(move_key("J-1", 2), state=State.SENT))
    assert FindSlips(book.store, book.jobs).of(a_job("J-1", moves=2, told=2)) is None
