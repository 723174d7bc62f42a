"""A gateway for text messages on this machine, which speaks as Twilio does.

It listens on the loopback address, keeps what it took, and does what it is told to do with the
next messages: refuse, be busy, break down, hang up.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from tests.adapters.web.local_servers import LocalServer, Seen, listening, read_request, reset

ACCOUNT = "AC0123456789"
TOKEN = "swordfish-4711"
SENDER = "+447700900001"
OPTED_OUT = "+447700900610"
NO_MOBILE = "+442079460958"


@dataclass(frozen=True)
class Answer:
    """What is said in place of taking the message; text is sent as it is, anything else as JSON."""

    status: int
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


Act = Answer | Callable[[socket.socket], None]


@dataclass(frozen=True)
class Text:
    """One message that was taken."""

    sid: str
    sender: str
    to: str
    body: str
    key: str


@dataclass
class LocalGateway:
    """The gateway's door, the messages it took, and every call that was made, taken or not."""

    port: int = 0
    texts: list[Text] = field(default_factory=list)
    calls: list[Seen] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/2010-04-01/Accounts/{{account}}/Messages.json"

    def answer_with(self, *acts: Act) -> None:
        """What becomes of the next calls, one after the other; later ones are answered well."""
        self.acts = list(acts)

    def answer(self, seen: Seen) -> Answer:
        form = dict(parse_qsl(seen.body.decode(), keep_blank_values=True))
        if seen.path != f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json":
            return refuse(404, 20404, "The requested resource was not found")
        if seen.header("authorization") != [render_login(ACCOUNT, TOKEN)]:
            return refuse(401, 20003, "Authenticate")
        if form.get("To") == OPTED_OUT:
            return refuse(400, 21610, "Attempt to send to unsubscribed recipient")
        if form.get("To") == NO_MOBILE:
            return refuse(400, 21614, "'To' number is not a valid mobile number")
        return self.take(form, "".join(seen.header("idempotency-key")))

    def take(self, form: Mapping[str, str], key: str) -> Answer:
        sid = f"SM{len(self.texts) + 1:032x}"
        self.texts.append(Text(sid, form["From"], form["To"], form["Body"], key))
        return Answer(201, {"sid": sid, "status": "queued", "error_code": None})


def refuse(status: int, code: int, message: str = "") -> Answer:
    """A refusal as Twilio words it."""
    return Answer(status, {"code": code, "message": message, "status": status})


def render_login(account: str, token: str) -> str:
    return "Basic " + base64.b64encode(f"{account}:{token}".encode()).decode()


def sign(url: str, form: Mapping[str, str], token: str = TOKEN) -> str:
    """The signature that the gateway puts on a call to us."""
    signed = url
    for name, value in sorted(form.items()):
        signed += name + value
    return base64.b64encode(
        hmac.new(token.encode(), signed.encode(), hashlib.sha1).digest()
    ).decode()


def break_line(conn: socket.socket) -> None:
    """Takes the message and breaks the line, as a crash does."""
    reset(conn)


def stall(conn: socket.socket) -> None:
    """Takes the message and says nothing, until the caller has hung up."""
    while conn.recv(65536):
        pass


@contextmanager
def serving_texts() -> Iterator[LocalGateway]:
    gateway = LocalGateway()

    def handle(conn: socket.socket, local: LocalServer) -> None:
        seen = read_request(conn)
        gateway.calls.append(seen)
        act = gateway.acts.pop(0) if gateway.acts else gateway.answer(seen)
        if isinstance(act, Answer):
            conn.sendall(_render(act))
        else:
            act(conn)

    with listening(handle) as local:
        gateway.port = local.port
        yield gateway


def _render(answer: Answer) -> bytes:
    reply = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
    body = reply.encode()
    headers = {"Content-Type": "application/json", **answer.headers, "Content-Length": len(body)}
    lines = [f"HTTP/1.1 {answer.status} Answer", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body
