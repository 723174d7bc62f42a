"""What every request passes: the request log, and the limit on what may be sent.

256 kB may be sent at once, and one file of 25 MB where files are taken; less at home aws.
"""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from http import HTTPStatus

from fastapi import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from belfry.entrypoints.metrics import REQUESTS
from belfry.entrypoints.web.problems import render_problem
from belfry.ports.clock import Clock
from belfry.ports.image_processor import MOST_BYTES as MOST_FILE_BYTES

log = logging.getLogger(__name__)

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestLog:
    """Logs and counts requests, and routes HEAD as GET: the server leaves out the body.

    A line names the route and not the address: addresses hold names, searches and secrets.
    """

    def __init__(self, app: ASGIApp, clock: Clock) -> None:
        self._app = app
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = self._clock.elapsed()
        inner = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        status = 500

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(inner, receive, send_and_note)
        finally:
            self._write(scope["method"], inner, status, self._clock.elapsed() - started)

    def _write(self, method: str, scope: Scope, status: int, took: timedelta) -> None:
        method = method if method in _METHODS else "other"
        REQUESTS.labels(method, status).inc()
        route = getattr(scope.get("route"), "path_format", None)
        path = scope.get("root_path", "") + route if route else "(none)"
        milliseconds = round(took.total_seconds() * 1000, 1)
        extra = {"method": method, "path": path, "status": status, "ms": milliseconds}
        log.info("request", extra=extra)


MOST_BYTES = 256 * 1024
_UPLOADS = re.compile(
    r"/jobs/[^/]+/photos|/controls/[^/]+/evidence|/answer/[^/]+/attach|/docs/[\w/.-]+\.csv/upload",
    re.ASCII,
)
# What the form has around the file.
_AROUND = 64 * 1024
# A browser that is cut off while it sends shows no answer, so this much is read and thrown away.
MOST_DISCARDED = 4 * MOST_FILE_BYTES
_DETAIL = f"at most {MOST_BYTES:,} bytes are taken"
# The unread rest of the body would be taken for the next request.
_HEADERS = {"Connection": "close"}


class BodyLimit:
    """A body announced as too large is not read at all, any other only up to the limit."""

    def __init__(self, app: ASGIApp, most_file_bytes: int) -> None:
        self._app = app
        self._most_upload_bytes = most_file_bytes + _AROUND
        self._upload_detail = f"a file may have {most_file_bytes // 1024 // 1024} MB at most"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = _find_announced(scope)
        if scope["method"] == "POST" and _UPLOADS.fullmatch(scope["path"]):
            most, detail = self._most_upload_bytes, self._upload_detail
            upload = _limit(receive, most, detail, discarded=MOST_DISCARDED)
            await self._app(scope, upload, send)
        elif announced is None:
            await self._app(scope, _limit(receive, MOST_BYTES, _DETAIL), send)
        elif announced <= MOST_BYTES:
            await self._app(scope, receive, send)
        else:
            too_large = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            await render_problem(too_large, _DETAIL, headers=_HEADERS)(scope, receive, send)


def _find_announced(scope: Scope) -> int | None:
    """The Content-Length; the server holds the sender to it."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else None
    return None


def _limit(receive: Receive, most: int, detail: str, *, discarded: int = 0) -> Receive:
    """Up to `most` bytes; up to `discarded` of a longer body are read before it is refused."""
    taken = 0

    async def receive_counting() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken <= most:
            return message
        while message.get("more_body") and taken <= discarded:
            message = await receive()
            taken += len(message.get("body", b""))
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, headers=_HEADERS)

    return receive_counting
