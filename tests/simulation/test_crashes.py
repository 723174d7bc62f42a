"""The process crashes between any two steps, and starts again: the records are whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.apps import App, build_app, memory_ports, sql_ports
from tests.fakes.crash_points import Crashed, CrashingPoints
from tests.services.shaped_databases import settle_in
from tests.simulation.scenes import EVENING, MORNING, START, check_app, check_bodies, open_app

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports


class CountingCrashPoints(CrashingPoints):
    """Crashes at the n-th step of all, whichever it is."""

    def __init__(self, crash_at: int | None = None) -> None:
        super().__init__()
        self._nth = crash_at

    def reached(self, step: str) -> None:
        self.seen.append(step)
        if self._nth == len(self.seen):
            raise Crashed(step)

    def disarm(self) -> None:
        """A store may need fewer steps for the morning than there are crash points."""
        self._nth = None


def live(ports: Ports, restart: Callable[[], Ports]) -> App:
    """The morning, with a crash if the steps hold one; then the same app, started again."""
    app = build_app(ports)
    bodies = app.bodies
    try:
        open_app(app)
        app.go(until=START + MORNING)
    except Crashed:
        app = build_app(restart())
        app.bodies = bodies
        if len(app.ports.workflows.list(team_id=None)) < 3:
            for left in app.ports.workflows.list(team_id=None):
                app.services.change_workflow.delete(left.id, by="test")
            open_app(app)
    assert isinstance(app.crash_points, CountingCrashPoints)
    app.crash_points.disarm()
    app.go(until=START + EVENING)
    return app


def count_steps() -> int:
    crash_points = CountingCrashPoints()
    ports = memory_ports(VirtualClock(START), crash_points)
    app = build_app(ports)
    open_app(app)
    app.go(until=START + MORNING)
    return len(crash_points.seen)


TOTAL = count_steps()


def test_the_morning_has_steps_to_be_crashed_at() -> None:
    assert TOTAL > 100


@pytest.mark.parametrize("nth", range(1, TOTAL + 1))
def test_a_crash_at_any_step_leaves_the_app_whole_in_memory(nth: int) -> None:
    clock = VirtualClock(START)
    ports = memory_ports(clock, CountingCrashPoints(nth))

    app = live(ports, restart=lambda: ports)

    check_app(app)
    check_bodies(app)


SOME = range(5, TOTAL + 1, 17)


@pytest.mark.parametrize("nth", SOME)
def test_a_crash_at_some_step_leaves_the_app_whole_on_sqlite(nth: int, tmp_path: Path) -> None:
    check_sql(None, settle_in(tmp_path), nth)


@pytest.mark.parametrize("nth", SOME)
def test_a_crash_at_some_step_leaves_the_app_whole_on_postgres(
    nth: int, tmp_path: Path, postgres_url: str
) -> None:
    check_sql(postgres_url, tmp_path, nth)


def check_sql(url: str | None, folder: Path, nth: int) -> None:
    clock = VirtualClock(START)
    opened: list[Ports] = []

    def open_with(crash_points: CrashingPoints) -> Ports:
        opened.append(sql_ports(url, folder, clock, crash_points))
        return opened[-1]

    try:
        app = live(
            open_with(CountingCrashPoints(nth)), restart=lambda: open_with(CountingCrashPoints())
        )
        check_app(app)
        check_bodies(app)
    finally:
        for ports in opened:
            ports.close()
