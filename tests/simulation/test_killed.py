"""kill -9 of a real process between two steps, on both SQL databases; then a new one takes over."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.houses import build_house, sql_ports
from tests.simulation.scenes import EVENING, MORNING, START, check_house

from belfry.adapters.memory.clock import VirtualClock
from belfry.adapters.memory.steps import StrikingSteps

ROOT = Path(__file__).parents[2]
STEPS = (1, 8, 15, 22, 29, 36, 43, 50)


@pytest.mark.parametrize("nth", STEPS)
def test_a_killed_process_leaves_sqlite_whole(nth: int, tmp_path: Path) -> None:
    kill_and_take_over("", tmp_path, nth)


@pytest.mark.parametrize("nth", STEPS)
def test_a_killed_process_leaves_postgres_whole(
    nth: int, tmp_path: Path, postgres_url: str
) -> None:
    kill_and_take_over(postgres_url, tmp_path, nth)


def kill_and_take_over(url: str, folder: Path, nth: int) -> None:
    command = [sys.executable, "-m", "tests.simulation.killed", str(folder), url, str(nth)]
    died = subprocess.run(command, cwd=ROOT, timeout=60, check=False, capture_output=True)
    assert died.returncode == -signal.SIGKILL, died.stderr.decode()

    clock = VirtualClock(START + MORNING)
    ports = sql_ports(url or None, folder, clock, StrikingSteps())
    try:
        house = build_house(ports)
        house.go(until=START + EVENING)
        check_house(house)
    finally:
        ports.close()
