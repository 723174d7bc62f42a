"""Workflows that call a server which never answers: Belfry's own work goes on beside them."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.stories.processes import Process, run_belfry
from tests.stories.waiting import wait_for

SLOW = [f"Slow call {number}" for number in range(6)]
MOST_OF_A_HOST = 2


@pytest.fixture
def silent_url() -> Iterator[str]:
    """Of a server whose connections are made, and then nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"


def count_slow(team: Path, status: str) -> int:
    runs = run_belfry(team, "workflows", "runs", "--status", status, "-n", "1000")["runs"]
    return sum(run["lane"] != "belfry" for run in runs)


def test_calls_that_never_end_stop_none_of_belfrys_own_runs(
    server: Process, team: Path, silent_url: str
) -> None:
    inputs = json.dumps({"url": silent_url, "timeout_seconds": 300})
    for name in SLOW:
        run_belfry(team, "workflows", "add", name, "--kind", "http", "--inputs-json", inputs)
        run_belfry(team, "workflows", "run", name)
    wait_for(lambda: count_slow(team, "running"), lambda count: count >= MOST_OF_A_HOST)
    for name in ("release", "relay", "watch"):
        run = run_belfry(team, "workflows", "run", name, "--wait")
        assert run["status"] == "succeeded", name
        assert count_slow(team, "running") <= MOST_OF_A_HOST
        assert httpx.get(f"{server.address}/readyz", timeout=60).status_code == 200
    assert count_slow(team, "succeeded") == 0
