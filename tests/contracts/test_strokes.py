"""What every store makes of bells that ring together: the same as of each one's changes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from tests.fakes.crash_points import Struck
from tests.samples import NOON, a_workflow

from belfry.kernel.changes import Append, Put
from belfry.scheduler.firing.bells import Bell, terms_of
from belfry.scheduler.firing.rings import Plan, plan_ring, push_on
from belfry.scheduler.firing.strokes import Stroke
from belfry.scheduler.runs.runs import Run, RunStatus
from belfry.scheduler.watching.notices import Notice
from belfry.scheduler.workflows import CatchUp, Overlap

if TYPE_CHECKING:
    from tests.contracts.books import Book

MINUTE = timedelta(minutes=1)
ODD_MOMENT = NOON + timedelta(minutes=2, microseconds=345678)


def a_plan(late: timedelta = timedelta(0), is_busy: bool = False, **said: Any) -> Plan:
    workflow = a_workflow(**{"cron_schedule": "*/10 * * * *", **said})
    return plan_ring(terms_of(workflow), NOON, now=NOON + late, is_busy=is_busy, most=48)


PLANS = {
    "on time": a_plan(),
    "beside an unfinished run": a_plan(ODD_MOMENT - NOON, is_busy=True),
    "of another team, in parallel": a_plan(team_id=3, overlap=Overlap.ALLOW, attempts=9),
    "late by several fires": a_plan(33 * MINUTE),
    "at different moments for each": a_plan(jitter=timedelta(minutes=30)),
    "for the last time": a_plan(cron_schedule="at(2026-11-16T12:00:00)"),
    "lost": a_plan(36 * MINUTE, catch_up=CatchUp.NONE),
    "pushed on": push_on(now=ODD_MOMENT, problem="Größe?"),
}


def hang_bells(book: Book, *numbers: int) -> None:
    """Bells that have been stored twice."""
    for revision in (0, 1):
        book.store.commit([Put(Bell(number, NOON, revision=revision)) for number in numbers])


def stored(book: Book, strokes: Sequence[Stroke]) -> list[object]:
    wanted = [change.record for stroke in strokes for change in stroke.list_changes()]
    return [book.store.find(type(record), record.key) for record in wanted]


def expected(strokes: Sequence[Stroke]) -> list[object]:
    wanted: list[Any] = [change.record for stroke in strokes for change in stroke.list_changes()]
    return [replace(record, revision=record.revision + 1) for record in wanted]


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS.keys())
def test_bells_that_ring_together_leave_the_rows_that_each_asks_for(book: Book, plan: Plan) -> None:
    hang_bells(book, 1, 2, 10)
    strokes = [Stroke(number, 2, plan) for number in (10, 1, 2)]

    assert book.store.commit_each(strokes) == [True] * 3

    assert stored(book, strokes) == expected(strokes)


def test_bells_with_different_plans_ring_together(book: Book) -> None:
    hang_bells(book, *range(1, 9))
    strokes = [Stroke(number, 2, plan) for number, plan in enumerate(PLANS.values(), 1)]

    assert book.store.commit_each(strokes) == [True] * 8

    assert stored(book, strokes) == expected(strokes)


def test_a_bell_that_somebody_else_rang_stays_as_it_is_and_the_others_ring(book: Book) -> None:
    hang_bells(book, 1, 2, 3)
    book.store.commit([Put(Bell(2, NOON + 5 * MINUTE, revision=2))])
    strokes = [Stroke(number, 2, PLANS["on time"]) for number in (1, 2, 3)]

    assert book.store.commit_each(strokes) == [True, False, True]

    rung = [strokes[0], strokes[2]]
    assert stored(book, rung) == expected(rung)
    assert book.store.find(Bell, "2") == Bell(2, NOON + 5 * MINUTE, revision=3)
    assert book.store.find(Run, strokes[1].runs[0].id) is None


def test_a_run_that_is_there_already_holds_up_its_own_bell_alone(book: Book) -> None:
    hang_bells(book, 1, 2, 3)
    strokes = [Stroke(number, 2, PLANS["late by several fires"]) for number in (1, 2, 3)]
    there = replace(strokes[1].runs[2], status=RunStatus.SUCCEEDED)
    book.store.commit([Append(there)])

    assert book.store.commit_each(strokes) == [True, False, True]

    rung = [strokes[0], strokes[2]]
    assert stored(book, rung) == expected(rung)
    assert book.store.find(Bell, "2") == Bell(2, NOON, revision=2)
    found = [book.store.find(Run, run.id) for run in strokes[1].runs]
    assert found == [None, None, replace(there, revision=1), None]


def test_of_many_clocks_that_ring_at_once_one_rings_each_bell(book: Book) -> None:
    numbers = list(range(1, 21))
    hang_bells(book, *numbers)
    plans = (PLANS["on time"], PLANS["late by several fires"])

    def ring(turn: int) -> list[int]:
        """Each clock sees the bells in another order, and the last of them not all."""
        turned = [*numbers[turn * 5 :], *numbers[: turn * 4]][:: 1 - 2 * (turn % 2)]
        strokes = [Stroke(number, 2, plans[number % 2]) for number in turned]
        written = book.store.commit_each(strokes)
        return [number for number, is_written in zip(turned, written, strict=True) if is_written]

    with ThreadPoolExecutor(4) as pool:
        rung = list(pool.map(ring, range(4)))

    assert sorted(number for each in rung for number in each) == numbers
    strokes = [Stroke(number, 2, plans[number % 2]) for number in numbers]
    assert stored(book, strokes) == expected(strokes)


def test_one_bell_twice_rings_once(book: Book) -> None:
    hang_bells(book, 1)
    strokes = [Stroke(1, 2, PLANS["on time"]), Stroke(1, 2, PLANS["lost"])]

    assert book.store.commit_each(strokes) == [True, False]

    assert stored(book, strokes[:1]) == expected(strokes[:1])
    assert book.store.find(Notice, f"missed/{strokes[1].runs[-1].id}") is None


def test_a_bell_that_is_not_there_does_not_ring(book: Book) -> None:
    strokes = [Stroke(1, 2, PLANS["on time"])]

    assert book.store.commit_each(strokes) == [False]

    assert stored(book, strokes) == [None, None]


@pytest.mark.parametrize("step", ["store.begin", "store.written"])
def test_a_clock_struck_down_before_the_commit_leaves_its_bells_due(book: Book, step: str) -> None:
    hang_bells(book, 1, 2)
    strokes = [Stroke(number, 2, PLANS["on time"]) for number in (1, 2)]
    book.crash_points.strike_at(step)

    with pytest.raises(Struck):
        book.store.commit_each(strokes)

    hung = [Bell(number, NOON, revision=2) for number in (1, 2)]
    assert stored(book, strokes) == [hung[0], None, hung[1], None]
