"""Clients that connect and keep the server waiting: the pages go on, and the log stays small."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.stories.processes import Process, run_belfry

FEW_FILES = 256
CONNECTIONS = 300
MOST_LOGGED = 50_000
HALF_A_REQUEST = b"GET / HTTP/1.1\r\nHost: belfry\r\nX-Slow: "
HALF_A_BODY = b"POST /sign-in HTTP/1.1\r\nHost: belfry\r\nContent-Length: 1000\r\n\r\nemail="


@contextmanager
def connect_idly(server: Process, count: int, opening: bytes) -> Iterator[None]:
    """`count` connections from another address of this machine, each of which sends `opening`."""
    target = urlsplit(server.address)
    with ExitStack() as stack:
        for _ in range(count):
            connection = socket.create_connection(
                (target.hostname or "", target.port or 0),
                timeout=60,
                source_address=("127.0.0.2", 0),
            )
            stack.enter_context(connection)
            try:
                connection.sendall(opening)
            except ConnectionError:
                continue  # closed already, to make room for another
        yield


@pytest.mark.parametrize(
    "opening",
    [b"", HALF_A_REQUEST, HALF_A_BODY],
    ids=["that send nothing", "that send half a request", "that send half a body"],
)
def test_idle_connections_stop_neither_pages_nor_runs(
    server: Process, team: Path, opening: bytes
) -> None:
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (FEW_FILES, FEW_FILES))
    with connect_idly(server, CONNECTIONS, opening):
        for _ in range(10):
            assert httpx.get(f"{server.address}/sign-in", timeout=60).status_code == 200
        assert httpx.get(f"{server.address}/readyz", timeout=60).status_code == 200
        run = run_belfry(team, "workflows", "run", "watch", "--wait")
    assert run["status"] == "succeeded"
    assert server.log.stat().st_size < MOST_LOGGED
