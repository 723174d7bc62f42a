"""kill -9 of a real process between two steps, on both SQL databases; then a new one takes over."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.apps import build_app, sql_ports
from tests.fakes.crash_points import CrashingPoints
from tests.services.shaped_databases import settle_in
from tests.simulation.nursery import Live, open_nursery
from tests.simulation.scenes import EVENING, MORNING, START, check_app

from belfry.adapters.system.clock import VirtualClock

STEPS = (1, 8, 15, 22, 29, 36, 43, 50)


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with open_nursery("tests.simulation.killed") as live:
        yield live


@pytest.mark.parametrize("nth", STEPS)
def test_a_killed_process_leaves_sqlite_whole(nth: int, live: Live, tmp_path: Path) -> None:
    kill_and_take_over(live, "", settle_in(tmp_path), nth)


@pytest.mark.parametrize("nth", STEPS)
def test_a_killed_process_leaves_postgres_whole(
    nth: int, live: Live, tmp_path: Path, postgres_url: str
) -> None:
    kill_and_take_over(live, postgres_url, tmp_path, nth)


def kill_and_take_over(live: Live, url: str, folder: Path, nth: int) -> None:
    assert live(str(folder), url, str(nth)) == -signal.SIGKILL

    clock = VirtualClock(START + MORNING)
    ports = sql_ports(url or None, folder, clock, CrashingPoints())
    try:
        app = build_app(ports)
        app.go(until=START + EVENING)
        check_app(app)
    finally:
        ports.close()
