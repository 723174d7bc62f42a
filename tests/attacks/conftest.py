"""A started server of a team of its own, to be attacked by the tests of one module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.stories.processes import Process, run_here


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Its workflows may call this machine."""
    folder = tmp_path_factory.mktemp("attacked") / "team"
    with pytest.MonkeyPatch.context() as patch:
        for name in ("BELFRY_TEAM", "BELFRY_DATABASE_URL", "BELFRY_HEARTBEAT_URL"):
            patch.delenv(name, raising=False)
        run_here("init", str(folder), "--yes")
        settings = folder / "belfry.toml"
        allowing = '[http]\nallow = ["127.0.0.1"]\n'
        settings.write_text(settings.read_text().replace("[http]\n", allowing))
        yield folder


@pytest.fixture(scope="module")
def server(team: Path) -> Iterator[Process]:
    """`belfry serve`, ready to answer."""
    with Process(team, "serve", "--port", "0") as process:
        yield process.wait_ready()
