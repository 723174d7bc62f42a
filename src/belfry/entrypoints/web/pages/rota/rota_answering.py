"""Answering a message about the rota at the link that was in it, without signing in."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from belfry.entrypoints.web import rota_answers
from belfry.entrypoints.web.pages.jobs.tracking import Token
from belfry.entrypoints.web.pages.routes import PublicRoute, render_page
from belfry.entrypoints.web.pages.visits import AppServices, Typed

router = APIRouter(route_class=PublicRoute)


@router.get("/rota/answer/{token}")
def show_answering(request: Request, services: AppServices, token: Token) -> Response:
    return render_page(request, rota_answers.show_link(services, token))


def answer(name: str) -> Callable[..., Response]:
    def endpoint(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
        return render_page(request, rota_answers.answer_link(services, token, name, form))

    return endpoint


for _name in rota_answers.ACTS:
    router.post(f"/rota/answer/{{token}}/{_name}")(answer(_name))
