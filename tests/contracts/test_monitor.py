"""Queries for the next fires, problems and workers on every store."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tests.samples import NOON

from belfry.kernel.changes import Put
from belfry.scheduler.runs import WorkflowHealth
from belfry.scheduler.triggers import Trigger

if TYPE_CHECKING:
    from tests.contracts.books import ClockBook


def test_list_next_gives_the_earliest_triggers_and_none_that_is_paused(
    clock_book: ClockBook,
) -> None:
    hour = timedelta(hours=1)
    nexts = {1: NOON + 3 * hour, 2: None, 3: NOON + hour, 4: NOON + 2 * hour, 5: NOON + hour}
    clock_book.store.commit([Put(Trigger(number, at)) for number, at in nexts.items()])

    assert [trigger.workflow_id for trigger in clock_book.triggers.list_next(limit=3)] == [3, 5, 4]
    assert clock_book.triggers.list_next(limit=1) == [Trigger(3, NOON + hour, revision=1)]


def test_list_troubled_gives_only_triggers_with_a_problem(clock_book: ClockBook) -> None:
    troubled = [Trigger(number, None, problem="cracked") for number in (9, 2, 5)]
    clock_book.store.commit([Put(trigger) for trigger in (Trigger(1, NOON), *troubled)])

    assert [trigger.workflow_id for trigger in clock_book.triggers.list_troubled(limit=2)] == [2, 5]
    assert clock_book.triggers.list_troubled(limit=9)[0].problem == "cracked"


def test_list_failing_gives_the_longest_failing_first(clock_book: ClockBook) -> None:
    workflow_health = [
        WorkflowHealth(1, failures=2),
        WorkflowHealth(2, failures=4, failing_since=NOON),
        WorkflowHealth(3, failures=9, failing_since=NOON - timedelta(days=1)),
    ]
    clock_book.store.commit([Put(health) for health in workflow_health])

    failing = clock_book.monitor.list_failing(limit=5)

    assert [(health.workflow_id, health.failures) for health in failing] == [(3, 9), (2, 4)]
    assert len(clock_book.monitor.list_failing(limit=1)) == 1
