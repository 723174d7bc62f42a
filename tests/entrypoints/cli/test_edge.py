"""Whether every command ends with the right number and at most one clear line."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import Services


@pytest.mark.parametrize(
    "arguments, code, named",
    [
        pytest.param(("wrkflows",), 2, "Did you mean 'workflows'?", id="an unknown command"),
        pytest.param(("workflows",), 2, "Missing command", id="half a command"),
        pytest.param(("workflows", "list", "--jsn"), 2, "--jsn", id="an unknown option"),
        pytest.param(("workflows", "add"), 2, "NAME", id="a missing word"),
        pytest.param(("workflows", "add", "X", "--cron", "0 25 * * *"), 2, "hour", id="a bad cron"),
        pytest.param(("workflows", "add", "X", "--tz", "Mars/X"), 2, "Mars/X", id="a bad zone"),
        pytest.param(("workflows", "add", "X", "--kind", "htp"), 2, "http?", id="a bad kind"),
        pytest.param(("workflows", "add", "X", "--input", "a"), 2, "key=value", id="a bad input"),
        pytest.param(("workflows", "add", "X", "--input", "a=b"), 2, "message", id="an odd input"),
        pytest.param(("workflows", "add", "X", "--inputs-json", "{"), 2, "JSON", id="bad JSON"),
        pytest.param(("workflows", "add", "X", "--inputs-json", "[]"), 2, "object", id="a list"),
        pytest.param(("workflows", "add", "X", "--overlap", "no"), 2, "--overlap", id="a bad word"),
        pytest.param(("workflows", "add", "X", "--attempts", "0"), 2, "1 to 100", id="a bad count"),
        pytest.param(("workflows", "add", "X", "--jitter", "9d"), 2, "jitter", id="a bad span"),
        pytest.param(("workflows", "add", "Taken"), 1, "already", id="a taken name"),
        pytest.param(("workflows", "set", "Taken"), 2, "nothing to change", id="an empty change"),
        pytest.param(("workflows", "pause", "None"), 2, "'None'", id="an unknown workflow"),
        pytest.param(("workflows", "run", "9" * 30), 2, "no workflow", id="an endless number"),
        pytest.param(("workflows", "replay", "1-m9"), 2, "no run 1-m9", id="an unknown run"),
        pytest.param(("workflows", "runs", "--status", "lost"), 2, "--status", id="a bad status"),
        pytest.param(("keys", "revoke", "seven"), 2, "ID", id="a key that is no number"),
        pytest.param(("serve", "--port", "99999"), 2, "--port", id="a port there cannot be"),
        pytest.param(("list", "--team", "nowhere"), 2, "No such command", id="a stray command"),
        pytest.param(("workflows", "list", "--team", "nowhere"), 2, "belfry init", id="no team"),
        pytest.param(("--team", "nowhere", "audit", "log"), 2, "belfry init", id="no team before"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(
    belfry: Terminal, arguments: tuple[str, ...], code: int, named: str
) -> None:
    belfry("workflows", "add", "Taken")
    answer = belfry(*arguments)
    assert (answer.code, answer.out) == (code, "")
    assert named in answer.err
    assert answer.err.startswith("belfry: ")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    "text, named",
    [
        pytest.param('name = "x\n', "line 1", id="a line that does not end"),
        pytest.param("nme = 1\n", "did you mean name?", id="a misspelt setting"),
        pytest.param("[worker]\nthread = 4\n", "did you mean threads?", id="one inside a table"),
        pytest.param("[workflows.tidy]\ncrn = 1\n", "did you mean cron?", id="one of a built-in"),
        pytest.param('timezone = "Europe/Lndon"\n', "Europe/London", id="a misspelt zone"),
        pytest.param("[worker]\nthreads = 0\n", "worker.threads", id="a number too small"),
        pytest.param('admin = "owner"\n', "admin", id="an address that is none"),
        pytest.param('public_url = "bells"\n', "public_url", id="a public address that is none"),
        pytest.param('folder = "x"\n', "folder is not a setting", id="a word of our own"),
        pytest.param('database = "x"\n', "database", id="a word where a table is"),
        pytest.param("[worker]\nbeat_seconds = 20\n", "three times", id="a worker soon given up"),
        pytest.param('[http]\nallow = ["10.0.0.1/8"]\n', "10.0.0.1/8", id="a network that is none"),
    ],
)
def test_broken_settings_are_one_clear_line(belfry: Terminal, text: str, named: str) -> None:
    (belfry.folder / "belfry.toml").write_text(text)
    answer = belfry("workflows", "list")
    assert (answer.code, answer.out) == (2, "")
    assert named in answer.err
    assert answer.err.count("\n") == 1


def test_settings_that_are_no_text_are_one_clear_line(belfry: Terminal) -> None:
    (belfry.folder / "belfry.toml").write_bytes(b"name = '\xff'")
    assert (belfry("workflows", "list").code, belfry("doctor").code) == (2, 1)


def test_database_that_does_not_answer_may_be_tried_again(
    belfry: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BELFRY_DATABASE_URL", "postgresql://127.0.0.1:1/none")
    answer = belfry("workflows", "list")
    assert (answer.code, answer.out) == (75, "")
    assert answer.err.startswith("belfry: the database does not answer: ")
    assert answer.err.count("\n") == 1


def test_database_of_a_newer_belfry_is_left_alone(belfry: Terminal) -> None:
    database = sqlite3.connect(belfry.folder / ".belfry" / "belfry.db")
    with database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    answer = belfry("workflows", "list")
    assert (answer.code, answer.out) == (2, "")
    assert "of a newer Belfry (9999)" in answer.err


def test_team_may_be_named_before_the_command(
    belfry: Terminal, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    belfry("workflows", "add", "Ding")
    monkeypatch.delenv("BELFRY_TEAM")
    shown = belfry("--team", belfry.folder, "workflows", "list", "--json").json
    assert [workflow["name"] for workflow in shown["workflows"]] == ["Ding"]
    assert belfry("workflows", "list").code == 2


def test_version_is_told(belfry: Terminal) -> None:
    answer = belfry("--version")
    assert (answer.code, answer.out) == (0, "belfry 0.1.0\n")


@pytest.mark.parametrize("arguments", [(), ("--help",), ("workflows", "--help")])
def test_help_is_an_answer(belfry: Terminal, arguments: tuple[str, ...]) -> None:
    answer = belfry(*arguments)
    assert (answer.code, answer.err) == (0, "")
    assert "Usage: belfry" in answer.out


def test_unreadable_folder_is_one_clear_line(belfry: Terminal, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    answer = belfry("init", tmp_path / "loop", "--yes")
    assert answer.code == 1
    assert answer.err.count("\n") == 1


def run(*arguments: str, code: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own; `code` is what Python is told before it begins."""
    program = f"{code}\nfrom belfry.__main__ import main\nmain()"
    return subprocess.run(
        (sys.executable, "-c", program, *arguments),
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


BREAK = "import belfry.entrypoints.cli.scheduler.cron as cron\ncron.find_zone = None"


def test_unexpected_error_is_one_line_with_a_way_to_see_more() -> None:
    done = run("cron", "next", "@daily", code=BREAK)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("belfry: unexpected error: TypeError: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" in run("--trace", "cron", "next", "@daily", code=BREAK).stderr


@pytest.mark.parametrize("options", ["", "--json", "-n 1000"])
def test_reader_that_stops_reading_is_not_worth_a_word(options: str) -> None:
    command = f"{sys.executable} -m belfry cron next '* * * * *' {options} | true"
    done = subprocess.run(("sh", "-c", command), capture_output=True, text=True)
    assert done.stderr == ""


def test_terminal_without_letters_still_gets_an_answer(team: Path) -> None:
    environment = {"PYTHONIOENCODING": "ascii", "BELFRY_TEAM": str(team)}
    assert run("workflows", "add", "Café", **environment).returncode == 0
    done = run("workflows", "list", **environment)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [("--help",), ("cron", "next", "@daily"), ("--version",)])
def test_quick_command_brings_no_heavy_package(arguments: tuple[str, ...]) -> None:
    code = "import atexit, sys\natexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    done = run(*arguments, code=code)
    assert done.returncode == 0
    brought = {name.partition(".")[0] for name in done.stderr.split()}
    heavy = {"sqlalchemy", "alembic", "fastapi", "uvicorn", "httpx", "argon2", "prometheus_client"}
    assert brought & {"belfry", *heavy} == {"belfry"}
