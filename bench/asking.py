"""A page asked for within this process: how much processor time the application takes for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message


@dataclass(frozen=True, slots=True)
class Answer:
    """`seconds` are those that this process, with its threads, kept a processor busy."""

    status: int
    body: bytes
    seconds: float

    @property
    def size(self) -> int:
        return len(self.body)


def ask(app: ASGIApp, path: str, *, cookie: str = "", rounds: int = 1) -> Sequence[Answer]:
    """The same page again and again, one after the other."""
    return asyncio.run(_ask_all(app, path, cookie, rounds))


async def _ask_all(app: ASGIApp, path: str, cookie: str, rounds: int) -> list[Answer]:
    return [await _ask(app, path, cookie) for _ in range(rounds)]


async def _ask(app: ASGIApp, path: str, cookie: str) -> Answer:
    status, body = 0, b""

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, body
        status = message.get("status", status)
        body += message.get("body", b"")

    begun = time.process_time()
    await app(_make_scope(path, cookie), receive, send)
    return Answer(status, body, time.process_time() - begun)


def _make_scope(path: str, cookie: str) -> dict[str, Any]:
    where, _, asked = path.partition("?")
    headers = [(b"host", b"127.0.0.1:8787"), *([(b"cookie", cookie.encode())] if cookie else [])]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": where,
        "raw_path": where.encode(),
        "query_string": asked.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8787),
    }


def find_p95(answers: Sequence[Answer]) -> float:
    ordered = sorted(answer.seconds for answer in answers)
    return ordered[-(-95 * len(ordered) // 100) - 1]
