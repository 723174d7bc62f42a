"""Slack's Web API on this machine, as https://docs.slack.dev documents it.

It copies:
- envelopes: HTTP 200 with `"ok": true`, or `"ok": false` and an `error` code;
- the bearer token: none is `not_authed`, another one `invalid_auth`, a revoked one `token_revoked`;
- `chat.postMessage` to a member's id: `channel_not_found` for an unknown member, `ts` for the
  message, `invalid_blocks` beyond the limits of Block Kit, `no_text` without text and blocks;
- `auth.test` and `users.info`, with `user_not_found`, and `deleted` for a deactivated member;
- rate limits: HTTP 429 with `Retry-After` and the error `ratelimited`.

Besides, it can be slow, and hang up before or after it has read the body.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from tests.adapters.web.local_servers import LocalServer, Seen, listening, read_request, reset

TOKEN = "bot-token-for-tests"
REVOKED = "revoked-token-for-tests"
ANA, BEN, GONE = "U0000ANA", "U0000BEN", "W000GONE"
LONGEST_HEADER, LONGEST_SECTION, MOST_BLOCKS = 150, 3000, 50


@dataclass(frozen=True)
class Answer:
    """Text is sent as it is, anything else as JSON."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class HangUp:
    """The line is broken, before or after the whole call was read."""

    is_read: bool = True


Act = Answer | HangUp | Callable[[socket.socket], None]


def refuse(error: str, **more: Any) -> Answer:
    return Answer(200, {"ok": False, "error": error, **more})


def be_busy(seconds: int = 30) -> Answer:
    body = {"ok": False, "error": "ratelimited"}
    return Answer(429, body, {"Retry-After": str(seconds)})


def stall(conn: socket.socket) -> None:
    """Read the call and say nothing, until the caller has hung up."""
    while conn.recv(65536):
        pass


@dataclass
class LocalSlack:
    """`posted` are the messages it took, `calls` everything it was asked."""

    port: int = 0
    posted: list[dict[str, Any]] = field(default_factory=list)
    calls: list[Seen] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    members: dict[str, str] = field(
        default_factory=lambda: {ANA: "Ana Diaz", BEN: "Ben Shaw", GONE: "Gone Girl"}
    )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/"

    def answer_with(self, *acts: Act) -> None:
        """What becomes of the next calls, one after the other; later ones are answered well."""
        self.acts = list(acts)

    def answer(self, seen: Seen) -> Answer:
        token = "".join(seen.header("authorization")).removeprefix("Bearer ").strip()
        if token != TOKEN:
            return refuse({"": "not_authed", REVOKED: "token_revoked"}.get(token, "invalid_auth"))
        match seen.path:
            case "/api/chat.postMessage":
                return self.post(read_body(seen))
            case "/api/users.info":
                return self.find_user(read_body(seen).get("user", ""))
            case "/api/auth.test":
                known = {"team": "Corner Café", "user": "belfry", "user_id": "U0BELFRY"}
                return Answer(200, {"ok": True, **known})
        return refuse("unknown_method")

    def post(self, body: dict[str, Any]) -> Answer:
        if body.get("channel") not in self.members:
            return refuse("channel_not_found")
        if not body.get("text") and not body.get("blocks"):
            return refuse("no_text")
        if not are_good_blocks(body.get("blocks") or []):
            return refuse("invalid_blocks", response_metadata={"messages": [str(body)]})
        self.posted.append(body)
        stamp = f"1763475{len(self.posted):03}.000100"
        return Answer(200, {"ok": True, "channel": "D0000001", "ts": stamp, "message": body})

    def find_user(self, user: str) -> Answer:
        if user not in self.members:
            return refuse("user_not_found")
        known = {"id": user, "real_name": self.members[user], "deleted": user == GONE}
        return Answer(200, {"ok": True, "user": known})


def read_body(seen: Seen) -> dict[str, Any]:
    if "json" in "".join(seen.header("content-type")):
        return dict(json.loads(seen.body or b"{}"))
    query = seen.path.partition("?")[2]
    return dict(parse_qsl(seen.body.decode() or query, keep_blank_values=True))


def are_good_blocks(blocks: list[dict[str, Any]]) -> bool:
    longest = {"header": LONGEST_HEADER, "section": LONGEST_SECTION}
    return len(blocks) <= MOST_BLOCKS and all(
        0 < len(block["text"]["text"].encode("utf-16-le")) // 2 <= longest[block["type"]]
        for block in blocks
    )


@contextmanager
def serving_slack() -> Iterator[LocalSlack]:
    slack = LocalSlack()

    def handle(conn: socket.socket, local: LocalServer) -> None:
        act = slack.acts.pop(0) if slack.acts else None
        if act == HangUp(is_read=False):
            reset(conn)
            return
        seen = read_request(conn)
        slack.calls.append(seen)
        match act or slack.answer(seen):
            case Answer() as answer:
                conn.sendall(_render(answer))
            case HangUp():
                reset(conn)
            case other:
                other(conn)

    with listening(handle) as local:
        slack.port = local.port
        yield slack


def _render(answer: Answer) -> bytes:
    reply = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
    body = reply.encode()
    headers = {"Content-Type": "application/json", **answer.headers, "Content-Length": len(body)}
    lines = [f"HTTP/1.1 {answer.status} Answer", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body
