"""A file that somebody hands over with a form. How large it may be is decided in `limits.py`.

Nothing is kept of what is sent by somebody who may not send it; it is let run out all the same, so
that their browser shows them why.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from belfry.accounts.users import Act
from belfry.entrypoints.web.pages.errors import SignInFirst
from belfry.entrypoints.web.pages.forms import MOST_FIELDS, Form
from belfry.entrypoints.web.pages.visits import (
    AppServices,
    Visit,
    check_form,
    find_visitor,
    insist_allowed,
)
from belfry.kernel.errors import InputError, NotAllowed

# A phone offers its camera and its album, each as a field of its own.
MOST_FILES = 2


@dataclass(frozen=True, slots=True)
class Upload:
    """Somebody who may hand over a file, and the file; `name` is what they call it."""

    visit: Visit
    name: str
    content: bytes


class Parts(NamedTuple):
    """What a form with a file holds; without a file its name is empty, and it has no bytes."""

    fields: Form
    name: str
    content: bytes


def receive(act: Act) -> Callable[[Request, AppServices], Awaitable[Upload]]:
    """A dependency that takes a file from those who may do this.

    SignInFirst, NotAllowed; a form without a file gives one of no bytes.
    """

    async def receive_upload(request: Request, services: AppServices) -> Upload:
        try:
            visit = await run_in_threadpool(_find_sender, request, services, act)
        except SignInFirst as error:
            raise await _take_words(request, error) from error
        except NotAllowed:
            await let_run_out(request)
            raise
        parts = await read_parts(request)
        visit = replace(visit, form=parts.fields)
        request.state.visit = visit
        check_form(visit, has_file=True)
        return Upload(visit, parts.name, parts.content)

    return receive_upload


async def let_run_out(request: Request) -> None:
    async for _ in request.stream():
        pass


async def read_parts(request: Request) -> Parts:
    """InputError for fields that cannot be kept; of several files the first that is not empty."""
    async with request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS) as parts:
        fields = _read_fields(parts)
        files = [part for part in parts.values() if isinstance(part, UploadFile) and part.size]
        if not files:
            return Parts(fields, "", b"")
        return Parts(fields, files[0].filename or "", await files[0].read())


async def _take_words(request: Request, error: SignInFirst) -> SignInFirst:
    """The same, with what somebody typed beside the file who was signed in until lately."""
    if error.user_id is None:
        await let_run_out(request)
        return error
    parts = await read_parts(request)
    return SignInFirst(error.wanted, form=parts.fields, user_id=error.user_id, is_lost=True)


def _find_sender(request: Request, services: AppServices, act: Act) -> Visit:
    return insist_allowed(find_visitor(request, services, {}), act)


def _read_fields(parts: FormData) -> dict[str, str]:
    fields = {name: part for name, part in parts.items() if isinstance(part, str)}
    if any("\0" in text for pair in fields.items() for text in pair):
        raise InputError("this form has characters that cannot be kept")
    return fields


Uploaded = Annotated[Upload, Depends(receive(Act.ANSWER))]
Photographed = Annotated[Upload, Depends(receive(Act.WORK))]
