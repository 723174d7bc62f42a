"""A line to the mail server, held no longer than agreed."""

from __future__ import annotations

import socket
import ssl
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.ports.clock import Clock

_NOTHING = timedelta()
_CHUNK = 64 * 1024
_LONGEST_SAID = 4096


class Garbled(Exception):
    """What came back is no SMTP."""


class Deadline:
    """One moment for the whole letter: a byte now and then does not put it off."""

    def __init__(self, clock: Clock, within: timedelta) -> None:
        self._clock = clock
        self._began = clock.elapsed()
        self._ends = self._began + within

    def left(self) -> float:
        """Seconds left, always more than none; TimeoutError once there are none."""
        left = self._ends - self._clock.elapsed()
        if left <= _NOTHING:
            raise TimeoutError("the time for one letter is over")
        return left.total_seconds()

    def early(self) -> Deadline:
        """A deadline that leaves most of the time for another try."""
        return Deadline(self._clock, (self._ends - self._began) / 3)


class Line:
    """Everything said and heard counts against the deadline; OSError once the line is broken."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        # Every command is waited for, and must not wait for company on the way.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.deadline = deadline
        self._sock = sock
        self._heard = b""

    def ask(self, command: bytes) -> None:
        """Say something so short that the line itself can hold it: nobody waits here."""
        self._sock.sendall(command)

    def send(self, message: bytes) -> None:
        rest = memoryview(message)
        while rest:
            self._sock.settimeout(self.deadline.left())
            rest = rest[self._sock.send(rest[:_CHUNK]) :]

    def hear_line(self) -> bytes:
        """The next whole line, without its end."""
        while b"\n" not in self._heard:
            if len(self._heard) > _LONGEST_SAID:
                raise Garbled("a line without an end")
            self._sock.settimeout(self.deadline.left())
            self._hear(self._sock.recv(_CHUNK))
        said, _, self._heard = self._heard.partition(b"\n")
        return said.removesuffix(b"\r")

    def has_spoken(self) -> bool:
        """Whether something was said that nobody has listened to; OSError if the line is dead."""
        self._sock.settimeout(0)
        try:
            self._hear(self._sock.recv(_CHUNK))
        except (BlockingIOError, ssl.SSLWantReadError):
            return bool(self._heard)
        return True

    def secure(self, tls: ssl.SSLContext, name: str) -> None:
        """Go on in secret with whoever can prove to be `name`."""
        if self._heard:
            # What was said in the open would otherwise be taken for said in secret.
            raise Garbled("something said before the line was secure")
        self._sock.settimeout(self.deadline.left())
        self._sock = tls.wrap_socket(self._sock, server_hostname=name)

    def own_address(self) -> str:
        """This end of the line."""
        return str(self._sock.getsockname()[0])

    def close(self) -> None:
        self._sock.close()

    def _hear(self, raw: bytes) -> None:
        if not raw:
            raise ConnectionResetError("the server hung up")
        self._heard += raw
