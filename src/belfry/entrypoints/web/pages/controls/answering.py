"""Answering a reminder at the link that was in it, without signing in.

A GET changes nothing: mail scanners follow every link.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from belfry.bootstrap import Services
from belfry.controls.answers.add_evidence import MOST_BYTES
from belfry.controls.answers.answer_links import Answering, Over
from belfry.controls.repeats.cycles import MOST_DAYS
from belfry.entrypoints.web.forms import Form, Parts
from belfry.entrypoints.web.pages.jobs.tracking import Token
from belfry.entrypoints.web.pages.routes import PublicRoute, render_public, tell_on
from belfry.entrypoints.web.pages.visits import AppServices, Typed, discard_body, read_upload
from belfry.kernel.errors import BelfryError, NotFound

router = APIRouter(route_class=PublicRoute)


async def receive_parts(request: Request, services: AppServices, token: Token) -> Parts:
    """The body is discarded if the link is unknown or over."""
    look = services.controls.answer_by_link.look
    try:
        opened = await run_in_threadpool(look, token)
    except NotFound:
        await discard_body(request)
        raise
    if isinstance(opened, Over):
        await discard_body(request)
        return Parts(Form(), "", b"")
    return await read_upload(request)


Handed = Annotated[Parts, Depends(receive_parts)]


def show_answer(
    request: Request,
    services: Services,
    token: str,
    *,
    confirmation: str = "",
    error: BelfryError | None = None,
    **_sent: object,
) -> Response:
    """`confirmation` is what was just done, `error` why something was not."""
    opened = services.controls.answer_by_link.look(token)
    if not isinstance(opened, Answering):
        return render_public(request, "answer_over.html", status=409 if error else 200, over=opened)
    shown = services.controls.show(opened.control.id)
    (description,) = services.controls.search.describe([shown.control], shown.today)
    return render_public(
        request,
        "answer.html",
        error=error,
        token=token,
        link=opened,
        shown=shown,
        description=description,
        confirmation=confirmation,
        most_days=MOST_DAYS,
        most_mb=MOST_BYTES // 1024 // 1024,
    )


@router.get("/answer/{token}")
def show_answering(request: Request, services: AppServices, token: Token) -> Response:
    return show_answer(request, services, token)


@router.post("/answer/{token}/done")
@tell_on(show_answer)
def mark_done(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    done_on, opened_by = form.read_day("done_on"), form.read_count("opened_by")
    answer = services.controls.answer_by_link
    control = answer.done(token, done_on=done_on, note=form["note"], opened_by=opened_by)
    return render_public(request, "answered.html", control=control)


@router.post("/answer/{token}/snooze")
@tell_on(show_answer)
def snooze(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    days = form.get_count("days", "a number of days")
    services.controls.answer_by_link.snooze(token, days=days)
    return show_answer(request, services, token, confirmation="You are left in peace for a while.")


@router.post("/answer/{token}/attach")
@tell_on(show_answer)
def attach(request: Request, services: AppServices, token: Token, handed: Handed) -> Response:
    note, answer = handed.fields["note"], services.controls.answer_by_link
    answer.attach(token, note=note, content=handed.content, file_name=handed.name)
    return show_answer(request, services, token, confirmation="Thank you. It is kept.")
