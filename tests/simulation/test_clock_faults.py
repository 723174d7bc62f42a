"""Clocks that jump, machines that sleep, machines that disagree: no fire lost, none doubled."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from tests.apps import App, build_app, memory_app, sql_ports
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON
from tests.services.shaped_databases import settle_in

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import open_ports
from belfry.kernel.errors import Temporary
from belfry.scheduler.runs import Run, RunStatus
from belfry.scheduler.triggers import find_between
from belfry.scheduler.workflows import Workflow
from belfry.settings import Settings

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
A_MOMENT = timedelta(milliseconds=100)


def check_rows(app: App, workflow: Workflow, until_now: bool = True) -> list[Run]:
    """Exactly one row for each fire up to the last one fired."""
    rows = app.runs(workflow)
    end = app.clock.now() if until_now else rows[-1].scheduled_for
    assert [run.scheduled_for for run in rows] == list(find_between(workflow, NOON, end))
    return rows


@pytest.mark.parametrize("jump", [HOUR, DAY], ids=["an hour", "a day"])
def test_a_clock_set_forward_and_back_again_doubles_and_loses_nothing(jump: timedelta) -> None:
    app = memory_app()
    workflow = app.add(cron_schedule="*/10 * * * *")
    app.go(hours=1)
    app.clock.set_wrong(jump)
    app.go(minutes=15)
    app.clock.set_wrong(-jump)
    app.go(hours=2)
    app.go(until=NOON + jump + timedelta(hours=4))

    rows = check_rows(app, workflow)
    assert all(run.is_finished for run in rows)
    assert len(app.bodies) == len({body.run_id for body in app.bodies})


@pytest.mark.parametrize("jump", [HOUR, DAY], ids=["an hour", "a day"])
def test_a_clock_set_back_fires_nothing_twice(jump: timedelta) -> None:
    app = memory_app()
    workflow = app.add(cron_schedule="*/10 * * * *")
    app.go(hours=2)
    fired = len(app.runs())
    app.clock.set_wrong(-jump)
    app.go(minutes=50)

    assert len(app.runs()) == fired

    app.go(until=NOON + timedelta(hours=3))

    assert [run.status for run in check_rows(app, workflow)] == ["succeeded"] * 18


@pytest.mark.parametrize(
    "catch_up, ran", [("none", 0), ("latest", 1), ("all", 24)], ids=["none", "latest", "all"]
)
def test_a_machine_asleep_for_a_week_wakes_up_by_its_policy(catch_up: str, ran: int) -> None:
    app = memory_app()
    workflow = app.add(cron_schedule="30 * * * *", catch_up=catch_up, overlap="queue")
    app.clock.advance(timedelta(days=7, minutes=50))
    app.go(minutes=5)

    rows = check_rows(app, workflow)
    assert len(rows) == 7 * 24 + 1
    assert [run.status for run in rows].count(RunStatus.SUCCEEDED) == ran
    assert {run.status for run in rows} <= {RunStatus.SUCCEEDED, RunStatus.MISSED}
    assert all(run.reason for run in rows if run.status is RunStatus.MISSED)


def test_a_machine_asleep_for_a_week_with_a_trigger_each_minute_keeps_one_row_for_each() -> None:
    app = memory_app()
    workflow = app.add()
    app.clock.advance(timedelta(days=1))
    app.go(minutes=1)

    rows = check_rows(app, workflow)
    assert len(rows) == 24 * 60 + 1
    assert [run.status for run in rows].count(RunStatus.SUCCEEDED) == 2


@pytest.mark.parametrize("skew", [90, -90, 4000], ids=lambda seconds: f"{seconds} s apart")
def test_two_machines_whose_clocks_disagree_share_the_fires(skew: int, tmp_path: Path) -> None:
    first_clock = VirtualClock(NOON)
    second_clock = VirtualClock(NOON + timedelta(seconds=skew))
    first = build_app(sql_ports(None, settle_in(tmp_path), first_clock, CrashingPoints()))
    second = build_app(sql_ports(None, tmp_path, second_clock, CrashingPoints()))
    workflow = first.add(cron_schedule="*/2 * * * *")
    drivers = (first.driver(), second.driver())
    for _ in range(20):
        for clock, driver in zip((first_clock, second_clock), drivers, strict=True):
            driver.run_until(clock.now() + timedelta(minutes=1))

    rows = check_rows(first, workflow, until_now=False)
    assert len(rows) >= 9
    carried_out = [body.run_id for body in (*first.bodies, *second.bodies)]
    assert len(carried_out) == len(set(carried_out))
    first.ports.close()
    second.ports.close()


def test_a_database_locked_for_long_gives_a_clear_answer_and_loses_nothing(
    tmp_path: Path,
) -> None:
    settings = Settings(folder=settle_in(tmp_path))
    clock, crash_points = VirtualClock(NOON), CrashingPoints()
    app = build_app(open_ports(settings, clock=clock, crash_points=crash_points, patience=A_MOMENT))
    workflow = app.add()
    app.clock.advance(timedelta(minutes=3))
    blocker = sqlite3.connect(tmp_path / ".belfry" / "belfry.db")
    blocker.execute("BEGIN IMMEDIATE")

    with pytest.raises(Temporary, match="does not answer"):
        app.services.fire_triggers()
    with pytest.raises(Temporary, match="does not answer"):
        app.services.change_runs.start(workflow.id, by="test")
    blocker.rollback()
    app.go(minutes=1)

    assert [run.scheduled_for for run in app.runs(workflow)] == [
        NOON + timedelta(minutes=count) for count in (1, 2, 3, 4)
    ]
    blocker.close()
    app.ports.close()
