"""A shop owner starts with nothing: a folder, a look at it, a board, and the first update."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.stories.processes import Process, run_belfry
from tests.stories.waiting import wait_for


@pytest.fixture
def team(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("BELFRY_DATABASE_URL", "BELFRY_HEARTBEAT_URL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "team"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def list_messages(team: Path) -> list[dict[str, Any]]:
    """The messages to customers."""
    messages: list[dict[str, Any]] = run_belfry(team, "messages")["messages"]
    return [message for message in messages if message["room"] == "jobs"]


def test_a_new_shop_sends_its_first_update_when_a_job_moves(team: Path) -> None:
    run_belfry(team, "init", str(team), "--yes")
    assert run_belfry(team, "doctor")["ok"] is True
    # The story may be told at any hour.
    edit(team / "jobs" / "settings.txt", "Quiet hours: 8pm to 9am", "Quiet hours: none")
    edit(team / "jobs" / "settings.txt", "Settle time: 2 minutes", "Settle time: none")
    with Process(team, "serve", "--port", "0") as server:
        server.wait_ready()
        assert list_messages(team) == []

        edit(team / "jobs" / "board.csv", "desk lamp,received", "desk lamp,in progress")
        run_belfry(team, "workflows", "run", "poll", "--wait")
        sent = wait_for(
            lambda: list_messages(team),
            lambda seen: [message["state"] for message in seen] == ["sent"],
        )
        assert run_belfry(team, "doctor")["ok"] is True
        assert server.stop() == 0
    check_first_update(team, sent[0])


def check_first_update(team: Path, update: dict[str, Any]) -> None:
    assert (update["id"], update["to"]) == ("jobs/J-1045/move-2", "farah@example.com")
    assert update["subject"] == "Your desk lamp: in progress"
    assert update["text"].startswith("Hi Farah,\n\nWork on your desk lamp is now in progress.")
    assert update["receipt"] == "kept in the postbox; nobody outside was sent anything"
    assert run_belfry(team, "audit", "verify")["ok"] is True
