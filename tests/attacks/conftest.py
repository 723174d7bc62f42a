"""A started server of a team of its own, to be attacked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.stories.processes import Process, run_here


@pytest.fixture
def team(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("BELFRY_TEAM", "BELFRY_DATABASE_URL", "BELFRY_HEARTBEAT_URL"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "team"
    run_here("init", str(folder), "--yes")
    return folder


@pytest.fixture
def server(team: Path) -> Iterator[Process]:
    """`belfry serve`, ready to answer."""
    with Process(team, "serve", "--port", "0") as process:
        yield process.wait_ready()
