"""Servers on this machine that answer well, badly, slowly or not at all."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ssl


@dataclass(frozen=True)
class Seen:
    """One request as it came in."""

    method: str
    path: str
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> list[str]:
        return [value for header, value in self.headers if header.lower() == name.lower()]


@dataclass
class LocalServer:
    host: str
    port: int
    seen: list[Seen] = field(default_factory=list)
    connections: int = 0

    def url(self, path: str = "/", *, host: str | None = None, scheme: str = "http") -> str:
        return f"{scheme}://{host or self.host}:{self.port}{path}"


Handle = Callable[[socket.socket, LocalServer], None]
Answer = Callable[[socket.socket, Seen], None]


@contextmanager
def listening(
    handle: Handle,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    tls: ssl.SSLContext | None = None,
) -> Iterator[LocalServer]:
    """A server that gives every connection to `handle` and closes it afterwards."""

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            local.connections += 1
            with suppress(OSError):
                handle(self.request, local)

    class Server(ThreadingTCPServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

        def get_request(self) -> tuple[socket.socket, Any]:
            conn, peer = super().get_request()
            return (tls.wrap_socket(conn, server_side=True) if tls else conn), peer

    with Server((host, port), Handler) as server:
        local = LocalServer(host, server.server_address[1])
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield local
        finally:
            server.shutdown()
            thread.join()


def serving(
    answer: bytes | Answer,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    tls: ssl.SSLContext | None = None,
) -> AbstractContextManager[LocalServer]:
    """A server that reads each request whole, notes it, and then answers."""

    def handle(conn: socket.socket, local: LocalServer) -> None:
        seen = read_request(conn)
        local.seen.append(seen)
        if callable(answer):
            answer(conn, seen)
        else:
            conn.sendall(answer)

    return listening(handle, host=host, port=port, tls=tls)


def read_request(conn: socket.socket) -> Seen:
    raw = b""
    while b"\r\n\r\n" not in raw:
        raw += _more(conn)
    head, _, body = raw.partition(b"\r\n\r\n")
    start, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = start.split(" ")
    headers = [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]
    seen = Seen(method, path, headers, body)
    length = int((seen.header("content-length") or ["0"])[0])
    while len(body) < length:
        body += _more(conn)
    return Seen(method, path, headers, body)


def reset(conn: socket.socket) -> None:
    """Breaks the line rudely, as a crash does."""
    conn.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    conn.close()


@contextmanager
def holding_closed_port() -> Iterator[int]:
    """A bound port that does not listen: connections to it are refused."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


def _more(conn: socket.socket) -> bytes:
    chunk = conn.recv(65536)
    if not chunk:
        raise ConnectionError("the caller hung up")
    return chunk
