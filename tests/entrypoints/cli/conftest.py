"""A terminal in a team's folder, whose database is there already."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.entrypoints.cli.shops import Shop
from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import Services, build_services, open_ports
from belfry.settings import read_settings

SETTINGS = 'name = "The Repair Bench"\ntimezone = "Europe/London"\nadmin = "owner@example.com"\n'


@pytest.fixture(scope="session")
def finished_team(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A team as it is once its database was made; to be copied, never used."""
    folder = tmp_path_factory.mktemp("finished") / "team"
    folder.mkdir()
    (folder / "belfry.toml").write_text(SETTINGS)
    open_ports(read_settings(folder, environment={})).close()
    return folder


@pytest.fixture
def team(finished_team: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished_team, tmp_path / "team"))


@pytest.fixture
def belfry(
    capsys: pytest.CaptureFixture[str], team: Path, monkeypatch: pytest.MonkeyPatch
) -> Terminal:
    """The command, for the team that BELFRY_TEAM names."""
    monkeypatch.setenv("BELFRY_TEAM", str(team))
    for name in ("BELFRY_DATABASE_URL", "BELFRY_HEARTBEAT_URL", "BELFRY_MAIL_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    return Terminal(capsys, team)


@pytest.fixture
def services(belfry: Terminal) -> Iterator[Services]:
    """The same team's use cases, to look behind what the terminal says."""
    settings = read_settings(belfry.folder, environment={})
    ports = open_ports(settings)
    yield build_services(settings, ports)
    ports.close()


@pytest.fixture
def shop(belfry: Terminal) -> Shop:
    """The same team, with two jobs on its board."""
    return Shop(belfry)
