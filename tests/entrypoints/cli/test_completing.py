"""Whether the Tab key knows the commands and the team's own names, in each shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.entrypoints.cli.shops import TUESDAY, Shop
from tests.entrypoints.cli.terminal import Terminal

TASKS = "Name;Area\nFire drill;Safety\nFire exits walk;Safety\nTill count;Money\n"


def press_tab(line: str, team: Path) -> list[str]:
    """What bash would be offered after that line, by a process of its own as in life."""
    words = line.split(" ")
    environment = {
        **os.environ,
        "_BELFRY_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
        "BELFRY_TEAM": str(team),
    }
    done = subprocess.run(
        (sys.executable, "-m", "belfry"), env=environment, capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1] if done.stdout.strip() else []


@pytest.mark.parametrize(
    "line, offered",
    [
        pytest.param("belfry wor", ["worker", "workflows"], id="commands"),
        pytest.param("belfry cron tr", ["translate"], id="commands of a group"),
        pytest.param("belfry init --na", ["--name"], id="options"),
        pytest.param("belfry controls done Fire", ["Fire drill", "Fire exits walk"], id="controls"),
        pytest.param("belfry jobs timeline J-20", ["J-2042", "J-2051"], id="jobs"),
        pytest.param("belfry jobs photo x.jpg --job J-204", ["J-2042"], id="a job as an option"),
        pytest.param("belfry workflows pause ti", ["tick", "tidy"], id="workflows"),
        pytest.param("belfry rota feed x", [], id="a table that is not there"),
    ],
)
def test_tab_offers_what_there_is(shop: Shop, line: str, offered: list[str]) -> None:
    (shop.folder / "controls").mkdir()
    (shop.folder / "controls" / "tasks.csv").write_text(TASKS)
    shop.live(TUESDAY, minutes=0)
    assert press_tab(line, shop.folder) == offered


def test_tab_looks_into_the_team_that_is_named(shop: Shop, tmp_path: Path) -> None:
    for line in (
        f"belfry jobs timeline --team {shop.folder} J-204",
        f"belfry --team {shop.folder} jobs timeline J-204",
    ):
        assert press_tab(line, tmp_path / "elsewhere") == ["J-2042"], line


@pytest.mark.parametrize(
    "content", [pytest.param(b"\xff\xfe\x00\x00", id="no text"), pytest.param(b"", id="nothing")]
)
def test_tab_on_a_team_that_is_broken_offers_nothing(shop: Shop, content: bytes) -> None:
    shop.board.write_bytes(content)
    (shop.folder / ".belfry" / "belfry.db").write_text("no database")
    assert press_tab("belfry jobs timeline J", shop.folder) == []
    assert press_tab("belfry workflows run t", shop.folder) == []


@pytest.mark.parametrize(
    "shell, expected",
    [
        pytest.param("bash", "complete -o default -F _belfry_completion belfry", id="bash"),
        pytest.param("zsh", "compdef _belfry_completion belfry", id="zsh"),
        pytest.param("fish", "complete --command belfry", id="fish"),
    ],
)
def test_script_for_each_shell_can_be_had(belfry: Terminal, shell: str, expected: str) -> None:
    environment = {**os.environ, "_BELFRY_COMPLETE": f"source_{shell}"}
    done = subprocess.run(
        (sys.executable, "-m", "belfry"), env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert expected in done.stdout


def test_script_is_one_that_bash_reads() -> None:
    environment = {**os.environ, "_BELFRY_COMPLETE": "source_bash"}
    script = subprocess.run(
        (sys.executable, "-m", "belfry"), env=environment, capture_output=True, text=True
    ).stdout
    done = subprocess.run(("bash", "-n"), input=script, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
