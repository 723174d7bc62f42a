"""Due triggers in a database that was edited by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.contracts.books import CLOCK, ClockBook, open_migrated
from tests.samples import NOON, a_workflow

from belfry.adapters.sql.columns import UNREADABLE
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.scheduler import _BUSY, SqlTriggers
from belfry.adapters.sql.tables import workflows
from belfry.kernel.changes import Put
from belfry.scheduler.triggers import Due, Trigger
from belfry.scheduler.workflows import Workflow

ODD_VALUES = (
    *("", "sideways", "now", "yesterday", "12345", "null", "5", "NaN", "[1", "{not json", '"\x01"'),
    *("{}", "queue", "none", "2026-11-16", "2026-11-16 12:00", "2026-11-16T12:00:00.000000"),
    *("2026-11-16 12:00:00", "2026-11-16 12:00:00.5", "2026-11-16 12:00:00.123456789"),
    *("2026-11-16 12:00:00.000000", "2026-11-16 12:00:00.1234Z ", "2026-11-16 12:00:00 +00:00"),
    *("2026-11-16 12:00:00.1     ", "2026-11-16 12:00:00.12345x", "2026-11-16 12:00:00.+00:00"),
    *("2026-02-31 12:00:00.000000", "2026-13-01 12:00:00.000000", "2026-11-16 24:00:00.000000"),
    *("2026-11-16 12:00:60.000000", "0000-01-01 00:00:00.000000", "1999-12-31 23:59:59.999999"),
    *(0, -1, 2.5, 10**15, b"", b"\xff", b"2026-11-16 12:00:00.000000"),
)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = open_migrated(f"sqlite:///{tmp_path / 'belfry.db'}")
    yield database
    database.close()


@pytest.fixture
def book(database: Database) -> ClockBook:
    return CLOCK.in_sql(database)


def add(book: ClockBook, *workflows: Workflow) -> None:
    """Saved, and due at noon."""
    commits = [[Put(workflow), Put(Trigger(workflow.id, NOON))] for workflow in workflows]
    assert all(book.store.commit_each(commits))


def write_by_hand(database: Database, statement: str, values: Sequence[Any]) -> None:
    """Each of the values into the row with its number, counted from 1."""
    with database.write_bare() as cursor:
        cursor.executemany(statement, [(value, place) for place, value in enumerate(values, 1)])


def is_readable(book: ClockBook, number: int) -> bool:
    try:
        return book.store.find(Workflow, str(number)) is not None
    except UNREADABLE:
        return False


def list_due(book: ClockBook) -> list[Due]:
    return list(book.triggers.list_due(now=NOON, limit=100))


@pytest.mark.parametrize("column", [c.name for c in workflows.c if c.name != "id"])
def test_a_trigger_has_terms_if_and_only_if_the_whole_row_of_its_workflow_can_be_read(
    column: str, database: Database, book: ClockBook
) -> None:
    numbers = range(1, len(ODD_VALUES) + 2)
    add(book, *(a_workflow(number) for number in numbers))
    write_by_hand(database, f'UPDATE workflows SET "{column}" = ? WHERE id = ?', ODD_VALUES)

    due = list_due(book)

    assert [due_trigger.workflow_id for due_trigger in due] == list(numbers)
    assert [due_trigger.terms is not None for due_trigger in due] == [
        is_readable(book, n) for n in numbers
    ]
    are_unreadable = [
        due_trigger.problem.startswith("its row cannot be read: ") for due_trigger in due
    ]
    assert are_unreadable == [due_trigger.terms is None for due_trigger in due]
    assert due[-1].terms is not None


def test_a_trigger_whose_own_moment_cannot_be_read_is_due_now_with_its_problem(
    database: Database, book: ClockBook
) -> None:
    add(book, a_workflow(1), a_workflow(2))
    broken = ["2026-11-16 10 o'clock"]
    write_by_hand(database, "UPDATE triggers SET next_at = ? WHERE workflow_id = ?", broken)

    odd, sound = list_due(book)

    assert (odd.workflow_id, odd.next_at, odd.terms) == (1, NOON, None)
    assert odd.problem.startswith("its row cannot be read: ")
    assert sound.problem == ""


def test_workflows_that_say_the_same_share_their_terms(book: ClockBook) -> None:
    saved_later = a_workflow(2, schedule_since=NOON + timedelta(seconds=5), name="Another")
    add(book, a_workflow(1), saved_later, a_workflow(3, attempts=9))

    first, second, third = (due_trigger.terms for due_trigger in list_due(book))

    assert third is not None
    assert third.attempts == 9
    assert first is second is not third


def test_no_row_that_belfry_wrote_is_looked_at_twice(database: Database, book: ClockBook) -> None:
    """Otherwise each such trigger would cost a query of its own, however many are due."""
    moments = [NOON + timedelta(microseconds=ticks) for ticks in (0, 1, 499_999, 999_500, 999_999)]
    fields = [{"created_at": at, "schedule_since": at, "paused_at": at} for at in moments]
    spans = {
        "late_after": timedelta.max // 2,
        "jitter": timedelta(days=-9),
        "back_off": timedelta(0),
    }
    add(book, *(a_workflow(n, **each, **spans) for n, each in enumerate(fields, 1)))

    assert len({id(due_trigger.terms) for due_trigger in list_due(book)}) == 1


def test_rates_keep_the_moments_they_count_from(book: ClockBook) -> None:
    since = [NOON + timedelta(minutes=number) for number in (1, 2)]
    rates = enumerate(since, 1)
    add(book, *(a_workflow(n, cron_schedule="rate(7 minutes)", schedule_since=s) for n, s in rates))

    assert [
        due_trigger.terms and due_trigger.terms.schedule_since for due_trigger in list_due(book)
    ] == since


@pytest.mark.parametrize("is_published", [True, False], ids=["told", "not told"])
def test_published_and_unpublished_triggers_are_found_by_indexes_too(
    is_published: bool, database: Database
) -> None:
    due = SqlTriggers(database)._dues._statements[is_published]

    steps = explain(database, due, ("2026-11-16", 10))

    assert [step for step in steps if "B-TREE" in step or "SCAN" in step.split()[0]] == []


def test_queries_of_a_fire_use_indexes_and_need_no_sorting(database: Database) -> None:
    due, busy = (
        SqlTriggers(database)._dues._statements[None],
        _BUSY.format(numbers=database.numbers),
    )

    steps = [*explain(database, due, ("2026-11-16", 10)), *explain(database, busy, ("[1]",))]

    assert [index for step in steps for index in re.findall(r"idx_\w+|PRIMARY KEY", step)] == [
        "idx_triggers_next_at",
        "PRIMARY KEY",
        "idx_runs_busy",
    ]
    assert [step for step in steps if "B-TREE" in step] == []


def explain(database: Database, statement: str, params: Sequence[Any]) -> list[str]:
    return [str(step[-1]) for step in database.fetch(f"EXPLAIN QUERY PLAN {statement}", params)]
