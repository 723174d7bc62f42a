"""A power cut in the middle of a run: nothing is lost, and the run is done after all."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.stories.called_app import called_app
from tests.stories.callers import Caller
from tests.stories.processes import Process, run_belfry
from tests.stories.waiting import wait_for

SETTINGS = """
[http]
allow = ["127.0.0.1"]
[worker]
beat_seconds = 0.5
dead_after_seconds = 5
"""


@pytest.fixture
def team(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("BELFRY_DATABASE_URL", raising=False)
    (tmp_path / "belfry.toml").write_text(SETTINGS)
    return tmp_path


def test_killed_run_is_interrupted_and_tried_again(team: Path) -> None:
    key = run_belfry(team, "keys", "create", "--service", "api")["key"]
    with called_app(hangs_first=True) as app:
        with Process(team, "serve", "--port", "0") as first:
            caller = Caller(first.wait_ready().address, key)
            inputs = {"url": app.address, "method": "POST"}
            workflow = caller.create(name="Send the takings", kind="http", inputs=inputs)
            started = caller.run(workflow["id"])
            assert app.called.wait(300)
            assert caller.find_run(started["id"])["status"] == "running"
            caller.close()
            first.kill()
        with Process(team, "serve", "--port", "0") as second:
            caller = Caller(second.wait_ready().address, key)
            ended = wait_for(
                lambda: caller.find_run(started["id"]), lambda run: run["status"] == "succeeded"
            )
            runs = caller.list_runs(workflow["id"])
            caller.close()
            assert second.stop() == 0
    assert [attempt["outcome"] for attempt in ended["attempts"]] == ["interrupted", "succeeded"]
    assert [run["id"] for run in runs] == [started["id"]]
    assert app.keys == [started["id"], started["id"]]
    assert run_belfry(team, "audit", "verify")["ok"] is True
