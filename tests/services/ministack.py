"""An AWS that does things: it keeps schedules and fires them.

ministack pins other versions of the SDK than ours, so it lives in an environment of its own, which
the first test that needs it makes and later runs find in `.cache`. It reads every schedule in UTC,
and hands its input on as it stands: where a zone or the moment of the fire matters, the test plays
that part of EventBridge itself.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.stories.waiting import wait_for

VERSION = "1.5.33"
CACHE = Path(__file__).parents[2] / ".cache"
REGION = "eu-west-2"


@pytest.fixture(scope="session")
def ministack_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of this worker's server, which is not emptied between tests."""
    program = install_once()
    folder = tmp_path_factory.mktemp("ministack")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        "PATH": os.environ["PATH"],
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(port),
        "MINISTACK_REGION": REGION,
        "TMPDIR": str(folder),
        "HOME": str(folder),
    }
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            (program, "-m", "ministack"),
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: ask(f"{address}/_ministack/health"), lambda status: status == 200)
        yield address
    finally:
        server.terminate()
        server.wait()


@pytest.fixture
def ministack(ministack_server: str) -> str:
    """The address of an AWS in which nothing has been made yet."""
    assert ask(f"{ministack_server}/_ministack/reset", b"") == 200
    return ministack_server


def ask(url: str, body: bytes | None = None) -> int:
    """The status of the answer; 0 if there is none."""
    try:
        with urllib.request.urlopen(url, data=body) as answer:
            return int(answer.status)
    except urllib.error.URLError:
        return 0


def install_once() -> Path:
    """The interpreter that has ministack; where it cannot be had, the test is skipped."""
    python = f"py{sys.version_info.major}.{sys.version_info.minor}"
    home = CACHE / f"ministack-{VERSION}-{python}"
    program = home / "bin" / "python"
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "ministack.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (home / "installed").exists():
            shutil.rmtree(home, ignore_errors=True)
            install(home, program)
            (home / "installed").touch()
    return program


def install(home: Path, program: Path) -> None:
    package = f"ministack=={VERSION}"
    uv = shutil.which("uv")
    with_uv = (uv or "", "pip", "install", "--quiet", "--python", str(program), package)
    with_pip = (str(program), "-m", "pip", "install", "--quiet", package)
    subprocess.run((sys.executable, "-m", "venv", str(home)), check=True)
    tries = [with_uv, with_pip] if uv else [with_pip]
    error = ""
    for command in tries:
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0:
            return
        error = done.stderr.strip()
    pytest.skip(f"{package} cannot be installed here: {error[-300:]}")
