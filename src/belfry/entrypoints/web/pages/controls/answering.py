"""Where somebody answers a reminder: at the link that was in it, without signing in.

Looking changes nothing: mail scanners follow every link. Only a press of a button does, and the
link itself is the proof of who presses it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from belfry.controls.answers.add_evidence import MOST_BYTES
from belfry.controls.answers.answer_links import Answering, Over
from belfry.controls.repeats.cycles import MOST_DAYS
from belfry.entrypoints.web.pages.controls.control_page import read_count, read_day, read_days
from belfry.entrypoints.web.pages.jobs.tracking import Token
from belfry.entrypoints.web.pages.routes import PublicRoute, render_public
from belfry.entrypoints.web.pages.visits import AppServices, Parts, Typed, discard_body, read_upload
from belfry.kernel.errors import Conflict, InputError, NotFound

if TYPE_CHECKING:
    from belfry.bootstrap import Services

router = APIRouter(route_class=PublicRoute)


async def receive_parts(request: Request, services: AppServices, token: Token) -> Parts:
    """Nothing is kept of what comes with a link that answers nothing."""
    look = services.controls.answer_by_link.look
    try:
        opened = await run_in_threadpool(look, token)
    except NotFound:
        await discard_body(request)
        raise
    if isinstance(opened, Over):
        await discard_body(request)
        return Parts({}, "", b"")
    return await read_upload(request)


Handed = Annotated[Parts, Depends(receive_parts)]


@router.get("/answer/{token}")
def show_answering(request: Request, services: AppServices, token: Token) -> Response:
    return _show(request, services, token)


@router.post("/answer/{token}/done")
def mark_done(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    try:
        control = services.controls.answer_by_link.done(
            token,
            done_on=read_day(form, "done_on"),
            note=form.get("note", ""),
            opened_by=read_count(form, "opened_by"),
        )
    except (Conflict, InputError) as error:
        return _show(request, services, token, error=error)
    return render_public(request, "answered.html", control=control)


@router.post("/answer/{token}/snooze")
def snooze(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    try:
        services.controls.answer_by_link.snooze(token, days=read_days(form))
    except (Conflict, InputError) as error:
        return _show(request, services, token, error=error)
    return _show(request, services, token, said="You are left in peace for a while.")


@router.post("/answer/{token}/attach")
def attach(request: Request, services: AppServices, token: Token, handed: Handed) -> Response:
    try:
        services.controls.answer_by_link.attach(
            token,
            note=handed.fields.get("note", ""),
            content=handed.content,
            file_name=handed.name,
        )
    except (Conflict, InputError) as error:
        return _show(request, services, token, error=error)
    return _show(request, services, token, said="Thank you. It is kept.")


def _show(
    request: Request,
    services: Services,
    token: str,
    *,
    said: str = "",
    error: Conflict | InputError | None = None,
) -> Response:
    """`said` is what was just done, `error` why something was not."""
    opened = services.controls.answer_by_link.look(token)
    if not isinstance(opened, Answering):
        return render_public(request, "answer_over.html", status=409 if error else 200, over=opened)
    shown = services.controls.show(opened.control.id)
    (told,) = services.controls.search.describe([shown.control], shown.today)
    return render_public(
        request,
        "answer.html",
        status=200 if error is None else 422 if isinstance(error, InputError) else 409,
        token=token,
        link=opened,
        shown=shown,
        told=told,
        said=said,
        refusal=str(error or ""),
        most_days=MOST_DAYS,
        most_mb=MOST_BYTES // 1024 // 1024,
    )
