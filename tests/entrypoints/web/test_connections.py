"""How long a client may keep the server waiting, on real sockets."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import httpx
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from belfry.entrypoints.web import connections
from belfry.entrypoints.web.connections import GuardedConnection

PATIENCE = 60


class HastyConnection(GuardedConnection):
    """Waits for a moment only, so that a test does not."""

    headers_within = 0.05
    body_pause = 0.05
    reading_pause = 0.05


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with what it was sent; `/long` with more than the buffers of a connection hold."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message["body"], message["more_body"]
    if scope["path"] == "/long":
        body = b"x" * 50_000_000
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def serve(protocol: type[GuardedConnection]) -> Iterator[tuple[str, int]]:
    with socket.create_server(("127.0.0.1", 0)) as door:
        config = uvicorn.Config(
            echo, http=protocol, log_config=None, lifespan="off", timeout_keep_alive=1
        )
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
        thread.start()
        yield door.getsockname()
        server.should_exit = True
        thread.join()


@contextmanager
def connect(address: tuple[str, int], source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(address, PATIENCE, source_address=(source, 0)) as connection:
        yield connection


def is_closed(connection: socket.socket) -> bool:
    """Whether the server ends it, within a minute."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "opening",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: a\r\nX-Half",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf",
        b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT",
    ],
    ids=["nothing", "half the headers", "half a body", "half of a second request"],
)
def test_client_that_sends_too_little_is_disconnected(opening: bytes) -> None:
    with serve(HastyConnection) as address, connect(address) as connection:
        connection.sendall(opening)
        assert is_closed(connection)


def test_client_that_does_not_read_its_answer_is_disconnected() -> None:
    lost = Event()

    class WatchedConnection(HastyConnection):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            lost.set()

    with serve(WatchedConnection) as address, connect(address) as connection:
        connection.sendall(b"GET /long HTTP/1.1\r\nHost: a\r\n\r\n")
        assert lost.wait(PATIENCE)


def test_complete_request_is_answered_by_a_hasty_server() -> None:
    with serve(HastyConnection) as address:
        url = f"http://{address[0]}:{address[1]}/"
        assert httpx.post(url, content=b"all of it", timeout=PATIENCE).text == "all of it"


def test_newcomer_takes_the_place_of_the_longest_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST", 2)
    with (
        serve(GuardedConnection) as address,
        connect(address) as oldest,
        connect(address) as second,
        connect(address) as newcomer,
    ):
        newcomer.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert newcomer.recv(15) == b"HTTP/1.1 200 OK"
        assert is_closed(oldest)
        second.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert second.recv(15) == b"HTTP/1.1 200 OK"


def test_address_has_a_limit_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 1)
    with (
        serve(GuardedConnection) as address,
        connect(address) as proxied,
        connect(address, "127.0.0.2") as first,
        connect(address, "127.0.0.2") as second,
    ):
        assert is_closed(first)
        for connection in (proxied, second):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert connection.recv(15) == b"HTTP/1.1 200 OK"
