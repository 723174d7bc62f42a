"""What only DynamoDB's audit log could get wrong: pages, throttled reads, and heads that lag."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.adapters.aws.dynamo_proxy import Answer, Line
from tests.contracts.books import Book
from tests.samples import NOON, a_workflow

from belfry.kernel.changes import Audit, Audited, Head, Put, write_entry
from belfry.kernel.errors import Temporary
from belfry.scheduler.workflows import Workflow

READ = "BatchGetItem"


def make_many(book: Book, count: int) -> list[str]:
    """Workflows with one entry each; their subjects in order."""
    pairs = [
        write_entry(a_workflow(number), action="made", by="Maria", at=NOON)
        for number in range(1, count + 1)
    ]
    for start in range(0, count, 25):
        some = pairs[start : start + 25]
        book.store.commit([Put(w) for w, _ in some] + [Audit(entry) for _, entry in some])
    return sorted(workflow.subject for workflow, _ in pairs)


def test_heads_of_more_records_than_one_read_takes_come_in_order(book: Book) -> None:
    subjects = make_many(book, 120)

    assert [head.subject for head in book.audit_log.heads()] == subjects


def test_heads_that_a_busy_read_left_out_are_asked_for_again(
    belfry_tables: Any, far_book: Book, line: Line
) -> None:
    subjects = make_many(far_book, 3)
    keys = [{"pk": {"S": "Workflow"}, "sk": {"S": f"{number}"}} for number in (1, 2, 3)]
    some = belfry_tables.batch_get_item(RequestItems={"belfry-book": {"Keys": keys[1:2]}})
    half = {
        "Responses": some["Responses"],
        "UnprocessedKeys": {"belfry-book": {"Keys": [keys[0], keys[2]]}},
    }
    line.fail(READ, Answer(200, json.dumps(half).encode()))

    assert [head.subject for head in far_book.audit_log.heads()] == subjects


def test_heads_that_are_never_read_are_temporary(far_book: Book, line: Line) -> None:
    make_many(far_book, 1)
    keys = [{"pk": {"S": "Workflow"}, "sk": {"S": "1"}}]
    none = {"Responses": {}, "UnprocessedKeys": {"belfry-book": {"Keys": keys}}}
    line.fail(READ, Answer(200, json.dumps(none).encode()))

    with pytest.raises(Temporary, match="too busy to read from belfry-book"):
        list(far_book.audit_log.heads())


def test_head_is_the_records_own_and_not_one_of_an_index_that_lags(
    belfry_tables: Any, book: Book, far_book: Book, line: Line
) -> None:
    make_many(book, 1)
    answer = belfry_tables.query(
        TableName="belfry-book",
        IndexName="heads",
        KeyConditionExpression="heads_of = :all",
        ExpressionAttributeValues={":all": {"S": "all"}},
    )
    stored = book.store.find(Workflow, "1")
    assert isinstance(stored, Audited)
    changed, entry = write_entry(stored, action="edited", by="Tom", at=NOON)
    book.store.commit([Put(changed), Audit(entry)])

    line.fail("Query", Answer(200, json.dumps({"Items": answer["Items"]}).encode()))
    assert list(far_book.audit_log.heads()) == [Head("workflow/1", 2, entry.hash)]


def test_entries_of_more_than_one_page_come_in_order(book: Book) -> None:
    workflow = a_workflow()
    for number in range(12):
        changed, entry = write_entry(
            workflow, action=f"edit {number}", by="Maria", at=NOON, after={"text": "x" * 200_000}
        )
        book.store.commit([Put(changed), Audit(entry)])
        workflow = replace(changed, revision=changed.revision + 1)

    entries = book.audit_log.list_entries("workflow/1")

    assert [entry.action for entry in entries] == [f"edit {number}" for number in range(12)]


def test_latest_entries_of_one_moment_stand_in_the_order_of_their_audit_log(book: Book) -> None:
    workflow = a_workflow()
    for number in range(12):
        changed, entry = write_entry(workflow, action=f"{number}", by="Maria", at=NOON)
        book.store.commit([Put(changed), Audit(entry)])
        workflow = replace(changed, revision=changed.revision + 1)
    other, entry = write_entry(
        a_workflow(2), action="earlier", by="Maria", at=NOON - timedelta(microseconds=1)
    )
    book.store.commit([Put(other), Audit(entry)])

    latest = book.audit_log.list_latest(limit=20)

    assert [entry.action for entry in latest] == [*(f"{n}" for n in range(11, -1, -1)), "earlier"]
