"""How much may be sent here at once: 256 kB, whether or not the sender says so beforehand."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from fastapi import HTTPException

from belfry.entrypoints.web.problems import render_problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 * 1024
_DETAIL = f"at most {MOST_BYTES:,} bytes are taken"
# What was not read of the body would be taken for the next request.
_HEADERS = {"Connection": "close"}


class BodyLimit:
    """A body that is announced as too large is not read at all, any other only up to the limit."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = _find_announced(scope)
        if announced is None:
            await self._app(scope, _count(receive), send)
        elif announced <= MOST_BYTES:
            await self._app(scope, receive, send)
        else:
            too_large = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            await render_problem(too_large, _DETAIL, headers=_HEADERS)(scope, receive, send)


def _find_announced(scope: Scope) -> int | None:
    """What Content-Length says; the server holds the sender to it."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else None
    return None


def _count(receive: Receive) -> Receive:
    taken = 0

    async def receive_counting() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MOST_BYTES:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _DETAIL, headers=_HEADERS)
        return message

    return receive_counting
