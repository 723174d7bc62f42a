"""Mail servers on this machine that follow a script: they refuse, stall, mumble and hang up."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING, BinaryIO

from tests.adapters.web.local_servers import LocalServer, listening, reset

if TYPE_CHECKING:
    import ssl

Act = bytes | Callable[[socket.socket], None]
Script = Mapping[str, Act | Sequence[Act]]

OK = b"250 OK\r\n"
POLITE: dict[str, bytes] = {
    "greeting": b"220 mail.test ESMTP\r\n",
    "EHLO": b"250-mail.test\r\n250 SIZE 99999999\r\n",
    "DATA": b"354 go on\r\n",
    "email": b"250 2.0.0 queued\r\n",
    "QUIT": b"221 bye\r\n",
}


@dataclass
class ScriptedServer:
    """The commands it got, and the e-mails whose end it has seen."""

    port: int
    calls: int = 0
    said: list[str] = field(default_factory=list)
    emails: list[bytes] = field(default_factory=list)


class HungUp(OSError):
    """The server ends the talk."""


@contextmanager
def playing(*scripts: Script, tls: ssl.SSLContext | None = None) -> Iterator[ScriptedServer]:
    """A server that plays one script per call, and the last one for ever.

    A script says what happens at a step (`greeting`, a command, `body` before the e-mail is read,
    `email` after its end); several acts are for the first time, the second, and so on.
    """
    server_state = ScriptedServer(0)

    def handle(conn: socket.socket, local: LocalServer) -> None:
        script = scripts[min(server_state.calls, len(scripts) - 1)] if scripts else {}
        server_state.calls += 1
        with conn.makefile("rb") as reader:
            Talk(conn, reader, script, server_state).run()

    with listening(handle, tls=tls) as local:
        server_state.port = local.port
        yield server_state


@dataclass
class Talk:
    conn: socket.socket
    heard: BinaryIO
    script: Script
    server_state: ScriptedServer
    times: Counter[str] = field(default_factory=Counter)

    def run(self) -> None:
        self.act("greeting")
        for line in self.heard:
            command, space, rest = line.decode().rstrip("\r\n").partition(" ")
            step = command.upper()
            self.server_state.said.append(f"{step}{space}{rest}")
            if self.act(step).startswith(b"354"):
                self.take_email()
            if step == "QUIT":
                return

    def take_email(self) -> None:
        if "body" in self.script:
            self.act("body")
        outgoing = b""
        while not outgoing.endswith(b"\r\n.\r\n"):
            line = self.heard.readline()
            if not line:
                raise HungUp
            outgoing += line
        self.server_state.emails.append(outgoing)
        self.act("email")

    def act(self, step: str) -> bytes:
        act = self.script.get(step, POLITE.get(step, OK))
        if isinstance(act, Sequence) and not isinstance(act, bytes):
            act = act[min(self.times[step], len(act) - 1)]
        self.times[step] += 1
        if not isinstance(act, bytes):
            act(self.conn)
            return b""
        self.conn.sendall(act)
        if act.startswith(b"421"):
            raise HungUp
        return act


def stall(conn: socket.socket) -> None:
    """Says nothing more, until the caller has hung up."""
    while conn.recv(65536):
        pass
    raise HungUp


def stop_reading(until: Event) -> Callable[[socket.socket], None]:
    """Takes no more than fits into the line itself."""

    def act(conn: socket.socket) -> None:
        conn.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        until.wait(30)
        raise HungUp

    return act


def drop(conn: socket.socket) -> None:
    """Breaks the line, as a crash does."""
    reset(conn)
    raise HungUp


def hang_up(conn: socket.socket) -> None:
    """Closes the line in good order."""
    raise HungUp


def saying(words: bytes, then: Callable[[socket.socket], None]) -> Callable[[socket.socket], None]:
    """The words, and then the rest of the act."""

    def act(conn: socket.socket) -> None:
        conn.sendall(words)
        then(conn)

    return act


def say_and_hang_up_at_once(words: bytes) -> Callable[[socket.socket], None]:
    """The words and the end of the line arrive together, so that no caller can come between."""

    def act(conn: socket.socket) -> None:
        conn.send(words, socket.MSG_MORE)
        conn.shutdown(socket.SHUT_WR)
        stall(conn)

    return act


def mumble(words: bytes, *, times: int, every: float) -> Callable[[socket.socket], None]:
    """A byte now and then, and in the end what was asked for."""

    def act(conn: socket.socket) -> None:
        for _ in range(times):
            conn.sendall(words)
            time.sleep(every)
        conn.sendall(OK)

    return act
