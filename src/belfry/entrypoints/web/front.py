"""What was asked of us and how it was answered, in the log and in figures.

A line has the route and not the address: addresses carry names, searches and secrets.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.entrypoints.metrics import REQUESTS

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from belfry.ports.clock import Clock

log = logging.getLogger(__name__)

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Front:
    """The outermost layer. A HEAD is worked out as GET: the server leaves out the body."""

    def __init__(self, app: ASGIApp, clock: Clock) -> None:
        self._app = app
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = self._clock.elapsed()
        inner = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        status = 500

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(inner, receive, send_noting)
        finally:
            self._note(scope["method"], inner, status, self._clock.elapsed() - begun)

    def _note(self, method: str, scope: Scope, status: int, took: timedelta) -> None:
        method = method if method in _METHODS else "other"
        REQUESTS.labels(method, status).inc()
        path = getattr(scope.get("route"), "path_format", "(none)")
        milliseconds = round(took.total_seconds() * 1000, 1)
        extra = {"method": method, "path": path, "status": status, "ms": milliseconds}
        log.info("request", extra=extra)
