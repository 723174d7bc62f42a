"""Answering a reminder at the link that was in it, without signing in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from belfry.controls.answers.answer_links import Over
from belfry.entrypoints.web import control_answers
from belfry.entrypoints.web.forms import Form, Parts
from belfry.entrypoints.web.pages.jobs.tracking import Token
from belfry.entrypoints.web.pages.routes import PublicRoute, render_page
from belfry.entrypoints.web.pages.visits import AppServices, Typed, discard_body, read_upload
from belfry.kernel.errors import NotFound

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


def find_most_bytes(request: Request) -> int:
    """What a file may have here."""
    most_bytes: int = request.app.state.most_file_bytes
    return most_bytes


@router.get("/answer/{token}")
def show_answering(request: Request, services: AppServices, token: Token) -> Response:
    return render_page(
        request, control_answers.show_link(services, token, most_bytes=find_most_bytes(request))
    )


@router.post("/answer/{token}/attach")
def attach(request: Request, services: AppServices, token: Token, handed: Handed) -> Response:
    most_bytes = find_most_bytes(request)
    return render_page(
        request, control_answers.attach(services, token, handed, most_bytes=most_bytes)
    )


def answer(name: str) -> Callable[..., Response]:
    def endpoint(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
        return render_page(request, control_answers.answer_link(services, token, name, form))

    return endpoint


for _name in control_answers.ACTS:
    router.post(f"/answer/{{token}}/{_name}")(answer(_name))
