"""Fires delivered from outside: each moment once, and a reason for every refusal."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from tests.apps import App
from tests.samples import NOON

from belfry.kernel.errors import InputError, NotFound
from belfry.scheduler.change_runs import Accepted, Refused, RemoveOldRuns
from belfry.scheduler.runs import RunStatus

MINUTE = timedelta(minutes=1)


def invoke(app: App, workflow_id: int, at: datetime) -> Accepted | Refused:
    return app.services.invoke_workflow(workflow_id, at, may_reach=lambda _: True, by="key/1")


def test_a_fire_is_accepted_once_whatever_zone_it_is_written_in(app: App) -> None:
    workflow = app.add()
    fire = NOON + MINUTE

    first = invoke(app, workflow.id, fire)
    again = invoke(app, workflow.id, fire.astimezone(timezone(timedelta(hours=9))))

    assert isinstance(first, Accepted)
    assert again == Refused("duplicate")
    assert [run.id for run in app.runs()] == [first.run_id]


def test_a_fire_is_a_duplicate_even_weeks_later_or_after_the_run_ended(app: App) -> None:
    workflow = app.add(late_after=timedelta(days=30), cron_schedule="0 13 * * *")
    app.go(hours=1)
    app.clock.advance(timedelta(days=20))

    assert invoke(app, workflow.id, NOON + timedelta(hours=1)) == Refused("duplicate")


@pytest.mark.parametrize(
    "offset", [timedelta(seconds=30), timedelta(minutes=-60)], ids=["no fire", "before it counted"]
)
def test_a_time_that_is_no_fire_of_the_present_schedule_is_stale(
    app: App, offset: timedelta
) -> None:
    workflow = app.add()

    assert invoke(app, workflow.id, NOON + offset) == Refused("stale")
    assert app.runs() == []


def test_a_fire_of_the_old_schedule_is_stale_after_an_edit(app: App) -> None:
    workflow = app.add(cron_schedule="*/5 * * * *")
    app.clock.advance(timedelta(minutes=5))
    edit = {"cron_schedule": "*/7 * * * *"}
    app.services.change_workflow.edit(workflow.id, edit, by="test")

    assert invoke(app, workflow.id, NOON + timedelta(minutes=5)) == Refused("stale")


def test_an_edit_of_the_name_never_makes_a_fire_stale(app: App) -> None:
    workflow = app.add(cron_schedule="*/5 * * * *")
    app.clock.advance(timedelta(minutes=6))
    app.services.change_workflow.edit(workflow.id, {"name": "Other"}, by="test")

    assert isinstance(invoke(app, workflow.id, NOON + timedelta(minutes=5)), Accepted)


def test_a_workflow_without_a_schedule_has_only_stale_fires(app: App) -> None:
    workflow = app.add(cron_schedule=None)

    assert invoke(app, workflow.id, NOON) == Refused("stale")


def test_a_fire_later_than_the_limit_is_recorded_as_missed(app: App) -> None:
    workflow = app.add(late_after=timedelta(hours=1))
    app.clock.advance(timedelta(hours=2))

    assert invoke(app, workflow.id, NOON + MINUTE) == Refused("late")
    (run,) = app.runs()
    assert run.status is RunStatus.MISSED
    assert invoke(app, workflow.id, NOON + MINUTE) == Refused("duplicate")


def test_paused_and_archived_workflows_say_so(app: App) -> None:
    workflow = app.add()
    app.services.change_workflow.pause(workflow.id, note="", by="test")

    assert invoke(app, workflow.id, NOON + MINUTE) == Refused("paused")

    app.services.change_workflow.archive(workflow.id, by="test")

    assert invoke(app, workflow.id, NOON + MINUTE) == Refused("archived")


def test_a_workflow_archived_between_invoke_and_start_does_not_run(app: App) -> None:
    workflow = app.add()
    accepted = invoke(app, workflow.id, NOON + MINUTE)
    app.services.change_workflow.archive(workflow.id, by="test")
    app.go(minutes=5)

    (run,) = app.runs()
    assert isinstance(accepted, Accepted)
    assert (run.id, run.status) == (accepted.run_id, RunStatus.SKIPPED)
    assert run.reason == "the workflow was archived"
    assert app.bodies == []


def test_unknown_deleted_and_other_teams_workflows_are_not_found(app: App) -> None:
    workflow = app.add()

    with pytest.raises(NotFound):
        app.services.invoke_workflow(99, NOON, may_reach=lambda _: True, by="key/1")
    with pytest.raises(NotFound):
        app.services.invoke_workflow(
            workflow.id, NOON, may_reach=lambda team_id: team_id == 2, by="key/1"
        )
    app.services.change_workflow.delete(workflow.id, by="test")
    with pytest.raises(NotFound):
        invoke(app, workflow.id, NOON + MINUTE)


def test_naive_and_future_times_are_refused(app: App) -> None:
    workflow = app.add()

    with pytest.raises(InputError, match="zone"):
        invoke(app, workflow.id, NOON.replace(tzinfo=None))
    with pytest.raises(InputError, match="2 minutes ahead"):
        invoke(app, workflow.id, NOON + 3 * MINUTE)
    assert isinstance(invoke(app, workflow.id, NOON + 2 * MINUTE), Accepted)


def test_the_embedded_clock_does_not_double_what_was_invoked(app: App) -> None:
    workflow = app.add()
    invoke(app, workflow.id, NOON + MINUTE)
    app.go(minutes=3)

    assert [run.scheduled_for for run in app.runs()] == [NOON + n * MINUTE for n in (1, 2, 3)]
    assert len(app.bodies) == 3


def test_a_fire_beside_an_unfinished_run_is_skipped_with_its_row(app: App) -> None:
    workflow = app.add()
    invoke(app, workflow.id, NOON + MINUTE)

    invoke(app, workflow.id, NOON + 2 * MINUTE)

    assert [run.status for run in app.runs()] == [RunStatus.QUEUED, RunStatus.SKIPPED]


def test_fire_that_is_skipped_is_not_called_accepted(app: App) -> None:
    workflow = app.add()
    app.services.change_runs.start(workflow.id, by="test")

    first = invoke(app, workflow.id, NOON + MINUTE)
    again = invoke(app, workflow.id, NOON + MINUTE)

    assert (first, again) == (Refused("skipped"), Refused("duplicate"))


def test_fire_whose_row_was_removed_makes_no_second_one(app: App) -> None:
    workflow = app.add(late_after=timedelta(days=30), cron_schedule="0 13 * * *")
    fire = NOON + timedelta(hours=1)
    app.go(hours=1)
    app.clock.advance(timedelta(days=61))
    app.services.kinds["tidy"].run({}, app.bodies[0])
    assert app.runs() == []

    assert invoke(app, workflow.id, fire) == Refused("late")
    assert app.runs() == []


def test_rows_stay_as_long_as_their_fires_may_be_handed_in(app: App) -> None:
    """However short the history is to be."""
    workflow = app.add(late_after=timedelta(days=30), cron_schedule="0 13 * * *")
    app.go(hours=1)
    p = app.ports
    remove = RemoveOldRuns(p.store, p.runs, p.monitor, p.clock, keep=timedelta(0))
    app.clock.advance(timedelta(days=30))

    assert remove() == 0
    assert invoke(app, workflow.id, NOON + timedelta(hours=1)) == Refused("duplicate")
