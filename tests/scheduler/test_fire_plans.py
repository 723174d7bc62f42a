"""What becomes of due fires."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.samples import NOON, a_workflow

from belfry.kernel.changes import Append, Event, Put
from belfry.scheduler.fire_plans import Fate, Firing, decide_fate, make_run, plan_fires, postpone
from belfry.scheduler.runs import Cause, Notice, Run, RunStatus
from belfry.scheduler.triggers import Trigger, find_between, find_next, terms_of
from belfry.scheduler.workflows import CatchUp, Overlap

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    "catch_up, late, is_latest, expected",
    [
        pytest.param("none", 0, True, ("queued", "schedule"), id="on time"),
        pytest.param("none", 5, True, ("queued", "schedule"), id="within grace counts as on time"),
        pytest.param("none", 6, True, ("missed", "schedule"), id="none never catches up"),
        pytest.param("latest", 6, True, ("queued", "catch-up"), id="latest catches up"),
        pytest.param("latest", 6, False, ("missed", "schedule"), id="latest leaves older ones out"),
        pytest.param("latest", 1, False, ("missed", "schedule"), id="no stampede within grace"),
        pytest.param("latest", 1441, True, ("missed", "schedule"), id="later than the limit"),
        pytest.param("latest", 1440, True, ("queued", "catch-up"), id="at the limit"),
        pytest.param("all", 600, False, ("queued", "catch-up"), id="all takes older ones"),
        pytest.param("all", 1441, False, ("missed", "schedule"), id="all has a limit too"),
    ],
)
def test_fate_follows_the_catch_up_policy(
    catch_up: str, late: int, is_latest: bool, expected: tuple[str, str]
) -> None:
    workflow = a_workflow(catch_up=CatchUp(catch_up))

    fate = decide_fate(workflow, NOON, now=NOON + late * MINUTE, is_latest=is_latest, is_busy=False)

    assert (fate.status, fate.cause) == expected
    assert bool(fate.reason) == (fate.status is RunStatus.MISSED)


@pytest.mark.parametrize(
    "overlap, expected",
    [("skip", RunStatus.SKIPPED), ("queue", RunStatus.QUEUED), ("allow", RunStatus.QUEUED)],
)
def test_a_fire_beside_an_unfinished_run_follows_the_overlap_policy(
    overlap: str, expected: RunStatus
) -> None:
    workflow = a_workflow(overlap=Overlap(overlap))

    fate = decide_fate(workflow, NOON, now=NOON, is_latest=True, is_busy=True)

    assert fate.status is expected


def test_a_week_asleep_leaves_a_row_for_each_day_and_runs_only_the_last() -> None:
    workflow = a_workflow(cron_schedule="0 9 * * *", schedule_since=NOON)
    first, now = find_next(workflow, NOON), NOON + timedelta(days=7)

    plan = plan_fires(terms_of(workflow), first, now=now, is_busy=False, most=48)

    fates = [fate for _, fate in plan.fires]
    assert [fate.status for fate in fates] == [RunStatus.MISSED] * 6 + [RunStatus.QUEUED]
    assert fates[-1].cause is Cause.CATCH_UP
    assert plan.next_at == datetime.fromisoformat("2026-11-24T09:00+00:00")
    assert not plan.is_behind
    assert not plan.lost


def test_the_last_fire_being_missed_too_is_a_loss_to_be_told() -> None:
    workflow = a_workflow(cron_schedule="0 9 * * *", catch_up=CatchUp.NONE)
    first, now = find_next(workflow, NOON), NOON + timedelta(days=2)

    plan = plan_fires(terms_of(workflow), first, now=now, is_busy=False, most=48)

    assert plan.lost
    assert plan.fires[-1][0] == datetime.fromisoformat("2026-11-18T09:00+00:00")


def test_of_fires_caught_up_together_skip_lets_only_the_first_run() -> None:
    workflow = a_workflow(cron_schedule="0 * * * *", catch_up=CatchUp.ALL)

    plan = plan_fires(terms_of(workflow), NOON, now=NOON + 2 * HOUR, is_busy=False, most=48)

    assert [fate.status for _, fate in plan.fires] == ["queued", "skipped", "skipped"]


@given(
    minutes=st.integers(1, 400),
    most=st.integers(1, 48),
    catch_up=st.sampled_from(list(CatchUp)),
    overlap=st.sampled_from(list(Overlap)),
    step=st.sampled_from(["*/7 * * * *", "* * * * *", "0,3 */2 * * *", "rate(11 minutes)"]),
)
def test_however_it_is_cut_up_every_fire_gets_exactly_one_row(
    minutes: int, most: int, catch_up: CatchUp, overlap: Overlap, step: str
) -> None:
    workflow = a_workflow(cron_schedule=step, catch_up=catch_up, overlap=overlap)
    now = NOON + minutes * MINUTE
    fires: list[datetime] = []
    at = find_next(workflow, NOON)
    while True:
        plan = plan_fires(terms_of(workflow), at, now=now, is_busy=bool(fires), most=most)
        fires += [fire for fire, _ in plan.fires]
        at = plan.next_at
        if not plan.is_behind:
            break

    assert fires == list(find_between(workflow, NOON, now))
    assert at == find_next(workflow, now)


LATE = NOON + 30 * MINUTE


def a_firing(catch_up: str = "latest", now: datetime = NOON, kind: str = "log") -> Firing:
    """A trigger that fires at noon and every ten minutes after it."""
    workflow = a_workflow(kind=kind, cron_schedule="*/10 * * * *", catch_up=CatchUp(catch_up))
    return Firing(7, 3, plan_fires(terms_of(workflow), NOON, now=now, is_busy=False, most=48))


def test_a_firing_moves_its_trigger_on_and_makes_its_run() -> None:
    firing = a_firing()
    workflow = a_workflow(7, cron_schedule="*/10 * * * *")
    fate = Fate(RunStatus.QUEUED, Cause.SCHEDULE)

    assert firing.list_changes() == [
        Put(Trigger(7, NOON + 10 * MINUTE, revision=3)),
        Append(make_run(workflow.id, workflow, NOON, fate, now=NOON)),
    ]


def list_records(firing: Firing, *existing: Run) -> list[object]:
    changes = firing.list_changes({run.id for run in existing})
    return [getattr(change, "record", getattr(change, "event", None)) for change in changes]


@pytest.mark.parametrize(("kind", "is_told"), [("poll", False), ("log", True)])
def test_belfrys_own_routine_work_is_not_told_as_missed(kind: str, is_told: bool) -> None:
    """That it was away is told already."""
    firing = a_firing("none", LATE + 6 * MINUTE, kind)
    assert any(isinstance(record, Notice) for record in list_records(firing)) is is_told


def test_a_lost_fire_is_told_with_its_run() -> None:
    firing = a_firing("none", LATE + 6 * MINUTE)

    *_, notice, event = list_records(firing)

    assert isinstance(notice, Notice)
    assert isinstance(event, Event)
    assert (event.aggregate_type, event.aggregate_id) == ("notice", notice.id)
    assert (notice.workflow_id, notice.run_id) == (7, firing.runs[-1].id)
    assert notice.text == (
        "4 fires up to 2026-11-16 12:30 UTC did not run: 6 min late; it never catches up"
    )


def test_runs_that_are_there_already_are_left_alone() -> None:
    firing = a_firing("none", LATE + 6 * MINUTE)
    runs = firing.runs

    without_first = list_records(firing, runs[0])
    without_last = list_records(firing, runs[-1])
    without_any = list_records(firing, *runs)

    assert [type(record) for record in without_first] == [Trigger, Run, Run, Run, Notice, Event]
    assert without_last == [firing.trigger, *runs[:-1]]
    assert without_any == [firing.trigger]


def test_a_trigger_pushed_on_makes_no_run_and_says_why() -> None:
    firing = Firing(7, 3, postpone(now=NOON, problem="odd"))

    assert firing.list_changes() == [Put(Trigger(7, NOON + timedelta(hours=1), "odd", revision=3))]
