"""Dismissed runs stay dismissed until they fail once more; a replay never loses a failure."""

from __future__ import annotations

import pytest
from tests.apps import App

from belfry.kernel.errors import Conflict, NotFound, Permanent
from belfry.scheduler.runs import Run


def park(app: App) -> str:
    workflow = app.add(cron_schedule=None, attempts=1)
    app.faults = [Permanent("no paper")]
    run = app.services.change_runs.start(workflow.id, by="user/1")
    app.go(minutes=1)
    return run.id


def list_away(app: App) -> set[str]:
    return app.services.change_runs.find_dismissed(app.runs())


def test_run_is_dismissed_once_for_every_user(app: App) -> None:
    run_id = park(app)
    assert list_away(app) == set()
    for _ in range(2):
        app.services.change_runs.dismiss(run_id, by="user/1")
    assert list_away(app) == {run_id}
    assert app.ports.monitor.list_open_notices() == []


def test_dismissed_run_that_fails_again_is_listed_again(app: App) -> None:
    run_id = park(app)
    app.services.change_runs.dismiss(run_id, by="user/1")
    app.faults = [Permanent("still no paper")]
    app.services.change_runs.replay(run_id, by="user/1")
    app.go(minutes=1)
    assert list_away(app) == set()


def test_successful_run_cannot_be_dismissed(app: App) -> None:
    workflow = app.add(cron_schedule=None)
    run = app.services.change_runs.start(workflow.id, by="user/1")
    app.go(minutes=1)
    with pytest.raises(Conflict, match="is succeeded"):
        app.services.change_runs.dismiss(run.id, by="user/1")


def test_run_that_is_not_there_is_not_found(app: App) -> None:
    with pytest.raises(NotFound):
        app.services.change_runs.dismiss("1-m9", by="user/1")


def fail_by_schedule(app: App) -> Run:
    app.add(attempts=1)
    app.faults = [Permanent("no paper")]
    app.go(minutes=1)
    (run,) = app.runs()
    return run


def test_replay_of_a_paused_workflow_runs_as_asked(app: App) -> None:
    run = fail_by_schedule(app)
    app.services.change_workflow.pause(run.workflow_id, note="", by="user/1")

    app.services.change_runs.replay(run.id, by="user/1")
    app.go(minutes=1)

    (replayed,) = app.runs()
    assert (replayed.status, replayed.attempt) == ("succeeded", 2)


@pytest.mark.parametrize("act", ["archive", "delete"])
def test_replay_that_cannot_run_any_more_leaves_the_failure(app: App, act: str) -> None:
    run = fail_by_schedule(app)
    app.services.change_runs.replay(run.id, by="user/1")
    getattr(app.services.change_workflow, act)(run.workflow_id, by="user/1")

    app.go(minutes=1)

    (left,) = app.runs()
    assert (left.status, left.error, left.attempt) == ("parked", "no paper", 1)
    assert left.reason == f"the workflow was {act.removesuffix('e')}ed"
    app.services.change_runs.dismiss(run.id, by="user/1")
    assert list_away(app) == {run.id}
