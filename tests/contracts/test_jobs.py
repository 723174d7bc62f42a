"""Queries for jobs on every store."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.contracts.shop_books import (
    IDS_IN_ORDER,
    SHOP_BOOKS,
    ShopBook,
    a_job,
    a_move,
    a_photo,
    how_many,
    keep,
)
from tests.samples import NOON

from belfry.jobs.board.moves import SeenRows
from belfry.jobs.jobs import Job

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
TICK = timedelta(microseconds=1)


@pytest.fixture(params=list(SHOP_BOOKS))
def shop_book(request: pytest.FixtureRequest) -> ShopBook:
    return SHOP_BOOKS[request.param](request)


def ids(jobs: object) -> list[str]:
    assert isinstance(jobs, list)
    return [job.id for job in jobs]


def test_sightings_tell_every_job_ever_seen(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_job("quiet", row="😀 'row'"),
        a_job("pending", row="", pending="collected", pending_since=NOON),
        a_job("missing", row="r", missing_since=NOON + TICK),
        a_job("closed", row="r", is_open=False, closed_at=NOON),
    )

    assert shop_book.jobs.list_seen_rows() == SeenRows(
        still_open={"quiet": "😀 'row'", "pending": "", "missing": "r"},
        over={"closed": "r"},
        unsettled={"pending": None, "missing": NOON + TICK},
    )


def test_sightings_of_an_empty_book_are_none(shop_book: ShopBook) -> None:
    assert shop_book.jobs.list_seen_rows() == SeenRows()


def test_list_by_id_gives_each_job_there_is_once(shop_book: ShopBook) -> None:
    keep(shop_book, a_job("1"), a_job("J 'n' \"2\""), a_job("😀", is_open=False), a_job("J-3"))

    jobs = shop_book.jobs.list_by_id(["😀", "1", "1", "J 'n' \"2\"", "01", "J-"])

    assert sorted(jobs, key=lambda job: job.id) == [
        a_job("1", revision=1),
        a_job("J 'n' \"2\"", revision=1),
        a_job("😀", is_open=False, revision=1),
    ]
    assert shop_book.jobs.list_by_id([]) == []


def test_sightings_leave_out_jobs_that_have_a_successor(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_job("J-1", row="", is_open=False, successor="J-1~2"),
        a_job("J-1~2", number="J-1", row="new", pending="ready", pending_since=NOON),
        a_job("J-2", row="", is_open=False, successor="J-2~2"),
        a_job("J-2~2", number="J-2", row="over", is_open=False),
    )

    assert shop_book.jobs.list_seen_rows() == SeenRows(
        still_open={"J-1": "new"}, over={"J-2": "over"}, unsettled={"J-1": None}
    )


def test_list_current_gives_the_last_job_of_each_number(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_job("J-1", is_open=False, successor="J-1~2"),
        a_job("J-1~2", number="J-1", is_open=False, successor="J-1~3"),
        a_job("J-1~3", number="J-1"),
        a_job("J-1~2~1", number="J-1~2"),
        a_job("J-2"),
    )

    current = shop_book.jobs.list_current(["J-1", "J-2", "J-1~2", "J-1~3", "J-3", "J-1"])

    assert sorted(job.id for job in current) == ["J-1~2~1", "J-1~3", "J-2"]
    assert list(shop_book.jobs.list_current([])) == []


def test_list_by_id_takes_more_ids_than_a_statement_has_room_for(shop_book: ShopBook) -> None:
    many, asked = how_many(shop_book)
    names = [f"J-{number:06}" for number in range(asked)]
    keep(shop_book, *(a_job(name) for name in names[:many]))

    assert sorted(ids(shop_book.jobs.list_by_id(names))) == names[:many]


def read_pages(book: ShopBook, *, limit: int, **asked: Any) -> list[str]:
    seen: list[str] = []
    for _ in IDS_IN_ORDER:
        after = seen[-1] if seen else ""
        seen += ids(book.jobs.list_page(after=after, limit=limit, **asked))
    return seen


def test_list_page_goes_through_all_jobs_by_id(shop_book: ShopBook) -> None:
    keep(shop_book, *(a_job(job_id) for job_id in reversed(IDS_IN_ORDER) if job_id))

    assert read_pages(shop_book, limit=4) == IDS_IN_ORDER[1:]
    assert ids(shop_book.jobs.list_page(after="B-1", limit=2)) == ["B_1", "Z"]


def test_list_page_gives_a_hundred_unless_told_otherwise(shop_book: ShopBook) -> None:
    keep(shop_book, *(a_job(f"{number:03}") for number in range(120)))

    assert ids(shop_book.jobs.list_page()) == [f"{number:03}" for number in range(100)]


@pytest.mark.parametrize(
    "asked, wanted",
    [
        ({"stage": "ready"}, ["1", "2", "5"]),
        ({"is_open": True}, ["1", "3", "5"]),
        ({"is_open": False}, ["2", "4"]),
        ({"stage": "ready", "is_open": True}, ["1", "5"]),
        ({"stage": "ready", "is_open": False}, ["2"]),
        ({"stage": "Ready"}, []),
        ({"stage": ""}, []),
    ],
    ids=[
        "a stage",
        "what is open",
        "what is closed",
        "what is open in a stage",
        "what is closed in a stage",
        "a stage in other letters",
        "a stage without a name",
    ],
)
def test_list_page_keeps_to_what_was_asked_for(
    shop_book: ShopBook, asked: dict[str, Any], wanted: list[str]
) -> None:
    keep(
        shop_book,
        a_job("5"),
        a_job("4", stage="collected", is_open=False),
        a_job("3", stage="diagnosing", missing_since=NOON),
        a_job("2", is_open=False),
        a_job("1"),
    )

    assert ids(shop_book.jobs.list_page(**asked)) == wanted
    assert read_pages(shop_book, limit=1, **asked) == wanted


def list_quiet(book: ShopBook, **moments: datetime) -> list[str]:
    return ids(book.jobs.list_quiet(moments, chased_before=NOON - DAY))


def test_list_quiet_judges_each_stage_by_its_own_moment(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_job("ready too short", entered_at=NOON - MINUTE + TICK),
        a_job("ready to the tick", entered_at=NOON - MINUTE),
        a_job("parts, long", stage="parts", entered_at=NOON - 9 * MINUTE),
        a_job("parts, longer", stage="parts", entered_at=NOON - 10 * MINUTE),
        a_job("nobody asked", stage="diagnosing", entered_at=NOON - 99 * DAY),
    )

    assert list_quiet(shop_book, ready=NOON - MINUTE, parts=NOON - 10 * MINUTE) == [
        "parts, longer",
        "ready to the tick",
    ]
    assert list_quiet(shop_book) == []


def test_list_quiet_gives_no_more_than_are_wanted_of_each_stage(shop_book: ShopBook) -> None:
    keep(shop_book, *(a_job(name, entered_at=NOON - DAY) for name in "abc"))
    keep(shop_book, *(a_job(name, stage="parts", entered_at=NOON - MINUTE) for name in "def"))

    wanted = {"ready": NOON, "parts": NOON, "diagnosing": NOON}
    for limit, expected_ids in ((1, "ad"), (2, "abde"), (9, "abcdef"), (None, "abcdef")):
        quiet = shop_book.jobs.list_quiet(wanted, chased_before=NOON, limit=limit)
        assert ids(quiet) == list(expected_ids)


def test_list_quiet_gives_the_longest_first_then_by_id(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_job("a", entered_at=NOON - MINUTE),
        a_job("c", stage="parts", entered_at=NOON - 2 * MINUTE),
        a_job("b", entered_at=NOON - 2 * MINUTE),
        a_job("B", stage="parts", entered_at=NOON - 2 * MINUTE),
    )

    assert list_quiet(shop_book, ready=NOON, parts=NOON) == ["B", "b", "c", "a"]


@pytest.mark.parametrize(
    "changes, is_listed",
    [
        ({}, True),
        ({"is_open": False}, False),
        ({"missing_since": NOON}, False),
        ({"chased_at": NOON, "chased_stage": "parts"}, True),
        ({"chased_at": NOON - DAY, "chased_stage": "ready"}, False),
        ({"chased_at": NOON - DAY - TICK, "chased_stage": "ready"}, True),
    ],
    ids=[
        "never chased",
        "closed",
        "not on the board",
        "chased for another stage",
        "chased at that very moment",
        "chased before that moment",
    ],
)
def test_list_quiet_gives_open_jobs_on_the_board_that_were_not_chased(
    shop_book: ShopBook, changes: dict[str, Any], is_listed: bool
) -> None:
    keep(shop_book, a_job("J", entered_at=NOON - 9 * DAY, **changes))

    assert list_quiet(shop_book, ready=NOON) == ["J"] * is_listed


def late(job_id: str = "J", **changes: Any) -> Job:
    return a_job(job_id, **{"eta_by": NOON - MINUTE, "moves": 3, "late_told": 2, **changes})


@pytest.mark.parametrize(
    "changes, is_listed",
    [
        ({}, True),
        ({"eta_by": None}, False),
        ({"eta_by": NOON}, False),
        ({"eta_by": NOON - TICK}, True),
        ({"late_told": 3}, False),
        ({"is_open": False}, False),
        ({"missing_since": NOON}, False),
    ],
    ids=[
        "late",
        "without an ETA",
        "due this very moment",
        "late by a tick",
        "told of already",
        "closed",
        "not on the board",
    ],
)
def test_list_late_gives_open_jobs_on_the_board_without_a_late_message(
    shop_book: ShopBook, changes: dict[str, Any], is_listed: bool
) -> None:
    keep(shop_book, late(**changes))

    assert ids(shop_book.jobs.list_late(now=NOON, limit=99)) == ["J"] * is_listed


def test_list_late_gives_the_longest_first_then_by_id(shop_book: ShopBook) -> None:
    keep(shop_book, late("a"), late("B"), late("z", eta_by=NOON - DAY), late("A"))

    assert ids(shop_book.jobs.list_late(now=NOON, limit=99)) == ["z", "A", "B", "a"]
    assert ids(shop_book.jobs.list_late(now=NOON, limit=2)) == ["z", "A"]


def test_list_slips_gives_open_jobs_announced_in_a_wrong_stage_by_id(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_job("b", slip="ready"),
        a_job("c"),
        a_job("B", slip="ready", is_open=False),
        a_job("a", slip="collected", missing_since=NOON),
    )

    assert ids(shop_book.open_jobs.list_slips(limit=99)) == ["a", "b"]
    assert ids(shop_book.open_jobs.list_slips(limit=1)) == ["a"]


def test_list_moves_gives_one_jobs_moves_in_order(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        *(a_move("J-1", number) for number in (10, 2, 9)),
        a_move("J-1/1", 1),
        a_move("J-10", 1),
    )

    moves = shop_book.jobs.list_moves("J-1")

    assert list(moves) == [a_move("J-1", number, revision=1) for number in (2, 9, 10)]
    assert ids_of_moves(shop_book, "J-1/1") == ["J-1/1/1"]
    assert shop_book.jobs.list_moves("J") == []


def ids_of_moves(book: ShopBook, job_id: str) -> list[str]:
    return [move.key for move in book.jobs.list_moves(job_id)]


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


def test_list_unsettled_gives_open_jobs_that_left_the_board_or_changed_on_it(
    shop_book: ShopBook,
) -> None:
    keep(
        shop_book,
        a_job("1", missing_since=NOON),
        a_job("2"),
        a_job("3", pending="ready"),
        a_job("4", missing_since=NOON, is_open=False),
        a_job("5", missing_since=NOON, stage="parts"),
        a_job("6", pending="ready", is_open=False),
    )
    assert ids(shop_book.open_jobs.list_unsettled(limit=9)) == ["5", "3", "1"]
    assert ids(shop_book.open_jobs.list_unsettled(limit=1)) == ["5"]


def test_list_last_gives_ids_of_all_jobs_the_last_first(shop_book: ShopBook) -> None:
    fill(shop_book)
    assert list(shop_book.open_jobs.list_last(limit=3)) == ["parts", "missing", "last"]


@pytest.mark.parametrize(
    "words, expected_ids",
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
    shop_book: ShopBook, words: str, expected_ids: list[str]
) -> None:
    keep(
        shop_book,
        a_job("1", customer="Maya Lind", item="Phone", missing_since=NOON),
        a_job("2", customer="Jo", item="Kettle, 50% off"),
        a_job("3", customer="Maya", item="kettle"),
        a_job("4", customer="Ödön", item="1000 parts"),
        a_job("5", customer="Maya Lind", item="Kettle", is_open=False),
    )
    assert ids(shop_book.open_jobs.search(words, limit=9)) == expected_ids


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
    newest = shop_book.photos.find_newest(["J-1", "J-2", "J-4"])
    assert {job_id: photo.number for job_id, photo in newest.items()} == {"J-1": 10, "J-2": 1}
    assert shop_book.photos.find_newest([]) == {}
