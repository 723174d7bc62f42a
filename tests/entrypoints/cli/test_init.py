"""Whether `belfry init` begins a team, and leaves everything else alone."""

from __future__ import annotations

import os
import pty
import sys
import tomllib
from pathlib import Path

import pytest
from tests.entrypoints.cli.settings_named import list_settings
from tests.entrypoints.cli.terminal import Terminal

from belfry.settings import Settings, read_settings


def test_init_writes_settings_that_belfry_can_read(belfry: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "shop"
    assert belfry("init", folder, "--yes", "--json").json == {
        "folder": str(folder),
        "file": str(folder / "belfry.toml"),
    }
    assert read_settings(folder, environment={}) == Settings(folder=folder)


@pytest.mark.parametrize("name", ['Tom\'s "Best" Bench', "Café \\ Söhne 🔧", "[x] # y = 1"])
def test_init_keeps_names_as_they_are(belfry: Terminal, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "shop"
    belfry("init", folder, "--yes", "--name", name, "--timezone", "Europe/Paris")
    settings = read_settings(folder, environment={})
    assert (settings.name, settings.timezone) == (name, "Europe/Paris")


def test_init_leaves_a_team_that_is_there_as_it_is(belfry: Terminal) -> None:
    before = (belfry.folder / "belfry.toml").read_bytes()
    said = belfry("init", belfry.folder, "--yes")
    assert (said.code, said.out) == (1, "")
    assert "is there already" in said.err
    assert (belfry.folder / "belfry.toml").read_bytes() == before


def test_init_touches_no_other_file(belfry: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "people.csv").write_text("name\nMaria\n")
    assert belfry("init", folder, "--yes").code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["belfry.toml", "people.csv"]
    assert (folder / "people.csv").read_text() == "name\nMaria\n"


@pytest.mark.parametrize(
    "options, named",
    [
        pytest.param(("--timezone", "Europe/Lndon"), "Europe/London", id="a misspelt zone"),
        pytest.param(("--admin", "owner"), "admin", id="an address that is none"),
        pytest.param(("--name", "  "), "name", id="an empty name"),
    ],
)
def test_init_writes_nothing_it_could_not_read_again(
    belfry: Terminal, tmp_path: Path, options: tuple[str, str], named: str
) -> None:
    said = belfry("init", tmp_path / "shop", "--yes", *options)
    assert said.code == 2
    assert named in said.err
    assert not (tmp_path / "shop").exists()


def test_init_into_a_file_is_refused(belfry: Terminal, tmp_path: Path) -> None:
    (tmp_path / "shop").write_text("not a folder")
    said = belfry("init", tmp_path / "shop", "--yes")
    assert said.code == 1
    assert "shop" in said.err
    assert (tmp_path / "shop").read_text() == "not a folder"


def test_init_does_not_write_through_a_link(belfry: Terminal, tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "belfry.toml").symlink_to(tmp_path / "elsewhere.toml")
    assert belfry("init", tmp_path / "shop", "--yes").code == 1
    assert not (tmp_path / "elsewhere.toml").exists()


def test_init_asks_whoever_sits_at_a_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    answers = b"The Bench\nEurope/Madrid\nowner@example.com\n"
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, (sys.executable, "-m", "belfry", "init", str(folder)))
    os.write(terminal, answers)
    shown = b""
    try:
        while part := os.read(terminal, 1024):
            shown += part
    except OSError:
        pass
    assert os.waitpid(pid, 0)[1] == 0, shown
    settings = read_settings(folder, environment={})
    assert (settings.name, settings.timezone, settings.admin) == (
        "The Bench",
        "Europe/Madrid",
        "owner@example.com",
    )


def test_init_explains_every_setting(belfry: Terminal, tmp_path: Path) -> None:
    belfry("init", tmp_path / "shop", "--yes")
    text = (tmp_path / "shop" / "belfry.toml").read_text()
    switched_on = "\n".join(line.removeprefix("# ") for line in text.splitlines() if _is_toml(line))
    said = tomllib.loads(switched_on)
    written = {
        f"{table}.{name}" if isinstance(inner, dict) else table
        for table, inner in said.items()
        for name in (inner if isinstance(inner, dict) else [""])
    }
    tidy = {f"workflows.NAME.{name}" for name in said["workflows"]["tidy"]}
    assert (written - {"workflows.tidy"}) | tidy == set(list_settings())


def _is_toml(line: str) -> bool:
    """Settings and tables, also those that are only examples; not the prose."""
    bare = line.removeprefix("# ")
    return bare.startswith("[") or " = " in bare
