"""One question and one answer over an open line, in HTTP/1.1.

Whether a broken line is Temporary or Unknown hangs on one thing: had the last byte of the request
been handed over?
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import h11

from belfry.kernel.errors import Temporary, Unknown
from belfry.ports.web import WebAnswer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.adapters.web.line import Line
    from belfry.kernel.urls import Target
    from belfry.ports.web import WebRequest

LONGEST_HEAD = 64 * 1024


def exchange(line: Line, request: WebRequest, target: Target) -> WebAnswer:
    """The answer to `request`, sent over `line`."""
    talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=LONGEST_HEAD)
    was_handed_over = _hand_over(line, _write_request(talk, request, target), target)
    try:
        return _read_answer(_hear(talk, line), request.max_bytes)
    except (OSError, h11.RemoteProtocolError) as error:
        if was_handed_over:
            # What HTTP could not read is not repeated: it may be long, and echo our secrets.
            why = error if isinstance(error, OSError) else "cut short, or not HTTP"
            raise Unknown(f"{target.shown} gave no whole answer: {why}") from error
        raise Temporary(f"{target.shown} hung up before it had the request") from error


def _write_request(talk: h11.Connection, request: WebRequest, target: Target) -> bytes:
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
    return b"".join(talk.send(event) or b"" for event in events)


def _hand_over(line: Line, message: bytes, target: Target) -> bool:
    """Whether the other side took all of it; if not, it may still have said why."""
    try:
        line.send(message)
    except TimeoutError as error:
        raise Temporary(f"{target.shown} did not take the request in time") from error
    except OSError:
        return False
    return True


def _hear(talk: h11.Connection, line: Line) -> Iterator[h11.Event]:
    while True:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            talk.receive_data(line.receive())
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
