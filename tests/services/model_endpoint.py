"""A server that plays a model: it says, refuses, drips, goes on for ever or keeps silent.

It listens on the loopback address. What it is told to do holds until it is told something else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from socket import socket
from threading import Event
from typing import Any, Protocol

from tests.adapters.web.local_servers import LocalServer, Seen, reset, serving

# A drip is slower than any caller here waits, and still comes to an end.
DRIP_EVERY_SECONDS = 0.02
DRIPS = 200

Act = Callable[[socket, Event], None]


class Dialect(Protocol):
    """How a kind of server writes what its model says."""

    def write_answer(self, text: object, stop: str | None) -> dict[str, Any]: ...

    def write_json(self, value: object) -> dict[str, Any]:
        """The answer of a model that is held to a schema."""

    def read_question(self, seen: Seen) -> tuple[str, str]:
        """The instructions and the facts that came with a request."""

    def read_schema(self, seen: Seen) -> object:
        """The schema that a request holds the model to; None if there is none."""


@dataclass
class ModelEndpoint:
    server: LocalServer
    dialect: Dialect
    act: Act = field(repr=False, default=lambda conn, over: reset(conn))

    @property
    def url(self) -> str:
        return self.server.url("")

    @property
    def questions(self) -> list[tuple[str, str]]:
        return [self.dialect.read_question(seen) for seen in self.server.seen]

    @property
    def schemas(self) -> list[object]:
        return [self.dialect.read_schema(seen) for seen in self.server.seen]

    def say(self, text: object, stop: str | None = None) -> None:
        self.answer(json.dumps(self.dialect.write_answer(text, stop)).encode())

    def say_json(self, value: object) -> None:
        """What a model says that is held to a schema."""
        self.answer(json.dumps(self.dialect.write_json(value)).encode())

    def answer(self, body: bytes, status: int = 200, **headers: str) -> None:
        whole = write_answer(body, status, headers)
        self.act = lambda conn, over: conn.sendall(whole)

    def drip(self, text: str, *, head_too: bool = False) -> None:
        """A good answer, one byte at a time."""
        whole = write_answer(json.dumps(self.dialect.write_answer(text, None)).encode(), 200, {})
        at = 0 if head_too else whole.index(b"\r\n\r\n") + 4
        self.act = lambda conn, over: _drip(conn, over, whole, at)

    def go_on_for_ever(self) -> None:
        self.act = _go_on

    def keep_silent(self) -> None:
        self.act = _keep_silent

    def stop_halfway(self) -> None:
        """Hangs up in the middle of an answer."""
        self.act = lambda conn, over: conn.sendall(write_answer(b"{}" * 50, 200, {})[:-10])

    def hang_up(self) -> None:
        self.act = lambda conn, over: reset(conn)


def write_answer(body: bytes, status: int, headers: dict[str, str]) -> bytes:
    length = {"content-length": str(len(body)), "connection": "close"}
    all_headers = {"content-type": "application/json", **length, **headers}
    lines = [f"{name.replace('_', '-')}: {value}\r\n" for name, value in all_headers.items()]
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{''.join(lines)}\r\n".encode() + body


def _drip(conn: socket, over: Event, whole: bytes, at: int) -> None:
    conn.sendall(whole[:at])
    rest = whole[at : at + DRIPS]
    for place in range(len(rest)):
        conn.sendall(rest[place : place + 1])
        over.wait(DRIP_EVERY_SECONDS)
    conn.sendall(whole[at + DRIPS :])


def _keep_silent(conn: socket, over: Event) -> None:
    over.wait()


def _go_on(conn: socket, over: Event) -> None:
    conn.sendall(b'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"')
    while not over.is_set():
        conn.sendall(b"on and on " * 1000)


@contextmanager
def serving_model(dialect: Dialect) -> Iterator[ModelEndpoint]:
    over = Event()
    with serving(lambda conn, seen: endpoint.act(conn, over)) as server:
        endpoint = ModelEndpoint(server, dialect)
        try:
            yield endpoint
        finally:
            over.set()
