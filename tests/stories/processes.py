"""Belfry as real processes: started, waited for, stopped, crashed; and its single commands."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, Self

import pytest

from belfry.__main__ import main

PATIENCE = 300


class Process:
    """`belfry ARGUMENTS --json` for the team in `folder`; what it says to machines is `said`."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self._arguments = (sys.executable, "-m", "belfry", *arguments, "--json")
        self._environment = {**os.environ, "BELFRY_TEAM": str(folder), **environment}
        self._lines: Queue[str | None] = Queue()
        self.log = folder / f"{'-'.join(arguments[:1])}.log"
        self.said: dict[str, Any] = {}

    def __enter__(self) -> Self:
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                self._arguments,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._process.poll() is None:
            self.kill()
        self._reader.join()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)

    def wait_ready(self) -> Self:
        """Until it has said its first word, which is that it is ready."""
        try:
            line = self._lines.get(timeout=PATIENCE)
        except Empty:
            line = None
        assert line is not None, f"it never got ready:\n{self.log.read_text()}"
        self.said = json.loads(line)
        assert self.said["ready"] is True
        return self

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def address(self) -> str:
        return str(self.said["address"])

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask it to end, and the number it ended with."""
        self._process.send_signal(number)
        return self._process.wait(PATIENCE)

    def kill(self) -> None:
        """As a power cut would."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()


def run_here(*arguments: str, **environment: str) -> str:
    """What one command prints, which must succeed.

    It runs in this process: to start one takes longer than what most commands do.
    """
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name, value in environment.items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
    assert left.value.code == 0, f"{arguments}\n{err.getvalue()}"
    return out.getvalue()


def run_belfry(folder: Path, *arguments: str, **environment: str) -> Any:
    """What one command answers to machines."""
    return json.loads(run_here(*arguments, "--json", BELFRY_TEAM=str(folder), **environment))
