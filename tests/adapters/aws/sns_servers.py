"""Channels to SNS as moto plays it, and to one that refuses, stalls and hangs up."""

from __future__ import annotations

import json
import socket
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl

from tests.adapters.web.local_servers import LocalServer, Seen, listening, read_request

from belfry.adapters.aws.clients import Keys, connect_sns
from belfry.adapters.aws.sms import SmsSender, SnsSms

SENDER = SmsSender(number="+447700900001")
LATE = timedelta(seconds=20)
SOON = timedelta(seconds=0.3)
NAMESPACE = "http://sns.amazonaws.com/doc/2010-03-31/"
Act = bytes | Callable[[socket.socket], None]


@contextmanager
def channel_to(
    url: str, *, sender: SmsSender = SENDER, answer_within: timedelta = LATE
) -> Iterator[SnsSms]:
    """A channel whose client tries every call once."""
    client = connect_sns(
        region="eu-west-2",
        endpoint=url,
        keys=Keys("testing", "testing"),
        answer_within=answer_within,
    )
    try:
        yield SnsSms(client, sender)
    finally:
        client.close()


def list_sent(moto: str) -> list[dict[str, Any]]:
    """The text messages that moto took: number, words and id."""
    with urllib.request.urlopen(f"{moto}/moto-api/data.json") as answer:
        messages: list[dict[str, Any]] = json.load(answer)["sns"].get("SMS", [])
    return messages


@contextmanager
def playing_sns(*acts: Act) -> Iterator[LocalServer]:
    """An SNS that does one act per call, and the last one for ever."""

    def handle(conn: socket.socket, local: LocalServer) -> None:
        local.seen.append(read_request(conn))
        act = acts[min(len(local.seen), len(acts)) - 1]
        if isinstance(act, bytes):
            conn.sendall(act)
        else:
            act(conn)

    with listening(handle) as local:
        yield local


def read_form(seen: Seen) -> dict[str, str]:
    return dict(parse_qsl(seen.body.decode()))


def refusal(code: str, status: int = 400, message: str = "") -> bytes:
    """What SNS says when it refuses."""
    body = f"<Error><Type>Sender</Type><Code>{code}</Code><Message>{message}</Message></Error>"
    return render(status, f'<ErrorResponse xmlns="{NAMESPACE}">{body}</ErrorResponse>')


def receipt(name: str) -> bytes:
    body = f"<PublishResult><MessageId>{name}</MessageId></PublishResult>" if name else ""
    return render(200, f'<PublishResponse xmlns="{NAMESPACE}">{body}</PublishResponse>')


def render(status: int, body: str) -> bytes:
    raw = body.encode()
    head = f"HTTP/1.1 {status} Answer\r\nContent-Type: text/xml\r\nContent-Length: {len(raw)}\r\n"
    return f"{head}Connection: close\r\n\r\n".encode() + raw
