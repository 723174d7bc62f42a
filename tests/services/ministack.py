"""An AWS that does things: it keeps schedules and fires them.

It reads every schedule in UTC, and hands its input on as it stands: where a zone or the moment of
the fire matters, the test plays that part of EventBridge itself.
"""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.stories.waiting import wait_for
from tools.emulator import REGION as REGION
from tools.emulator import start


@contextmanager
def serving_ministack(folder: Path, **environment: str) -> Iterator[str]:
    """The address of a server that ends with the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (folder / "log").open("w") as log:
        server = start(folder, port, log, **environment)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: ask(f"{address}/_ministack/health"), lambda status: status == 200)
        yield address
    finally:
        server.terminate()
        server.wait()


@pytest.fixture(scope="session")
def ministack_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of this worker's server, which is not emptied between tests."""
    with serving_ministack(tmp_path_factory.mktemp("ministack")) as address:
        yield address


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
