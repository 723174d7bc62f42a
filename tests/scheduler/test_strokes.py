"""What is written down when one bell rings."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.samples import NOON, a_workflow

from belfry.kernel.changes import Append, Put, check_changes
from belfry.scheduler.firing.bells import Bell, terms_of
from belfry.scheduler.firing.rings import Fate, make_run, plan_ring, push_on
from belfry.scheduler.firing.strokes import Stroke, find_key_end
from belfry.scheduler.runs.runs import Cause, Run, RunStatus, run_key
from belfry.scheduler.watching.notices import Notice
from belfry.scheduler.workflows import CatchUp

MINUTE = timedelta(minutes=1)
LATE = NOON + 30 * MINUTE


def a_stroke(catch_up: str = "latest", now: datetime = NOON) -> Stroke:
    """A bell that rings at noon and every ten minutes after it."""
    workflow = a_workflow(cron_schedule="*/10 * * * *", catch_up=CatchUp(catch_up))
    return Stroke(7, 3, plan_ring(terms_of(workflow), NOON, now=now, is_busy=False, most=48))


def test_a_stroke_moves_its_bell_on_and_makes_its_run() -> None:
    stroke = a_stroke()
    workflow = a_workflow(7, cron_schedule="*/10 * * * *")
    fate = Fate(RunStatus.QUEUED, Cause.SCHEDULE)

    assert list(stroke) == [
        Put(Bell(7, NOON + 10 * MINUTE, revision=3)),
        Append(make_run(workflow, NOON, fate, now=NOON)),
    ]


@pytest.mark.parametrize(
    "stroke, count",
    [
        pytest.param(a_stroke(), 2, id="one fire"),
        pytest.param(a_stroke(now=LATE), 5, id="four fires"),
        pytest.param(a_stroke("none", LATE + 6 * MINUTE), 6, id="four fires and a loss"),
        pytest.param(Stroke(7, 3, push_on(now=NOON, problem="odd")), 1, id="pushed on"),
    ],
)
def test_a_stroke_is_a_list_of_changes_like_any_other(stroke: Stroke, count: int) -> None:
    assert len(stroke) == count
    assert len(list(stroke)) == count
    assert stroke[0] == list(stroke)[0]
    assert list(stroke[1:]) == list(stroke)[1:]
    check_changes(stroke)


def test_a_lost_fire_is_told_with_its_run() -> None:
    stroke = a_stroke("none", LATE + 6 * MINUTE)

    notice = stroke.list_changes()[-1].record

    assert isinstance(notice, Notice)
    assert (notice.workflow_id, notice.run_id) == (7, stroke.runs[-1].id)
    assert notice.text == (
        "4 fires up to 2026-11-16 12:30 UTC did not run: 6 min late; it never catches up"
    )


def test_runs_that_are_there_already_are_left_alone() -> None:
    stroke = a_stroke("none", LATE + 6 * MINUTE)
    runs = stroke.runs

    without_first = [change.record for change in stroke.list_changes({runs[0].id})]
    without_last = [change.record for change in stroke.list_changes({runs[-1].id})]
    without_any = [change.record for change in stroke.list_changes({run.id for run in runs})]

    assert [type(record) for record in without_first] == [Bell, Run, Run, Run, Notice]
    assert without_last == [stroke.bell, *runs[:-1]]
    assert without_any == [stroke.bell]


def test_a_bell_pushed_on_makes_no_run_and_says_why() -> None:
    stroke = Stroke(7, 3, push_on(now=NOON, problem="odd"))

    assert list(stroke) == [Put(Bell(7, NOON + timedelta(hours=1), "odd", revision=3))]


@given(
    number=st.integers(1, 10**9),
    fire=st.datetimes(timezones=st.timezones()).filter(lambda at: 2 < at.year < 9998),
)
def test_a_runs_key_is_the_workflows_number_and_the_end_of_its_fire(
    number: int, fire: datetime
) -> None:
    assert run_key(number, fire) == f"{number}{find_key_end(fire)}"
