"""The team that the room's tests work in, at each home where it is cheap."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.rota.teams import Team, memory_team, sql_team


@pytest.fixture(params=["memory", "sqlite"])
def team(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Team]:
    if request.param == "memory":
        yield memory_team()
        return
    with sql_team(None, tmp_path) as opened:
        yield opened
