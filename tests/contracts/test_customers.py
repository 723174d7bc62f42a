"""What every home answers when the jobs room asks for people by an address or a link."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.contracts.shop_books import (
    SHOP_BOOKS,
    ShopBook,
    a_contact,
    a_draft,
    a_job,
    a_page,
    a_reply,
    keep,
)
from tests.samples import NOON

TICK = timedelta(microseconds=1)


@pytest.fixture(params=list(SHOP_BOOKS))
def shop_book(request: pytest.FixtureRequest) -> ShopBook:
    return SHOP_BOOKS[request.param](request)


def test_list_jobs_gives_those_with_exactly_that_address_the_latest_first(
    shop_book: ShopBook,
) -> None:
    keep(
        shop_book,
        a_job("a", entered_at=NOON),
        a_job("B", entered_at=NOON),
        a_job("latest", entered_at=NOON + TICK, is_open=False),
        a_job("other", contact="Ann@example.com"),
        a_job("none", contact=""),
    )
    find = shop_book.customers.list_jobs

    assert [job.id for job in find("ann@example.com")] == ["latest", "a", "B"]
    assert [job.id for job in find("ann@example.com", limit=1)] == ["latest"]
    assert list(find("ann@example")) == []


def test_list_jobs_gives_a_hundred_unless_told_otherwise(shop_book: ShopBook) -> None:
    keep(shop_book, *(a_job(f"{number:03}") for number in range(120)))

    found = shop_book.customers.list_jobs("ann@example.com")

    assert [job.id for job in found] == [f"{number:03}" for number in range(119, 19, -1)]


def test_find_page_gives_what_the_link_names_or_none(shop_book: ShopBook) -> None:
    keep(shop_book, a_page("J-1", "one"), a_page("J-2", "two"))

    assert shop_book.customers.find_page("two") == a_page("J-2", "two", revision=1)
    for wrong in ("", "tw", "TWO", "J-2", "' OR '1'='1"):
        assert shop_book.customers.find_page(wrong) is None


def test_find_contact_gives_what_the_link_names_or_none(shop_book: ShopBook) -> None:
    keep(shop_book, a_contact("c-1", "one"), a_contact("c-2", "two", consent="no"))

    assert shop_book.customers.find_contact("two") == a_contact(
        "c-2", "two", consent="no", revision=1
    )
    for wrong in ("", "tw", "TWO", "c-2"):
        assert shop_book.customers.find_contact(wrong) is None


REPLIES = {
    "all of them": ({}, ["4", "3", "2", "1"]),
    "those about one thing": ({"about": "jobs/J-1"}, ["3", "1"]),
    "those about nothing": ({"about": ""}, ["4"]),
    "those somebody must see to": ({"is_open": True}, ["2", "1"]),
    "those that were seen to": ({"is_open": False}, ["4", "3"]),
    "both at once": ({"about": "jobs/J-1", "is_open": True}, ["1"]),
    "the newest two": ({"limit": 2}, ["4", "3"]),
    "the newest open one": ({"is_open": True, "limit": 1}, ["2"]),
}


@pytest.mark.parametrize("asked, wanted", REPLIES.values(), ids=REPLIES)
def test_list_replies_gives_the_newest_first(
    shop_book: ShopBook, asked: dict[str, Any], wanted: list[str]
) -> None:
    keep(
        shop_book,
        a_reply("3", at=NOON, is_open=False),
        a_reply("4", at=NOON + TICK, is_open=False, about=""),
        a_reply("1", at=NOON - TICK),
        a_reply("2", at=NOON, about="jobs/J-10"),
    )

    assert [reply.id for reply in shop_book.customers.list_replies(**asked)] == wanted


def test_list_replies_gives_fifty_unless_told_otherwise(shop_book: ShopBook) -> None:
    keep(shop_book, *(a_reply(f"{number:02}") for number in range(60)))

    found = shop_book.customers.list_replies()

    assert [reply.id for reply in found] == [f"{number:02}" for number in range(59, 9, -1)]


def test_list_drafts_gives_one_jobs_by_the_messages_id(shop_book: ShopBook) -> None:
    ids = ["Z", "a-1", "a/1", "b", "é"]
    keep(
        shop_book,
        *(a_draft(one) for one in reversed(ids)),
        a_draft("other", job_id="J-10"),
    )

    assert list(shop_book.customers.list_drafts("J-1")) == [a_draft(one, revision=1) for one in ids]
    assert list(shop_book.customers.list_drafts("J")) == []
