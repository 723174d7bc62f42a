"""Channels to SES as moto plays it, and to one that refuses, stalls and hangs up."""

from __future__ import annotations

import base64
import json
import socket
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from tests.adapters.smtp.mail_channels import SENDER
from tests.adapters.web.local_servers import LocalServer, Seen, listening, read_request

from belfry.adapters.aws.clients import Keys, connect_ses
from belfry.adapters.aws.ses import SesChannel
from belfry.adapters.system.clock import SystemClock

LATE = timedelta(seconds=20)
Act = bytes | Callable[[socket.socket], None]


@contextmanager
def channel_to(
    url: str, *, answer_within: timedelta = LATE, is_verified: bool = False, configuration: str = ""
) -> Iterator[SesChannel]:
    """A channel whose client tries every call once; `is_verified`: SES knows the sender."""
    keys = Keys("testing", "testing")
    client = connect_ses(region="eu-west-2", endpoint=url, keys=keys, answer_within=answer_within)
    if is_verified:
        client.create_email_identity(EmailIdentity=SENDER.address)
    try:
        yield SesChannel(client, SystemClock(), SENDER, configuration)
    finally:
        client.close()


def list_emails(moto: str) -> list[bytes]:
    """The e-mails that moto took, as they were handed over."""
    with urllib.request.urlopen(f"{moto}/moto-api/data.json") as answer:
        messages = json.load(answer).get("ses", {}).get("RawMessage", [])
    return [message["raw_data"].encode() for message in messages]


@contextmanager
def playing_ses(*acts: Act) -> Iterator[LocalServer]:
    """An SES that does one act per call, and the last one for ever."""

    def handle(conn: socket.socket, local: LocalServer) -> None:
        local.seen.append(read_request(conn))
        act = acts[min(len(local.seen), len(acts)) - 1]
        if isinstance(act, bytes):
            conn.sendall(act)
        else:
            act(conn)

    with listening(handle) as local:
        yield local


def read_email(seen: Seen) -> bytes:
    """The e-mail in a request."""
    return base64.b64decode(json.loads(seen.body)["Content"]["Raw"]["Data"])


def refusal(code: str, status: int = 400, message: str = "") -> bytes:
    """What SES says when it refuses."""
    return render(status, {"message": message}, f"x-amzn-ErrorType: {code}\r\n")


def receipt(name: str) -> bytes:
    return render(200, {"MessageId": name} if name else {})


def render(status: int, body: object, headers: str = "") -> bytes:
    raw = json.dumps(body).encode()
    head = f"HTTP/1.1 {status} Answer\r\nContent-Type: application/json\r\n{headers}"
    return f"{head}Content-Length: {len(raw)}\r\nConnection: close\r\n\r\n".encode() + raw
