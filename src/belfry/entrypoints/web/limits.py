"""How much may be sent here at once: 256 kB, and where a file is handed over, one of 25 MB.

That holds whether or not the sender says beforehand how much is to come.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING

from fastapi import HTTPException

from belfry.entrypoints.web.problems import render_problem
from belfry.ports.image_processor import MOST_BYTES as MOST_OF_A_FILE

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 * 1024
_UPLOADS = re.compile(r"/jobs/[^/]+/photos|/controls/[^/]+/evidence|/answer/[^/]+/attach")
# The file, and the form around it.
MOST_OF_AN_UPLOAD = MOST_OF_A_FILE + 64 * 1024
# A browser that is cut short while it sends shows no answer: so much more is let pass, unkept.
MOST_LET_PASS = 4 * MOST_OF_A_FILE
_DETAIL = f"at most {MOST_BYTES:,} bytes are taken"
_UPLOAD_DETAIL = f"a file may have {MOST_OF_A_FILE // 1024 // 1024} MB at most"
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
        if is_upload(scope):
            await self._app(scope, _count_upload(receive), send)
        elif announced is None:
            await self._app(scope, _count(receive), send)
        elif announced <= MOST_BYTES:
            await self._app(scope, receive, send)
        else:
            too_large = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            await render_problem(too_large, _DETAIL, headers=_HEADERS)(scope, receive, send)


def is_upload(scope: Scope) -> bool:
    return scope["method"] == "POST" and _UPLOADS.fullmatch(scope["path"]) is not None


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


def _count_upload(receive: Receive) -> Receive:
    """What is too much is not handed on, and the rest of it is thrown away as it comes."""
    taken = 0

    async def receive_counting() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken <= MOST_OF_AN_UPLOAD:
            return message
        while message.get("more_body") and taken <= MOST_LET_PASS:
            message = await receive()
            taken += len(message.get("body", b""))
        detail = _UPLOAD_DETAIL
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, headers=_HEADERS)

    return receive_counting
