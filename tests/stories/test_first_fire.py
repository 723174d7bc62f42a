"""From nothing to a workflow that rings at its minute."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.stories.callers import Caller
from tests.stories.processes import Process, run_belfry
from tests.stories.waiting import wait_for


def test_workflow_of_a_new_team_fires_at_its_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BELFRY_DATABASE_URL", raising=False)
    team = tmp_path / "team"
    run_belfry(team, "init", str(team), "--yes")
    with Process(team, "serve", "--port", "0") as server:
        server.wait_ready()
        key = run_belfry(team, "keys", "create", "--service", "api")["key"]
        caller = Caller(server.address, key)
        made = caller.create(
            name="Bell", kind="log", cron_schedule="* * * * *", inputs={"message": "ding dong"}
        )
        runs = wait_for(
            lambda: caller.list_runs(made["id"]),
            lambda seen: any(run["status"] == "succeeded" for run in seen),
            within=600,
        )
        caller.close()
        assert server.stop() == 0
    first = runs[-1]
    assert first["scheduled_for"] == made["next_fire_at"]
    assert (first["status"], first["output"]) == ("succeeded", "ding dong")
    assert (first["cause"], first["attempt"]) == ("schedule", 1)
    assert len({run["scheduled_for"] for run in runs}) == len(runs)
    assert run_belfry(team, "audit", "verify")["ok"] is True
