"""What is written down when one bell rings."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.samples import NOON, a_workflow

from belfry.kernel.changes import Append, Put
from belfry.scheduler.fire_plans import Fate, Firing, make_run, plan_fires, postpone
from belfry.scheduler.health import Notice
from belfry.scheduler.runs import Cause, Run, RunStatus
from belfry.scheduler.triggers import Trigger, terms_of
from belfry.scheduler.workflows import CatchUp

MINUTE = timedelta(minutes=1)
LATE = NOON + 30 * MINUTE


def a_firing(catch_up: str = "latest", now: datetime = NOON) -> Firing:
    """A bell that rings at noon and every ten minutes after it."""
    workflow = a_workflow(cron_schedule="*/10 * * * *", catch_up=CatchUp(catch_up))
    return Firing(7, 3, plan_fires(terms_of(workflow), NOON, now=now, is_busy=False, most=48))


def test_a_firing_moves_its_bell_on_and_makes_its_run() -> None:
    firing = a_firing()
    workflow = a_workflow(7, cron_schedule="*/10 * * * *")
    fate = Fate(RunStatus.QUEUED, Cause.SCHEDULE)

    assert firing.list_changes() == [
        Put(Trigger(7, NOON + 10 * MINUTE, revision=3)),
        Append(make_run(workflow, NOON, fate, now=NOON)),
    ]


def test_a_lost_fire_is_told_with_its_run() -> None:
    firing = a_firing("none", LATE + 6 * MINUTE)

    notice = firing.list_changes()[-1].record

    assert isinstance(notice, Notice)
    assert (notice.workflow_id, notice.run_id) == (7, firing.runs[-1].id)
    assert notice.text == (
        "4 fires up to 2026-11-16 12:30 UTC did not run: 6 min late; it never catches up"
    )


def test_runs_that_are_there_already_are_left_alone() -> None:
    firing = a_firing("none", LATE + 6 * MINUTE)
    runs = firing.runs

    without_first = [change.record for change in firing.list_changes({runs[0].id})]
    without_last = [change.record for change in firing.list_changes({runs[-1].id})]
    without_any = [change.record for change in firing.list_changes({run.id for run in runs})]

    assert [type(record) for record in without_first] == [Trigger, Run, Run, Run, Notice]
    assert without_last == [firing.trigger, *runs[:-1]]
    assert without_any == [firing.trigger]


def test_a_bell_pushed_on_makes_no_run_and_says_why() -> None:
    firing = Firing(7, 3, postpone(now=NOON, problem="odd"))

    assert firing.list_changes() == [Put(Trigger(7, NOON + timedelta(hours=1), "odd", revision=3))]
