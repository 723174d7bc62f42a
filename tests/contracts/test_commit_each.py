"""Every store commits triggers that fire together as it commits each one's changes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from tests.fakes.crash_points import Crashed
from tests.samples import NOON, a_workflow

from belfry.kernel.changes import Append, Put
from belfry.scheduler.fire_plans import Firing, Plan, plan_fires, postpone
from belfry.scheduler.runs import Notice, Run, RunStatus
from belfry.scheduler.triggers import Trigger, terms_of
from belfry.scheduler.workflows import CatchUp, Overlap

if TYPE_CHECKING:
    from tests.contracts.books import Book

MINUTE = timedelta(minutes=1)
ODD_MOMENT = NOON + timedelta(minutes=2, microseconds=345678)


def a_plan(late: timedelta = timedelta(0), is_busy: bool = False, **fields: Any) -> Plan:
    workflow = a_workflow(**{"cron_schedule": "*/10 * * * *", **fields})
    return plan_fires(terms_of(workflow), NOON, now=NOON + late, is_busy=is_busy, most=48)


PLANS = {
    "on time": a_plan(),
    "beside an unfinished run": a_plan(ODD_MOMENT - NOON, is_busy=True),
    "of another team, in parallel": a_plan(team_id=3, overlap=Overlap.ALLOW, attempts=9),
    "late by several fires": a_plan(33 * MINUTE),
    "at different moments for each": a_plan(jitter=timedelta(minutes=30)),
    "for the last time": a_plan(cron_schedule="at(2026-11-16T12:00:00)"),
    "lost": a_plan(36 * MINUTE, catch_up=CatchUp.NONE),
    "pushed on": postpone(now=ODD_MOMENT, problem="Größe?"),
}


def store_triggers(book: Book, *numbers: int) -> None:
    """Triggers that have been stored twice."""
    for revision in (0, 1):
        book.store.commit([Put(Trigger(number, NOON, revision=revision)) for number in numbers])


def commit_each(book: Book, firings: Sequence[Firing]) -> list[bool]:
    return book.store.commit_each([firing.list_changes() for firing in firings])


def list_records(firings: Sequence[Firing]) -> list[Any]:
    changes = [change for firing in firings for change in firing.list_changes()]
    return [change.record for change in changes if isinstance(change, Put | Append)]


def stored(book: Book, firings: Sequence[Firing]) -> list[object]:
    return [book.store.find(type(record), record.key) for record in list_records(firings)]


def expected(firings: Sequence[Firing]) -> list[object]:
    return [replace(record, revision=record.revision + 1) for record in list_records(firings)]


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS.keys())
def test_triggers_that_fire_together_leave_the_rows_of_each(book: Book, plan: Plan) -> None:
    store_triggers(book, 1, 2, 10)
    firings = [Firing(number, 2, plan) for number in (10, 1, 2)]

    assert commit_each(book, firings) == [True] * 3

    assert stored(book, firings) == expected(firings)


def test_triggers_with_different_plans_fire_together(book: Book) -> None:
    store_triggers(book, *range(1, 9))
    firings = [Firing(number, 2, plan) for number, plan in enumerate(PLANS.values(), 1)]

    assert commit_each(book, firings) == [True] * 8

    assert stored(book, firings) == expected(firings)


def test_trigger_fired_by_another_process_stays_as_it_is_and_the_others_fire(book: Book) -> None:
    store_triggers(book, 1, 2, 3)
    book.store.commit([Put(Trigger(2, NOON + 5 * MINUTE, revision=2))])
    firings = [Firing(number, 2, PLANS["on time"]) for number in (1, 2, 3)]

    assert commit_each(book, firings) == [
        True,
        False,
        True,
    ]

    fired = [firings[0], firings[2]]
    assert stored(book, fired) == expected(fired)
    assert book.store.find(Trigger, "2") == Trigger(2, NOON + 5 * MINUTE, revision=3)
    assert book.store.find(Run, firings[1].runs[0].id) is None


def test_existing_run_holds_up_its_own_trigger_alone(book: Book) -> None:
    store_triggers(book, 1, 2, 3)
    firings = [Firing(number, 2, PLANS["late by several fires"]) for number in (1, 2, 3)]
    existing = replace(firings[1].runs[2], status=RunStatus.SUCCEEDED)
    book.store.commit([Append(existing)])

    assert commit_each(book, firings) == [
        True,
        False,
        True,
    ]

    fired = [firings[0], firings[2]]
    assert stored(book, fired) == expected(fired)
    assert book.store.find(Trigger, "2") == Trigger(2, NOON, revision=2)
    stored_runs = [book.store.find(Run, run.id) for run in firings[1].runs]
    assert stored_runs == [None, None, replace(existing, revision=1), None]


def test_each_trigger_is_fired_by_one_of_many_concurrent_processes(book: Book) -> None:
    numbers = list(range(1, 21))
    store_triggers(book, *numbers)
    plans = (PLANS["on time"], PLANS["late by several fires"])

    def fire(turn: int) -> list[int]:
        """Each process sees the triggers in another order, and the last one not all of them."""
        turned = [*numbers[turn * 5 :], *numbers[: turn * 4]][:: 1 - 2 * (turn % 2)]
        firings = [Firing(number, 2, plans[number % 2]) for number in turned]
        written = commit_each(book, firings)
        return [number for number, is_written in zip(turned, written, strict=True) if is_written]

    with ThreadPoolExecutor(4) as pool:
        fired = list(pool.map(fire, range(4)))

    assert sorted(number for each in fired for number in each) == numbers
    firings = [Firing(number, 2, plans[number % 2]) for number in numbers]
    assert stored(book, firings) == expected(firings)


def test_trigger_given_twice_fires_once(book: Book) -> None:
    store_triggers(book, 1)
    firings = [Firing(1, 2, PLANS["on time"]), Firing(1, 2, PLANS["lost"])]

    assert commit_each(book, firings) == [True, False]

    assert stored(book, firings[:1]) == expected(firings[:1])
    assert book.store.find(Notice, f"missed/{firings[1].runs[-1].id}") is None


def test_missing_trigger_does_not_fire(book: Book) -> None:
    firings = [Firing(1, 2, PLANS["on time"])]

    assert commit_each(book, firings) == [False]

    assert stored(book, firings) == [None, None]


@pytest.mark.parametrize("step", ["store.begin", "store.written"])
def test_crash_before_the_commit_leaves_the_triggers_due(book: Book, step: str) -> None:
    store_triggers(book, 1, 2)
    firings = [Firing(number, 2, PLANS["on time"]) for number in (1, 2)]
    book.crash_points.crash_at(step)

    with pytest.raises(Crashed):
        commit_each(book, firings)

    hung = [Trigger(number, NOON, revision=2) for number in (1, 2)]
    assert stored(book, firings) == [hung[0], None, hung[1], None]
