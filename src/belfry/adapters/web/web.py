"""Call web addresses that users wrote down, without letting them reach machines behind our door.

Check the URL, look the name up once, check every address, and call one of those. Proxies named by
the environment are not used: behind one, it is unknown which address is called.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

import h11

from belfry.adapters.sockets import Deadline, Resolve, ask_system, connect, look_up
from belfry.kernel.errors import Permanent, Temporary, Unknown
from belfry.kernel.urls import IPAddress, Target, parse_allowed
from belfry.ports.clock import Clock
from belfry.ports.web import WebAnswer, WebRequest, check_addresses, check_request, check_url


class SocketWeb:
    """`allowed` holds networks and host names, `tls` says whom to trust."""

    def __init__(
        self,
        clock: Clock,
        *,
        allowed: Sequence[str] = (),
        resolve: Resolve = ask_system,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._clock = clock
        self._allowed = parse_allowed(allowed)
        self._resolve = resolve
        self._given_tls = tls

    def check(self, url: str) -> None:
        check_url(url, self._allowed)

    def call(self, request: WebRequest) -> WebAnswer:
        target = check_request(request, self._allowed)
        deadline = Deadline(self._clock, request.within)
        hosts = (
            [target.host] if target.address else _find_addresses(self._resolve, target, deadline)
        )
        addresses = check_addresses(target, hosts, self._allowed)
        tls = self._tls if target.is_secure else None
        with open_line(target, addresses, tls, deadline) as line:
            return exchange(line, request, target)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        # Reading the machine's authorities takes tens of milliseconds: not before the first call.
        return self._given_tls or ssl.create_default_context()


LONGEST_HEAD = 64 * 1024


def exchange(line: Line, request: WebRequest, target: Target) -> WebAnswer:
    """The answer to `request`, sent over `line`."""
    protocol = h11.Connection(h11.CLIENT, max_incomplete_event_size=LONGEST_HEAD)
    was_handed_over = _hand_over(line, _write_request(protocol, request, target), target)
    try:
        return _read_answer(_read_events(protocol, line), request.max_bytes)
    except (OSError, h11.RemoteProtocolError) as error:
        if was_handed_over:
            # What could not be read is not repeated: it may be long, and echo our secrets.
            why = error if isinstance(error, OSError) else "cut short, or not HTTP"
            raise Unknown(f"{target.shown} gave no whole answer: {why}") from error
        raise Temporary(f"{target.shown} hung up before it had the request") from error


def _write_request(protocol: h11.Connection, request: WebRequest, target: Target) -> bytes:
    headers = [
        ("Host", target.authority),
        *request.headers.items(),
        ("Accept-Encoding", "identity"),
        ("Connection", "close"),
    ]
    body = request.body or b""
    if request.body is not None or request.method in {"POST", "PUT", "PATCH"}:
        headers.append(("Content-Length", str(len(body))))
    head = h11.Request(
        method=request.method,
        target=target.path,
        headers=[(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
    )
    events: list[h11.Event] = [head, h11.Data(data=body), h11.EndOfMessage()]
    return b"".join(protocol.send(event) or b"" for event in events)


def _hand_over(line: Line, message: bytes, target: Target) -> bool:
    """Whether the other side took all of it; if not, it may still have said why."""
    try:
        line.send(message)
    except TimeoutError as error:
        raise Temporary(f"{target.shown} did not take the request in time") from error
    except OSError:
        return False
    return True


def _read_events(protocol: h11.Connection, line: Line) -> Iterator[h11.Event]:
    while True:
        event = protocol.next_event()
        if event is h11.NEED_DATA:
            protocol.receive_data(line.receive())
        elif isinstance(event, h11.Event):
            yield event
        else:
            raise h11.RemoteProtocolError("more was said than an answer")


def _read_answer(events: Iterator[h11.Event], max_bytes: int) -> WebAnswer:
    head = next(event for event in events if isinstance(event, h11.Response))
    body = bytearray()
    for event in events:
        if not isinstance(event, h11.Data):
            break
        body += event.data
        if len(body) > max_bytes:
            break
    return WebAnswer(
        status=head.status_code,
        headers=_read_headers(head),
        body=bytes(body[:max_bytes]),
        truncated=len(body) > max_bytes,
    )


def _read_headers(head: h11.Response) -> dict[str, str]:
    headers: dict[str, str] = {}
    for raw_name, raw_value in head.headers:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


_CHUNK = 16 * 1024


class Line:
    """An open connection; everything sent and received counts against one deadline."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline

    def send(self, message: bytes) -> None:
        rest = memoryview(message)
        while rest:
            self._sock.settimeout(self._deadline.left())
            rest = rest[self._sock.send(rest[:_CHUNK]) :]

    def receive(self) -> bytes:
        """The next bytes; none once the other side has hung up."""
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


def _find_addresses(resolve: Resolve, target: Target, deadline: Deadline) -> Sequence[str]:
    """The addresses of `target`, asked for once; Temporary if no answer comes in time."""
    try:
        return look_up(target.host, target.port, resolve, deadline)
    except TimeoutError as error:
        raise Temporary(f"{target.host} was not found in time") from error
    except OSError as error:
        raise Temporary(f"{target.host} cannot be found now: {error}") from error


def _connect(target: Target, addresses: Sequence[IPAddress], deadline: Deadline) -> socket.socket:
    try:
        return connect([str(address) for address in addresses], target.port, deadline)
    except OSError as error:
        raise Temporary(f"cannot connect to {target.shown}: {error}") from error


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
