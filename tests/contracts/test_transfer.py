"""What every transfer of records promises."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from tests.contracts.books import BARE, Book, postgres_database, sqlite_database
from tests.samples import NOON

from belfry.adapters.aws.dynamo import Dynamo
from belfry.adapters.aws.tables import ItemMaps
from belfry.adapters.aws.transfer import DynamoTransfer
from belfry.adapters.sql.transfer import SqlTransfer
from belfry.jobs.jobs import Course, Move
from belfry.kernel.changes import Announce, Append, AuditEntry, Event, Put
from belfry.kernel.records import Claim
from belfry.ports.store import commit_audited
from belfry.ports.transfer import Counter, Transfer, WaitingEvent
from belfry.workspace.docs import TableHead

if TYPE_CHECKING:
    from belfry.adapters.sql.database import Database

BY = "ana@example.com"
MOVE = Move(
    job_id="J-1",
    number=1,
    came_from="received",
    went_to="ready",
    course=Course.FORWARD,
    seen_at=NOON,
    at=NOON,
    is_told=True,
)


@dataclass(frozen=True)
class Movable:
    book: Book
    transfer: Transfer


def _over(database: Database) -> Movable:
    return Movable(BARE.in_sql(database), SqlTransfer(database))


def _over_dynamodb(client: Any) -> Movable:
    return Movable(BARE.in_dynamodb(client), DynamoTransfer(Dynamo(client), ItemMaps()))


HOMES = {
    "sqlite": lambda request: _over(sqlite_database(request)),
    "postgres": lambda request: _over(postgres_database(request)),
    "dynamodb": lambda request: _over_dynamodb(request.getfixturevalue("belfry_tables")),
}


@pytest.fixture(params=list(HOMES))
def movable(request: pytest.FixtureRequest) -> Movable:
    return HOMES[request.param](request)


def test_records_are_listed_with_their_revisions(movable: Movable) -> None:
    movable.book.store.commit([Put(Claim("a", "first"))])
    movable.book.store.commit([Put(Claim("a", "second", revision=1)), Put(Claim("b", "x"))])

    claims = sorted(movable.transfer.list(Claim), key=lambda claim: claim.key)

    assert claims == [Claim("a", "second", revision=2), Claim("b", "x", revision=1)]


def test_records_are_replaced_and_guarded_by_the_revisions_they_came_with(
    movable: Movable,
) -> None:
    store, loaded = movable.book.store, Claim("jobs/new", "them", revision=7)
    store.commit([Put(Claim("a", "gone")), Put(Claim("jobs/new", "us"))])

    movable.transfer.replace(Claim, [loaded])
    store.commit([Put(replace(loaded, owner="next"))])

    assert movable.transfer.list(Claim) == [Claim("jobs/new", "next", revision=8)]


def test_many_records_are_replaced(movable: Movable) -> None:
    moves = [
        replace(MOVE, job_id=f"J-{number % 7}", number=number, revision=1)
        for number in range(1, 131)
    ]

    movable.transfer.replace(Move, moves)
    movable.transfer.replace(Move, moves[:120])

    assert sorted(movable.transfer.list(Move), key=lambda m: m.number) == moves[:120]


def test_audit_log_is_replaced_entry_by_entry(movable: Movable) -> None:
    store, log = movable.book.store, movable.book.audit_log
    for name in ("rota/staff.csv", "people.csv", "jobs/board.csv"):
        head = TableHead(name=name)
        for action in ("restored", "edited"):
            head = commit_audited(store, head, action=action, by=BY, at=NOON)
    entries = list(movable.transfer.list(AuditEntry))

    movable.transfer.replace(AuditEntry, [])
    emptied = movable.transfer.list(AuditEntry)
    movable.transfer.replace(AuditEntry, entries)

    assert len(entries) == 6
    assert not emptied
    assert [e.action for e in log.list_entries("table/people.csv")] == ["restored", "edited"]
    assert len(log.list_latest(limit=10)) == 6


def test_numbers_go_on_after_the_loaded_ones(movable: Movable) -> None:
    movable.book.numbers.next("worker")

    movable.transfer.replace(Counter, [Counter("worker", 41), Counter("jobs/x", 2)])

    assert movable.book.numbers.next("worker") == 42
    assert {c.name: c.last for c in movable.transfer.list(Counter)} == {"worker": 42, "jobs/x": 2}


def test_waiting_events_are_listed_and_loaded_and_done_ones_are_not(movable: Movable) -> None:
    outbox, later = movable.book.outbox, NOON + timedelta(hours=1)
    event = Event("jobs", "J-1", "moved", {"stage": "ready"}, NOON)
    movable.book.store.commit([Announce(event)] * 3)
    first, second, third = outbox.claim(now=NOON, limit=3, within=timedelta(minutes=1))
    outbox.mark_done([first.id], at=NOON)
    outbox.put_back(second.id, error="busy", again_at=later)
    outbox.mark_failed(third.id, error="poison", at=NOON)

    waiting = sorted(movable.transfer.list(WaitingEvent), key=lambda row: row.id)
    movable.transfer.replace(WaitingEvent, [replace(row, id=row.id + 100) for row in waiting])
    movable.book.store.commit([Announce(event)])

    assert [(row.error_message, row.attempt_count) for row in waiting] == [
        ("busy", 1),
        ("poison", 1),
    ]
    assert [row.id for row in outbox.list_failed(limit=9)] == [third.id + 100]
    due = outbox.claim(now=later, limit=9, within=timedelta(minutes=1))
    assert [row.id for row in due][0] == second.id + 100
    assert len(due) == 2
    assert due[1].id > third.id + 100


def test_kinds_do_not_touch_each_other(movable: Movable) -> None:
    movable.book.store.commit([Put(Claim("a", "x")), Append(MOVE)])

    movable.transfer.replace(Claim, [])

    assert len(movable.transfer.list(Move)) == 1
