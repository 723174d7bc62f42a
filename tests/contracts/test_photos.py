"""What every home answers when the jobs room asks for pictures."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.contracts.shop_books import (
    IDS_IN_ORDER,
    SHOP_BOOKS,
    ShopBook,
    a_job,
    a_photo,
    a_photo_file,
    keep,
)
from tests.samples import NOON

TICK = timedelta(microseconds=1)


@pytest.fixture(params=list(SHOP_BOOKS))
def shop_book(request: pytest.FixtureRequest) -> ShopBook:
    return SHOP_BOOKS[request.param](request)


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
    found = book.photos.list_ended(last="collected", before=NOON, limit=limit)
    return [photo.key for photo in found]


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
