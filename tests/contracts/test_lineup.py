"""What every home answers when the jobs room asks how the open jobs stand."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.contracts.shop_books import SHOP_BOOKS, ShopBook, a_job, a_photo, keep
from tests.samples import NOON

MINUTE = timedelta(minutes=1)


@pytest.fixture(params=list(SHOP_BOOKS))
def shop_book(request: pytest.FixtureRequest) -> ShopBook:
    return SHOP_BOOKS[request.param](request)


def ids(jobs: object) -> list[str]:
    assert isinstance(jobs, list)
    return [job.id for job in jobs]


def fill(book: ShopBook) -> None:
    keep(
        book,
        a_job("a", entered_at=NOON - MINUTE),
        a_job("B", entered_at=NOON),
        a_job("c", entered_at=NOON),
        a_job("closed", entered_at=NOON, is_open=False),
        a_job("missing", entered_at=NOON, missing_since=NOON),
        a_job("parts", stage="awaiting parts"),
        a_job("last", stage="collected", is_open=False),
    )


def test_list_stages_gives_those_with_open_jobs_on_the_board(shop_book: ShopBook) -> None:
    assert shop_book.open_jobs.list_stages() == []
    fill(shop_book)
    assert shop_book.open_jobs.list_stages() == ["awaiting parts", "ready"]


def test_list_newest_gives_the_latest_to_enter_first_then_the_last_id(shop_book: ShopBook) -> None:
    fill(shop_book)
    assert ids(shop_book.open_jobs.list_newest("ready", limit=9)) == ["c", "B", "a"]
    assert ids(shop_book.open_jobs.list_newest("ready", limit=2)) == ["c", "B"]
    assert ids(shop_book.open_jobs.list_newest("Ready", limit=9)) == []


@pytest.mark.parametrize("most, counted", [(9, 3), (3, 3), (2, 2)])
def test_count_stops_where_it_is_told_to(shop_book: ShopBook, most: int, counted: int) -> None:
    fill(shop_book)
    assert shop_book.open_jobs.count("ready", most=most) == counted
    assert shop_book.open_jobs.count("collected", most=most) == 0


def test_list_missing_gives_open_jobs_that_left_the_board(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_job("1", missing_since=NOON),
        a_job("2"),
        a_job("3", pending="ready"),
        a_job("4", missing_since=NOON, is_open=False),
        a_job("5", missing_since=NOON, stage="parts"),
    )
    assert ids(shop_book.open_jobs.list_missing(limit=9)) == ["5", "1"]
    assert ids(shop_book.open_jobs.list_missing(limit=1)) == ["5"]


def test_list_last_gives_ids_of_all_jobs_the_last_first(shop_book: ShopBook) -> None:
    fill(shop_book)
    assert list(shop_book.open_jobs.list_last(limit=3)) == ["parts", "missing", "last"]


@pytest.mark.parametrize(
    "words, found",
    [
        ("maya", ["3", "1"]),
        ("LIND", ["1"]),
        ("ya li", ["1"]),
        ("kettle", ["2", "3"]),
        ("50%", ["2"]),
        ("_", []),
        ("!", []),
        ("100%", []),
        ("Ödön", ["4"]),
    ],
    ids=[
        "the beginning of a name",
        "the end of a name, in capitals",
        "across two words",
        "an item",
        "a mark that means itself",
        "a mark that stands for no letter",
        "an escape",
        "a mark that stands for no rest",
        "other letters as they are written",
    ],
)
def test_search_finds_open_jobs_by_customer_and_item(
    shop_book: ShopBook, words: str, found: list[str]
) -> None:
    keep(
        shop_book,
        a_job("1", customer="Maya Lind", item="Phone", missing_since=NOON),
        a_job("2", customer="Jo", item="Kettle, 50% off"),
        a_job("3", customer="Maya", item="kettle"),
        a_job("4", customer="Ödön", item="1000 parts"),
        a_job("5", customer="Maya Lind", item="Kettle", is_open=False),
    )
    assert ids(shop_book.open_jobs.search(words, limit=9)) == found


def test_search_gives_as_many_as_were_asked_for_by_customer_item_and_id(
    shop_book: ShopBook,
) -> None:
    keep(
        shop_book,
        a_job("2", customer="ann", item="x"),
        a_job("9", customer="Ann", item="x"),
        a_job("3", customer="Ann", item="x"),
        a_job("1", customer="Ann", item="y"),
    )
    assert ids(shop_book.open_jobs.search("ann", limit=9)) == ["3", "9", "1", "2"]
    assert ids(shop_book.open_jobs.search("ann", limit=2)) == ["3", "9"]


def test_find_newest_gives_the_last_photo_of_each_job(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        *(a_photo("J-1", number) for number in (10, 2, 9)),
        a_photo("J-2", 1),
        a_photo("J-3", 1),
    )
    found = shop_book.photos.find_newest(["J-1", "J-2", "J-4"])
    assert {job_id: photo.number for job_id, photo in found.items()} == {"J-1": 10, "J-2": 1}
    assert shop_book.photos.find_newest([]) == {}
