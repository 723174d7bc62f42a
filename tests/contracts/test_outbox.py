"""What every outbox promises: the oldest first, to one claimer at a time, nothing lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

from tests.samples import NOON

from belfry.kernel.changes import Announce, Event

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from tests.contracts.books import Book

    from belfry.ports.store import OutboxRow

MINUTE = timedelta(minutes=1)


def announce(book: Book, *names: str) -> None:
    for name in names:
        event = Event("workflow", name, "upsert", {"is_api": True, "cron_schedule": None}, NOON)
        book.store.commit([Announce(event)])


def claim(book: Book, now: datetime = NOON, limit: int = 10) -> Sequence[OutboxRow]:
    return book.outbox.claim(now=now, limit=limit, within=MINUTE)


def names(rows: Sequence[OutboxRow]) -> list[str]:
    return [row.aggregate_id for row in rows]


def test_claim_gives_the_event_as_it_was_announced(book: Book) -> None:
    announce(book, "7")

    (row,) = claim(book)

    assert (row.aggregate_type, row.aggregate_id, row.op) == ("workflow", "7", "upsert")
    assert row.payload == {"is_api": True, "cron_schedule": None}
    assert (row.created_on, row.attempt_count, row.error_message) == (NOON, 0, None)


def test_claim_gives_the_oldest_first_up_to_the_limit(book: Book) -> None:
    announce(book, "a", "b", "c")

    assert names(claim(book, limit=2)) == ["a", "b"]
    assert names(claim(book)) == ["c"]


def test_events_of_one_commit_keep_their_order(book: Book) -> None:
    events = [Event("workflow", name, "upsert", {}, NOON) for name in "cab"]
    book.store.commit([Announce(event) for event in events])

    assert names(claim(book)) == ["c", "a", "b"]


def test_a_claimed_row_is_given_again_only_when_its_time_is_over(book: Book) -> None:
    announce(book, "a")
    claim(book)

    assert claim(book, NOON + MINUTE - timedelta(seconds=1)) == []
    assert names(claim(book, NOON + MINUTE)) == ["a"]


def test_asked_for_some_rows_claim_leaves_all_others_alone(book: Book) -> None:
    announce(book, "a", "b", "c")
    ids = {row.aggregate_id: row.id for row in claim(book)}
    later = NOON + 2 * MINUTE

    asked = [ids["c"], ids["a"], ids["c"], 10**9]
    rows = book.outbox.claim(now=later, limit=10, within=MINUTE, ids=asked)
    again = book.outbox.claim(now=later, limit=10, within=MINUTE, ids=asked)

    assert (names(rows), names(again)) == (["a", "c"], [])
    assert names(book.outbox.claim(now=later, limit=10, within=MINUTE, ids=[])) == []
    book.outbox.mark_done([ids["a"]], at=later)
    much_later = later + 2 * MINUTE
    rows = book.outbox.claim(now=much_later, limit=1, within=MINUTE, about="workflow", ids=asked)
    assert names(rows) == ["c"]
    assert names(claim(book, much_later)) == ["b"]


def test_asked_about_one_type_claim_leaves_all_others_alone(book: Book) -> None:
    for sort, name in (("job", "a"), ("workflow", "b"), ("job", "c"), ("workflow", "d")):
        book.store.commit([Announce(Event(sort, name, "upsert", {}, NOON))])

    asked = book.outbox.claim(now=NOON, limit=1, within=MINUTE, about="workflow")

    assert names(asked) == ["b"]
    assert names(claim(book)) == ["a", "c", "d"]


def test_a_done_row_is_never_given_again(book: Book) -> None:
    announce(book, "a", "b")
    rows = claim(book)
    book.outbox.mark_done([rows[0].id], at=NOON)
    book.outbox.mark_done([rows[0].id], at=NOON)

    assert names(claim(book, NOON + timedelta(days=1))) == ["b"]


def test_a_row_put_back_counts_the_attempt_and_waits(book: Book) -> None:
    announce(book, "a")
    (row,) = claim(book)
    book.outbox.put_back(row.id, error="throttled", again_at=NOON + timedelta(minutes=5))

    assert claim(book, NOON + timedelta(minutes=4)) == []
    (again,) = claim(book, NOON + timedelta(minutes=5))
    assert (again.id, again.attempt_count, again.error_message) == (row.id, 1, "throttled")


def test_a_done_row_stays_done_whatever_a_slow_claimer_says(book: Book) -> None:
    announce(book, "a")
    (row,) = claim(book)
    book.outbox.mark_done([row.id], at=NOON)
    book.outbox.put_back(row.id, error="late", again_at=NOON)
    book.outbox.mark_failed(row.id, error="late", at=NOON)

    assert claim(book, NOON + timedelta(days=1)) == []
    assert book.outbox.list_failed(limit=10) == []


def test_a_failed_row_is_parked_and_shown(book: Book) -> None:
    announce(book, "a", "b")
    rows = claim(book)
    book.outbox.mark_failed(rows[0].id, error="poison", at=NOON)

    assert names(claim(book, NOON + timedelta(days=1))) == ["b"]
    (failed,) = book.outbox.list_failed(limit=10)
    assert (failed.aggregate_id, failed.attempt_count, failed.error_message) == ("a", 1, "poison")


def test_many_claimers_at_once_never_share_a_row(book: Book) -> None:
    announce(book, *(f"{number}" for number in range(20)))

    with ThreadPoolExecutor(5) as pool:
        claimed = list(pool.map(lambda _: names(claim(book, limit=4)), range(5)))

    claimed_names = [name for names_ in claimed for name in names_]
    assert len(claimed_names) == len(set(claimed_names))
    rest = names(claim(book, limit=20))
    assert sorted(claimed_names + rest, key=int) == [str(number) for number in range(20)]
