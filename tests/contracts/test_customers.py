"""Customers on every store, by address or link."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.contracts.shop_books import (
    IDS_IN_ORDER,
    SHOP_BOOKS,
    ShopBook,
    a_contact,
    a_draft,
    a_job,
    a_page,
    a_photo,
    a_photo_file,
    a_reply,
    keep,
)
from tests.samples import NOON

from belfry.jobs.updates.wordings import KindWordings

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

    jobs = shop_book.customers.list_jobs("ann@example.com")

    assert [job.id for job in jobs] == [f"{number:03}" for number in range(119, 19, -1)]


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

    replies = shop_book.customers.list_replies()

    assert [reply.id for reply in replies] == [f"{number:02}" for number in range(59, 9, -1)]


def test_list_drafts_gives_one_jobs_by_the_messages_id(shop_book: ShopBook) -> None:
    ids = ["Z", "a-1", "a/1", "b", "é"]
    keep(
        shop_book,
        *(a_draft(draft_id) for draft_id in reversed(ids)),
        a_draft("other", job_id="J-10"),
    )

    assert list(shop_book.customers.list_drafts("J-1")) == [
        a_draft(draft_id, revision=1) for draft_id in ids
    ]
    assert list(shop_book.customers.list_drafts("J")) == []


def test_list_wordings_gives_every_kind_that_has_any_by_kind(shop_book: ShopBook) -> None:
    records = [KindWordings(kind=kind, asked_for="ab", revision=1) for kind in ("B", "a", "back")]
    assert list(shop_book.customers.list_wordings()) == []

    keep(shop_book, *(replace(record, revision=0) for record in reversed(records)))

    assert list(shop_book.customers.list_wordings()) == records


def test_list_gives_one_jobs_photos_by_number(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        *(a_photo("J-1", number) for number in (10, 2, 9)),
        a_photo("J-1/1", 1),
        a_photo("J-10", 1),
    )

    assert list(shop_book.photos.list("J-1")) == [
        a_photo("J-1", number, revision=1) for number in (2, 9, 10)
    ]
    assert [photo.key for photo in shop_book.photos.list("J-1/1")] == ["J-1/1/1"]
    assert list(shop_book.photos.list("J")) == []


def list_ended(book: ShopBook, *, limit: int = 99) -> list[str]:
    ended = book.photos.list_ended(last="collected", before=NOON, limit=limit)
    return [photo.key for photo in ended]


ENDED = {
    "still open": ({}, False),
    "in the last stage since before": ({"stage": "collected", "entered_at": NOON - TICK}, True),
    "in the last stage since then": ({"stage": "collected", "entered_at": NOON}, False),
    "long in another stage": ({"entered_at": NOON - timedelta(days=999)}, False),
    "closed before": ({"closed_at": NOON - TICK, "is_open": False}, True),
    "closed at that moment": ({"closed_at": NOON, "is_open": False}, False),
    "in the last stage, and closed since": (
        {"stage": "collected", "entered_at": NOON - TICK, "closed_at": NOON + TICK},
        True,
    ),
}


@pytest.mark.parametrize("changes, is_listed", ENDED.values(), ids=ENDED)
def test_list_ended_gives_photos_of_jobs_that_were_over_before(
    shop_book: ShopBook, changes: dict[str, Any], is_listed: bool
) -> None:
    keep(shop_book, a_job("J", **changes), a_photo("J"), a_photo("of no job"))

    assert list_ended(shop_book) == ["J/1"] * is_listed


def test_list_ended_goes_by_job_and_number(shop_book: ShopBook) -> None:
    names = [name for name in IDS_IN_ORDER if name]
    keep(shop_book, *(a_job(name, closed_at=NOON - TICK) for name in names))
    keep(shop_book, *(a_photo(name, number) for name in reversed(names) for number in (10, 9)))

    wanted = [f"{name}/{number}" for name in names for number in (9, 10)]
    assert list_ended(shop_book) == wanted
    assert list_ended(shop_book, limit=3) == wanted[:3]


def test_files_gives_every_file_that_was_looked_at_by_name(shop_book: ShopBook) -> None:
    assert dict(shop_book.photos.files()) == {}
    files = [a_photo_file(f"jobs/photos/{name}/é.jpg", why=name) for name in IDS_IN_ORDER]
    keep(shop_book, *files)

    assert dict(shop_book.photos.files()) == {
        file.name: a_photo_file(file.name, why=file.why, revision=1) for file in files
    }


def test_cells_gives_what_the_rows_of_open_jobs_name_by_id(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_job("b", photo="b.jpg"),
        a_job("without"),
        a_job("B", photo="'B' \"é\".jpg", missing_since=NOON),
        a_job("over", photo="over.jpg", is_open=False),
    )

    assert list(shop_book.photos.cells().items()) == [("B", "'B' \"é\".jpg"), ("b", "b.jpg")]
