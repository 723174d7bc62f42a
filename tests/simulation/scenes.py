"""A morning in the life of the clock, and what must be true of it whatever happens."""

from __future__ import annotations

from datetime import timedelta

from tests.houses import House
from tests.samples import NOON

from belfry.kernel.errors import Temporary
from belfry.scheduler.runs import RunStatus, WorkflowHealth
from belfry.scheduler.triggers import find_between

MINUTE = timedelta(minutes=1)
OVERLAPS = ("skip", "queue", "allow")
MORNING = 3 * MINUTE
EVENING = MORNING + 6 * MINUTE


def open_house(house: House) -> None:
    """Three workflows, one for each overlap policy, every minute; the first body fails once."""
    for overlap in OVERLAPS:
        house.add(f"Every minute, {overlap}", overlap=overlap, catch_up="all")
    house.faults = [Temporary("busy")]


def check_house(house: House) -> None:
    """One row for each fire, each row ended, nothing held back, the trail whole."""
    now = house.clock.now()
    for workflow in house.ports.workflows.list(team_id=None):
        rows = house.runs(workflow)
        fires = list(find_between(workflow, workflow.schedule_since, now))
        assert [run.scheduled_for for run in rows] == fires
        allowed = {RunStatus.SUCCEEDED}
        if workflow.overlap == "skip":
            allowed.add(RunStatus.SKIPPED)
        assert {run.status for run in rows} <= allowed
        health = house.ports.store.find(WorkflowHealth, workflow.key)
        assert health is None or health.running is None
    for run in house.runs():
        numbers = [attempt.number for attempt in house.ports.runs.list_attempts(run.id)]
        assert numbers == list(range(1, run.attempt + 1))
    assert house.services.accounts.verify_audit_log().breaks == ()


def check_bodies(house: House) -> None:
    """Whatever succeeded was carried out; whatever was skipped was not."""
    carried_out = {body.run_id for body in house.bodies}
    for run in house.runs():
        assert (run.id in carried_out) == (run.status is RunStatus.SUCCEEDED)


START = NOON
