"""The database is moved away while Belfry serves it: it says so, and makes no other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
from tests.stories.processes import PATIENCE, Process, run_belfry
from tests.stories.waiting import wait_for

ASKS = 50
MOST_LOGGED = 50_000
REFUSED = 2


def find_readiness(server: Process) -> int:
    return httpx.get(f"{server.address}/readyz", timeout=60).status_code


def start_in_vain(team: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "belfry", "serve", "--port", "0", "--team", str(team)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_lost_database_is_reported_never_replaced_and_whole_when_it_is_back(
    server: Process, team: Path
) -> None:
    database, elsewhere = team / ".belfry" / "belfry.db", team / "elsewhere.db"
    run_belfry(team, "workflows", "add", "Stock mail", "--input", "message=good morning")
    database.rename(elsewhere)
    for _ in range(ASKS):
        assert find_readiness(server) == 503
    assert server.log.stat().st_size < MOST_LOGGED
    assert "Traceback" not in server.log.read_text()
    assert not database.exists()
    server.stop()

    refused = start_in_vain(team)
    assert refused.returncode == REFUSED
    assert len(refused.stderr.splitlines()) == 1, refused.stderr
    assert str(database) in refused.stderr
    assert not database.exists()

    elsewhere.rename(database)
    with Process(team, "serve", "--port", "0") as again:
        again.wait_ready()
        wait_for(lambda: find_readiness(again), lambda status: status == 200)
        names = [item["name"] for item in run_belfry(team, "workflows", "list")["workflows"]]
        assert "Stock mail" in names
        assert run_belfry(team, "workflows", "run", "Stock mail", "--wait")["status"] == "succeeded"
        assert run_belfry(team, "audit", "verify")["breaks"] == []
