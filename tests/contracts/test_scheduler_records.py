"""Queries for workflows, triggers, runs and notices on every store."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from tests.samples import NOON, a_run, a_workflow

from belfry.kernel.changes import Append, Put
from belfry.kernel.records import Claim
from belfry.scheduler.runs import Attempt, Notice, RunCount, RunStatus, Worker, WorkflowHealth
from belfry.scheduler.triggers import Trigger, find_next, terms_of
from belfry.scheduler.workflows import CatchUp, Overlap, name_claim

if TYPE_CHECKING:
    from tests.contracts.books import ClockBook

MINUTE = timedelta(minutes=1)


def put(book: ClockBook, *records: Any) -> None:
    book.store.commit([Put(record) for record in records])


def test_a_workflow_is_found_by_id_until_it_is_deleted(clock_book: ClockBook) -> None:
    put(clock_book, a_workflow(1), a_workflow(2, deleted_at=NOON))

    assert clock_book.workflows.find(1) == replace(a_workflow(1), revision=1)
    assert clock_book.workflows.find(2) is None
    assert clock_book.workflows.find(3) is None


def test_a_workflow_is_found_by_its_name_as_people_write_it(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_workflow(7, name="Morning Café round"),
        Claim(name_claim(1, "Morning Café round"), "7"),
    )

    by_name = clock_book.workflows.find_by_name(1, " morning  CAFÉ Round ")

    assert by_name is not None
    assert by_name.id == 7
    assert clock_book.workflows.find_by_name(2, "Morning Café round") is None
    assert clock_book.workflows.find_by_name(1, "Evening round") is None


def test_workflows_are_listed_by_id_in_pages(clock_book: ClockBook) -> None:
    put(clock_book, *(a_workflow(number) for number in (3, 1, 2, 4)))

    page = clock_book.workflows.list(team_id=1, after=1, limit=2)

    assert [workflow.id for workflow in page] == [2, 3]


def test_workflows_of_other_teams_and_archived_ones_are_left_out(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_workflow(1),
        a_workflow(2, team_id=2),
        a_workflow(3, archived_at=NOON),
        a_workflow(4, deleted_at=NOON),
    )
    listed = clock_book.workflows.list

    assert [w.id for w in listed(team_id=1)] == [1]
    assert [w.id for w in listed(team_id=1, archived=True)] == [1, 3]
    assert [w.id for w in listed(team_id=None)] == [1, 2]


def test_workflows_are_named_with_their_kinds_by_id(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_workflow(3, name="Évening", kind="http"),
        a_workflow(1, name="Morning", kind="log", team_id=2),
        a_workflow(4, archived_at=NOON),
        a_workflow(2, deleted_at=NOON),
    )
    named = [(1, "Morning", "log"), (3, "Évening", "http")]

    assert list(clock_book.workflows.list_names(limit=9)) == named
    assert list(clock_book.workflows.list_names(limit=1)) == named[:1]


def test_due_triggers_come_earliest_first_with_their_terms(clock_book: ClockBook) -> None:
    put(clock_book, *(a_workflow(number, team_id=number) for number in (1, 2, 3, 4)))
    put(
        clock_book,
        Trigger(1, NOON),
        Trigger(2, NOON - MINUTE),
        Trigger(3, NOON + MINUTE),
        Trigger(4, None),
    )

    due = clock_book.triggers.list_due(now=NOON, limit=10)

    assert [due_trigger.trigger for due_trigger in due] == [
        Trigger(2, NOON - MINUTE, revision=1),
        Trigger(1, NOON, revision=1),
    ]
    assert [due_trigger.terms and due_trigger.terms.team_id for due_trigger in due] == [2, 1]
    assert [
        due_trigger.workflow_id for due_trigger in clock_book.triggers.list_due(now=NOON, limit=1)
    ] == [2]


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({}, id="nothing special"),
        pytest.param(
            {
                "team_id": 5,
                "cron_schedule": "rate(7 minutes)",
                "timezone": "Europe/London",
                "overlap": Overlap.QUEUE,
                "catch_up": CatchUp.ALL,
                "late_after": timedelta(hours=1),
                "grace": timedelta(seconds=1),
                "attempts": 8,
                "jitter": timedelta(seconds=90),
                "schedule_since": NOON - timedelta(microseconds=1),
            },
            id="everything its own",
        ),
        pytest.param({"paused_at": NOON}, id="paused"),
        pytest.param({"archived_at": NOON}, id="archived"),
        pytest.param({"deleted_at": NOON}, id="deleted"),
        pytest.param({"cron_schedule": None}, id="no schedule"),
    ],
)
def test_a_due_trigger_has_the_terms_of_its_workflow(
    clock_book: ClockBook, fields: dict[str, Any]
) -> None:
    workflow = a_workflow(**fields)
    put(clock_book, workflow, a_workflow(2), Trigger(1, NOON), Trigger(2, NOON))

    terms = clock_book.triggers.list_due(now=NOON, limit=10)[0].terms

    assert terms is not None
    assert find_next(terms, NOON) == find_next(workflow, NOON)
    assert {**asdict(terms), "schedule_since": None} == {
        **asdict(terms_of(workflow)),
        "schedule_since": None,
    }


def test_a_due_trigger_without_its_workflow_says_so(clock_book: ClockBook) -> None:
    put(clock_book, Trigger(1, NOON), Trigger(2, NOON), a_workflow(2))

    due = clock_book.triggers.list_due(now=NOON, limit=10)

    assert [(due_trigger.terms is None, due_trigger.problem) for due_trigger in due] == [
        (True, "its workflow is gone"),
        (False, ""),
    ]


def test_next_fires_are_given_for_those_asked_about(clock_book: ClockBook) -> None:
    put(clock_book, Trigger(1, NOON), Trigger(2, None), Trigger(3, NOON - MINUTE))

    assert clock_book.triggers.find_next([1, 2, 9]) == {1: NOON}
    assert clock_book.triggers.find_next([]) == {}
    assert clock_book.triggers.earliest() == NOON - MINUTE


def test_without_triggers_there_is_no_earliest(clock_book: ClockBook) -> None:
    assert clock_book.triggers.earliest() is None
    assert clock_book.runs.earliest() is None


def test_waiting_runs_are_the_queued_ones_that_are_due(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_run(1, due_at=NOON),
        a_run(2, due_at=NOON - MINUTE),
        a_run(3, due_at=NOON + MINUTE),
        a_run(4, status=RunStatus.RUNNING),
        a_run(5, status=RunStatus.SUCCEEDED),
    )

    waiting = clock_book.runs.list_waiting(now=NOON, limit=10)

    assert [run.workflow_id for run in waiting] == [2, 1]
    assert clock_book.runs.earliest() == NOON - MINUTE


def test_waiting_runs_can_be_asked_for_by_lane_and_host(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_run(1, lane="belfry"),
        a_run(2, lane="default", host="a.example.com"),
        a_run(3, lane="slow", host="b.example.com"),
        a_run(4, lane="gone"),
    )

    def ask(**which: Any) -> list[int]:
        waiting = clock_book.runs.list_waiting(now=NOON, limit=10, **which)
        return [run.workflow_id for run in waiting]

    assert ask() == [1, 2, 3, 4]
    assert ask(lane="belfry") == [1]
    assert ask(but_lanes=["belfry", "slow"]) == [2, 4]
    assert ask(but_hosts=["a.example.com"]) == [1, 3, 4]
    assert ask(but_lanes=["belfry"], but_hosts=["a.example.com", "b.example.com"]) == [4]
    assert ask(lane="slow", but_hosts=["b.example.com"]) == []


def test_runs_of_one_moment_stand_in_the_order_of_their_workflows(clock_book: ClockBook) -> None:
    earlier = a_run(10, NOON - MINUTE, due_at=NOON)
    put(clock_book, *(a_run(number) for number in (100, 10, 9, 2)), earlier)
    runs = clock_book.runs

    waiting = [run.workflow_id for run in runs.list_waiting(now=NOON, limit=10)]
    newest = [*runs.list_newest(limit=2)]
    newest += runs.list_newest(limit=9, before=(NOON, newest[-1].id))

    assert waiting == [10, 2, 9, 10, 100]
    assert [run.workflow_id for run in newest] == [100, 10, 9, 2, 10]


@pytest.mark.parametrize("run_id", ["", "soon", "-5-m1", "9" * 40 + "-m1"])
def test_a_page_of_runs_may_begin_anywhere(clock_book: ClockBook, run_id: str) -> None:
    put(clock_book, a_run(2, NOON - MINUTE), a_run(2))

    newest = clock_book.runs.list_newest(before=(NOON, run_id))

    assert [run.scheduled_for for run in newest] == [NOON - MINUTE]


def test_running_and_parked_runs_stand_in_the_order_of_their_workflows(
    clock_book: ClockBook,
) -> None:
    put(
        clock_book,
        *(a_run(number, status=RunStatus.RUNNING) for number in (10, 2)),
        *(a_run(number, status=RunStatus.PARKED) for number in (30, 4)),
    )
    parked = clock_book.monitor.list_parked(since=NOON - MINUTE, limit=9)

    assert [run.workflow_id for run in clock_book.runs.list_running()] == [2, 10]
    assert [run.workflow_id for run in parked] == [30, 4]


def test_an_exclusive_run_waits_for_the_one_under_way(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_run(1, NOON),
        a_run(1, NOON + MINUTE, exclusive=False),
        a_run(2, NOON),
        WorkflowHealth(1, running="another"),
        WorkflowHealth(2, running=None),
    )

    waiting = clock_book.runs.list_waiting(now=NOON + MINUTE, limit=10)

    assert {(run.workflow_id, run.exclusive) for run in waiting} == {(2, True), (1, False)}


def test_running_and_busy_are_told(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_run(1, status=RunStatus.RUNNING),
        a_run(2),
        a_run(3, status=RunStatus.PARKED),
    )

    assert [run.workflow_id for run in clock_book.runs.list_running()] == [1]
    assert set(clock_book.runs.find_busy([1, 2, 3, 4])) == {1, 2}
    assert set(clock_book.runs.find_busy([3])) == set()


def test_newest_runs_come_in_pages_that_never_repeat(clock_book: ClockBook) -> None:
    put(
        clock_book,
        *(a_run(number, NOON) for number in (1, 2)),
        *(a_run(1, NOON - count * MINUTE) for count in (1, 2)),
    )
    runs = clock_book.runs

    first = runs.list_newest(limit=2)
    second = runs.list_newest(limit=2, before=(first[-1].scheduled_for, first[-1].id))

    assert [run.id for run in (*first, *second)] == [
        a_run(2, NOON).id,
        a_run(1, NOON).id,
        a_run(1, NOON - MINUTE).id,
        a_run(1, NOON - 2 * MINUTE).id,
    ]


def test_newest_runs_can_be_narrowed(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_run(1),
        a_run(2, status=RunStatus.PARKED),
        a_run(3, team_id=2),
    )
    runs = clock_book.runs

    assert [run.workflow_id for run in runs.list_newest(workflow_id=2)] == [2]
    assert [run.workflow_id for run in runs.list_newest(team_id=2)] == [3]
    assert [run.workflow_id for run in runs.list_newest(statuses=[RunStatus.PARKED])] == [2]


def test_the_latest_finished_run_of_each_workflow_is_found(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_run(1, NOON - MINUTE, status=RunStatus.SUCCEEDED),
        a_run(1, NOON, status=RunStatus.PARKED),
        a_run(1, NOON + MINUTE),
        a_run(2, NOON),
    )

    latest = clock_book.runs.find_latest([1, 2, 3])

    assert {number: run.status for number, run in latest.items()} == {1: RunStatus.PARKED}


def test_attempts_come_in_order(clock_book: ClockBook) -> None:
    attempts = [
        Attempt(
            run_id="1-m1",
            number=number,
            worker="w1",
            started_at=NOON,
            finished_at=NOON,
            outcome="failed",
        )
        for number in (2, 10, 1)
    ]
    clock_book.store.commit([Append(attempt) for attempt in attempts])

    assert [a.number for a in clock_book.runs.list_attempts("1-m1")] == [1, 2, 10]
    assert clock_book.runs.list_attempts("1-m2") == []


def test_open_notices_come_newest_first(clock_book: ClockBook) -> None:
    def notice(name: str, minutes: int, **more: Any) -> Notice:
        return Notice(id=name, at=NOON + minutes * MINUTE, kind="away", text=name, **more)

    put(clock_book, notice("a", 1), notice("b", 2), notice("c", 3, dismissed_at=NOON))

    assert [n.id for n in clock_book.monitor.list_open_notices()] == ["b", "a"]
    assert [n.id for n in clock_book.monitor.list_open_notices(limit=1)] == ["b"]


def test_parked_runs_are_those_that_need_a_person(clock_book: ClockBook) -> None:
    put(
        clock_book,
        *(a_run(place, NOON, status=status) for place, status in enumerate(RunStatus, start=1)),
        a_run(8, NOON + MINUTE, status=RunStatus.PARKED),
        a_run(9, NOON - MINUTE, status=RunStatus.PARKED),
    )

    parked = clock_book.monitor.list_parked(since=NOON - MINUTE, limit=9)
    assert [run.workflow_id for run in parked] == [8, 5, 4]
    assert len(clock_book.monitor.list_parked(since=NOON - MINUTE, limit=2)) == 2


def test_dismissed_notices_are_distinguished(clock_book: ClockBook) -> None:
    away = Notice(id="a", at=NOON, kind="away", text="a", dismissed_at=NOON)
    put(clock_book, away, Notice(id="b", at=NOON, kind="away", text="b"))

    assert set(clock_book.monitor.find_dismissed(["a", "b", "c"])) == {"a"}
    assert set(clock_book.monitor.find_dismissed([])) == set()


def test_workers_come_longest_serving_first(clock_book: ClockBook) -> None:
    put(
        clock_book,
        Worker(id="w2", label="b", started_at=NOON, seen_at=NOON),
        Worker(id="w1", label="a", started_at=NOON - MINUTE, seen_at=NOON),
    )

    assert [worker.id for worker in clock_book.monitor.list_workers()] == ["w1", "w2"]


def test_old_runs_are_finished_ones_from_before(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_run(1, NOON - 2 * MINUTE, status=RunStatus.SUCCEEDED),
        a_run(2, NOON - MINUTE, status=RunStatus.PARKED),
        a_run(3, NOON - MINUTE),
        a_run(4, NOON, status=RunStatus.SUCCEEDED),
    )

    old = clock_book.monitor.list_old_runs(before=NOON, limit=10)

    assert [run.workflow_id for run in old] == [1, 2]


def test_runs_are_tallied_by_workflow_hour_and_status(clock_book: ClockBook) -> None:
    put(
        clock_book,
        a_run(1, NOON - 61 * MINUTE, status=RunStatus.PARKED),
        a_run(1, NOON - 2 * MINUTE, status=RunStatus.SUCCEEDED),
        a_run(1, NOON - MINUTE, status=RunStatus.SUCCEEDED),
        a_run(1, NOON, status=RunStatus.SUCCEEDED),
        a_run(1, NOON + MINUTE, status=RunStatus.PARKED),
        a_run(2, NOON, status=RunStatus.MISSED),
        a_run(3, NOON),
    )
    tallied = clock_book.monitor.count_runs([1, 2], since=NOON - 60 * MINUTE, until=NOON)
    assert tallied == [
        RunCount(1, RunStatus.SUCCEEDED, NOON - 2 * MINUTE, 2),
        RunCount(1, RunStatus.SUCCEEDED, NOON, 1),
        RunCount(2, RunStatus.MISSED, NOON, 1),
    ]
    assert clock_book.monitor.count_runs([], since=NOON, until=NOON) == []
