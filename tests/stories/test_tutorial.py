"""The tutorial, typed in word for word, answers as it says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.stories.processes import Process, run_here

TOP = Path(__file__).parents[2]
TUTORIAL = TOP / "docs" / "tutorial.md"


@dataclass
class Step:
    """A command as the page has it, and the lines it is said to answer with."""

    command: str
    shown: list[str] = field(default_factory=list)


def read_steps() -> Iterator[Step]:
    for block in re.findall(r"^```console\n(.*?)^```", TUTORIAL.read_text(), re.M | re.S):
        step: Step | None = None
        for line in block.splitlines():
            if line.startswith("$ "):
                if step:
                    yield step
                step = Step(line[2:])
            elif step:
                step.shown.append(line)
        if step:
            yield step


def shape(line: str) -> str:
    """A line without what differs from one day to the next: numbers, weekdays, secrets."""
    line = re.sub(r"(welcome/|bf_api_)\S+", r"\1…", line)
    line = re.sub(r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b", "day", line)
    line = re.sub(r"\b(GMT|BST)\b", "zone", line)
    return " ".join(re.sub(r"\d+", "0", line).split())


def run_in_shell(command: str, folder: Path) -> str:
    done = subprocess.run(
        ("sh", "-c", command),
        cwd=folder,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stderr}"
    return done.stdout


def test_tutorial_answers_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BELFRY_TEAM", "BELFRY_DATABASE_URL", "BELFRY_HEARTBEAT_URL"):
        monkeypatch.delenv(name, raising=False)
    first, *steps = read_steps()
    assert len(steps) > 12
    check(first, run_in_shell(first.command, tmp_path))
    folder = tmp_path
    with ExitStack() as stack:
        for step in steps:
            if step.command.startswith("cd "):
                folder /= step.command.removeprefix("cd ")
                monkeypatch.chdir(folder)
            elif step.command == "belfry serve":
                server = stack.enter_context(Process(folder, "serve", "--port", "0"))
                assert server.wait_ready().said["link"] is not None
            else:
                _, *arguments = shlex.split(step.command)
                check(step, run_here(*arguments))


def check(step: Step, answer: str) -> None:
    answered = {shape(line) for line in answer.splitlines()}
    assert {shape(line) for line in step.shown} <= answered, step.command


def test_readme_commands_work_as_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BELFRY_TEAM", "BELFRY_DATABASE_URL", "BELFRY_HEARTBEAT_URL"):
        monkeypatch.delenv(name, raising=False)
    readme = (TOP / "README.md").read_text()
    [block] = [
        text for text in re.findall(r"^```\n(.*?)^```", readme, re.M | re.S) if "init" in text
    ]
    assert "belfry serve --team shop " in block
    typed = block.replace("belfry serve", "exec belfry serve --port 0")  # 8787 may be taken
    (tmp_path / ".venv").symlink_to(sys.prefix)
    with subprocess.Popen(
        ("sh", "-e", "-c", typed),
        cwd=tmp_path,
        env={**os.environ, "PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as shell:
        assert shell.stdout is not None
        lines = iter(shell.stdout.readline, "")
        ready = next((line for line in lines if line.startswith("Belfry is ready: ")), "")
        shell.terminate()
    assert ready
