"""What only DynamoDB's outbox could get wrong: an index that lags, and calls that are repeated."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.adapters.aws.dynamo_proxy import Fault, Line, refusal
from tests.contracts.books import Book
from tests.samples import NOON

from belfry.kernel.changes import Announce, Event, Put
from belfry.kernel.errors import Conflict, Temporary
from belfry.kernel.records import Claim

MINUTE = timedelta(minutes=1)
LATER = NOON + timedelta(days=1)
COLUMNS = {
    "id",
    "aggregate_type",
    "aggregate_id",
    "op",
    "payload",
    "created_on",
    "attempt_count",
    "next_attempt_on",
}


def announce(book: Book, *names: str) -> None:
    events = [Event("workflow", name, "upsert", {}, NOON) for name in names]
    book.store.commit([Announce(event) for event in events])


def claim(book: Book, now: Any = NOON, limit: int = 10) -> list[str]:
    return [row.aggregate_id for row in book.outbox.claim(now=now, limit=limit, within=MINUTE)]


def stored(client: Any, row_id: int) -> dict[str, Any]:
    item: dict[str, Any] = client.get_item(
        TableName="belfry-outbox", Key={"id": {"N": str(row_id)}}, ConsistentRead=True
    )["Item"]
    return item


def waiting(client: Any) -> list[str]:
    items = client.scan(TableName="belfry-outbox", IndexName="states")["Items"]
    return [f"{item['state']['S']} {item['id']['N']}" for item in items]


def test_rows_have_the_columns_of_the_table(belfry_tables: Any, book: Book) -> None:
    announce(book, "a")
    assert set(stored(belfry_tables, 1)) == COLUMNS | {"state"}

    book.outbox.put_back(1, error="throttled", again_at=NOON)
    book.outbox.mark_done([1], at=LATER)

    assert set(stored(belfry_tables, 1)) == COLUMNS | {"error_message", "processed_on"}


def test_done_rows_leave_the_index_and_keep_the_moment_they_were_done(
    belfry_tables: Any, book: Book
) -> None:
    announce(book, "a", "b", "c")
    book.outbox.mark_failed(2, error="poison", at=NOON)
    book.outbox.mark_done([1], at=NOON)
    book.outbox.mark_done([1], at=LATER)

    assert sorted(waiting(belfry_tables)) == ["failed 2", "pending 3"]
    assert stored(belfry_tables, 1)["processed_on"] == {"S": "2026-11-16T12:00:00.000000+00:00"}
    assert stored(belfry_tables, 2)["failed_on"] == {"S": "2026-11-16T12:00:00.000000+00:00"}


def test_row_ids_grow_also_past_a_commit_that_failed(book: Book) -> None:
    announce(book, "a", "b")
    book.store.commit([Put(Claim("name", "1"))])
    with pytest.raises(Conflict):
        book.store.commit(
            [Announce(Event("workflow", "x", "upsert", {}, NOON)), Put(Claim("name", "2"))]
        )
    announce(book, "c", "d")

    rows = book.outbox.claim(now=NOON, limit=10, within=MINUTE)

    assert [(row.id, row.aggregate_id) for row in rows] == [(1, "a"), (2, "b"), (4, "c"), (5, "d")]


def test_claim_believes_the_row_and_not_an_index_that_lags(
    book: Book, far_book: Book, line: Line
) -> None:
    names = ["claimed", "done", "failed", "put back", "free"]
    announce(book, *names)
    assert claim(far_book) == names
    for row_id in range(1, 6):
        book.outbox.put_back(row_id, error="", again_at=NOON)
    book.outbox.claim(now=NOON, limit=1, within=MINUTE)
    book.outbox.mark_done([2], at=NOON)
    book.outbox.mark_failed(3, error="poison", at=NOON)
    book.outbox.put_back(4, error="throttled", again_at=LATER)

    line.fail("Query", Fault.REPEAT_LAST_ANSWER)
    assert claim(far_book) == ["free"]


def test_claim_reads_past_many_rows_that_are_not_due_and_tries_none_of_them(
    book: Book, far_book: Book, line: Line
) -> None:
    for batch in range(5):
        announce(book, *(f"{batch}-{number}" for number in range(30)))
    claim(book, limit=140)

    assert claim(far_book, limit=4) == ["4-20", "4-21", "4-22", "4-23"]
    assert (line.count("Query"), line.count("UpdateItem")) == (2, 4)


@pytest.mark.parametrize("late", ["put back", "parked"])
def test_done_row_stays_done_when_a_slow_claimer_comes_back(book: Book, late: str) -> None:
    announce(book, "a")
    book.outbox.mark_done([1], at=NOON)

    if late == "parked":
        book.outbox.mark_failed(1, error="slow", at=NOON)
    else:
        book.outbox.put_back(1, error="slow", again_at=NOON)

    assert claim(book, now=LATER) == []
    assert book.outbox.list_failed(limit=10) == []


def test_parked_row_that_was_announced_after_all_is_done(book: Book) -> None:
    announce(book, "a")
    book.outbox.mark_failed(1, error="poison", at=NOON)
    book.outbox.mark_done([1], at=NOON)

    assert book.outbox.list_failed(limit=10) == []


def test_attempt_is_counted_once_when_the_answer_is_lost(
    book: Book, far_book: Book, line: Line
) -> None:
    announce(book, "a", "b")
    line.fail("TransactWriteItems", Fault.LOSE_ANSWER)
    far_book.outbox.put_back(1, error="throttled", again_at=NOON)
    line.fail("TransactWriteItems", Fault.LOSE_ANSWER)
    far_book.outbox.mark_failed(2, error="poison", at=NOON)

    (again,) = book.outbox.claim(now=NOON, limit=10, within=MINUTE)
    (failed,) = book.outbox.list_failed(limit=10)
    assert (again.attempt_count, failed.attempt_count) == (1, 1)


def test_row_claimed_by_an_answer_that_was_lost_is_given_again_in_its_time(
    book: Book, far_book: Book, line: Line
) -> None:
    announce(book, "a", "b")
    line.fail("UpdateItem", Fault.LOSE_ANSWER)

    assert claim(far_book) == ["b"]
    assert claim(book, now=NOON + MINUTE) == ["a", "b"]


def test_claim_passes_over_a_row_that_a_transaction_holds(far_book: Book, line: Line) -> None:
    announce(far_book, "a", "b")
    line.fail("UpdateItem", refusal("TransactionConflictException"))

    assert claim(far_book) == ["b"]


def test_outbox_of_a_busy_service_is_temporary(brief_book: Book, line: Line) -> None:
    announce(brief_book, "a")
    line.fail("Query", refusal("ProvisionedThroughputExceededException"))
    line.fail("UpdateItem", *[refusal("ThrottlingException")] * 2)

    with pytest.raises(Temporary):
        claim(brief_book)
    with pytest.raises(Temporary):
        claim(brief_book)
    with pytest.raises(Temporary):
        brief_book.outbox.mark_done([1], at=NOON)
    assert claim(brief_book) == ["a"]
