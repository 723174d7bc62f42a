"""A line to one machine out there, held no longer than agreed.

The line is opened to an address and never to a name, so that nobody can change between the
look-up and the call where it leads. The name is used for the certificate alone.
"""

from __future__ import annotations

import socket
import ssl
from contextlib import contextmanager
from datetime import timedelta
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

from belfry.kernel.errors import Permanent, Temporary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.kernel.urls import IPAddress, Target
    from belfry.ports.clock import Clock

_CHUNK = 16 * 1024


class Deadline:
    """One moment for the whole call: a byte now and then does not put it off."""

    def __init__(self, clock: Clock, within: timedelta) -> None:
        self._clock = clock
        self._ends = clock.elapsed() + within

    def left(self) -> float:
        """Seconds left, always more than none; TimeoutError once there are none."""
        left = self._ends - self._clock.elapsed()
        if left <= timedelta():
            raise TimeoutError("the time allowed for the call is over")
        return left.total_seconds()


class Line:
    """An open line; everything said and heard on it counts against one deadline."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def send(self, message: bytes) -> None:
        rest = memoryview(message)
        while rest:
            self._sock.settimeout(self._deadline.left())
            rest = rest[self._sock.send(rest[:_CHUNK]) :]

    def receive(self) -> bytes:
        """What came next; nothing once the other side has hung up."""
        self._sock.settimeout(self._deadline.left())
        return self._sock.recv(_CHUNK)


@contextmanager
def open_line(
    target: Target, addresses: Sequence[IPAddress], tls: ssl.SSLContext | None, deadline: Deadline
) -> Iterator[Line]:
    """A line to the first address that answers, secured if `tls` is given; else Temporary."""
    sock = _connect(target, addresses, deadline)
    if tls is not None:
        sock = _secure(sock, target, tls, deadline)
    with sock:
        yield Line(sock, deadline)


def _connect(target: Target, addresses: Sequence[IPAddress], deadline: Deadline) -> socket.socket:
    failure: OSError = OSError("no address")
    for tried, address in enumerate(addresses):
        try:
            # A dead address gets its share of the time and leaves the others theirs.
            return _dial(address, target.port, deadline.left() / (len(addresses) - tried))
        except OSError as error:
            failure = error
    raise Temporary(f"cannot connect to {target.shown}: {failure}") from failure


def _dial(address: IPAddress, port: int, seconds: float) -> socket.socket:
    family = socket.AF_INET if isinstance(address, IPv4Address) else socket.AF_INET6
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.settimeout(seconds)
        sock.connect((str(address), port))
    except OSError:
        sock.close()
        raise
    return sock


def _secure(
    sock: socket.socket, target: Target, tls: ssl.SSLContext, deadline: Deadline
) -> ssl.SSLSocket:
    try:
        with sock:
            sock.settimeout(deadline.left())
            return tls.wrap_socket(sock, server_hostname=target.host)
    except ssl.SSLCertVerificationError as error:
        raise Permanent(f"{target.shown} is not who it says: {error.verify_message}") from error
    except (ssl.SSLEOFError, ssl.SSLZeroReturnError, ssl.SSLSyscallError) as error:
        raise Temporary(f"{target.shown} hung up before the line was secure") from error
    except ssl.SSLError as error:
        raise Permanent(f"{target.shown} does not speak TLS as we do: {error.reason}") from error
    except OSError as error:
        raise Temporary(f"the line to {target.shown} could not be secured: {error}") from error
