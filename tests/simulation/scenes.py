"""A morning of the scheduler, and its invariants."""

from __future__ import annotations

from datetime import timedelta

from tests.apps import App
from tests.samples import NOON

from belfry.kernel.errors import Temporary
from belfry.scheduler.runs import RunStatus, WorkflowHealth
from belfry.scheduler.triggers import find_between

MINUTE = timedelta(minutes=1)
OVERLAPS = ("skip", "queue", "allow")
MORNING = 3 * MINUTE
EVENING = MORNING + 6 * MINUTE


def open_app(app: App) -> None:
    """Three workflows, one for each overlap policy, every minute; the first body fails once."""
    for overlap in OVERLAPS:
        app.add(f"Every minute, {overlap}", overlap=overlap, catch_up="all")
    app.faults = [Temporary("busy")]


def check_app(app: App) -> None:
    """One row for each fire, each row ended, nothing held back, the audit log intact."""
    now = app.clock.now()
    for workflow in app.ports.workflows.list(team_id=None):
        rows = app.runs(workflow)
        fires = list(find_between(workflow, workflow.schedule_since, now))
        assert [run.scheduled_for for run in rows] == fires
        allowed = {RunStatus.SUCCEEDED}
        if workflow.overlap == "skip":
            allowed.add(RunStatus.SKIPPED)
        assert {run.status for run in rows} <= allowed
        health = app.ports.store.find(WorkflowHealth, workflow.key)
        assert health is None or health.running is None
    for run in app.runs():
        numbers = [attempt.number for attempt in app.ports.runs.list_attempts(run.id)]
        assert numbers == list(range(1, run.attempt + 1))
    assert app.services.accounts.verify_audit_log().breaks == ()


def check_bodies(app: App) -> None:
    """Whatever succeeded was carried out; whatever was skipped was not."""
    carried_out = {body.run_id for body in app.bodies}
    for run in app.runs():
        assert (run.id in carried_out) == (run.status is RunStatus.SUCCEEDED)


START = NOON
