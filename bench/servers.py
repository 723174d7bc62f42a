"""Web applications that run in processes of their own, as long as they are needed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 30


@contextmanager
def serving(module: str, folder: Path) -> Iterator[int]:
    """The port that `module` listens on, once it has said so."""
    log = folder / f"{module}.log"
    with log.open("w") as written:
        command = (sys.executable, "-m", module, str(folder))
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=written, text=True)
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            if not said:
                raise RuntimeError(f"{module} did not start:\n{log.read_text()}")
            yield int(said)
        finally:
            stop(server)


def stop(server: subprocess.Popen[str]) -> None:
    server.terminate()
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
    if server.stdout:
        server.stdout.close()
