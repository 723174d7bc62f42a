"""The pages: a module each, with its routes and its view code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from belfry.bootstrap import Services
from belfry.entrypoints.web.pages import audit, demo_clock, feeds, figures, today, upcoming
from belfry.entrypoints.web.pages.accounts import people, sign_in
from belfry.entrypoints.web.pages.controls import (
    answering,
    control_list,
    control_page,
    control_year,
)
from belfry.entrypoints.web.pages.documents import docs
from belfry.entrypoints.web.pages.errors import answer_fault, answer_http
from belfry.entrypoints.web.pages.jobs import job_forms, job_list, job_page, tracking, wordings
from belfry.entrypoints.web.pages.messages import messages
from belfry.entrypoints.web.pages.rendering import answer_static
from belfry.entrypoints.web.pages.rota import rota_answering, rota_requests, rota_week
from belfry.entrypoints.web.pages.routes import PageRoute, SentForms
from belfry.entrypoints.web.pages.scheduler import workflow_edits, workflow_timeline, workflows

if TYPE_CHECKING:
    from belfry.entrypoints.demo.clock import Mover

PAGE_MODULES = (
    *(sign_in, today),
    *(job_list, wordings, job_forms, job_page, tracking),
    *(control_list, control_year, control_page, feeds, answering),
    *(rota_requests, rota_answering, rota_week),
    *(figures, messages, upcoming),
    *(workflows, workflow_timeline, workflow_edits),
    *(people, audit, demo_clock, docs),
)


def add_pages(app: FastAPI, services: Services, demo: Mover | None = None) -> None:
    """Give the app its pages; `demo` moves the clock in the demo."""
    app.state.services = services
    app.state.demo = demo
    app.state.sent_forms = SentForms(services.ports.clock)
    for status in (404, 405, 413):
        app.add_exception_handler(status, answer_http)
    app.add_exception_handler(500, answer_fault)
    files = APIRouter(route_class=PageRoute)
    files.add_api_route("/static/{name}", answer_static, methods=["GET"])
    routers = (files, *(page.router for page in PAGE_MODULES))
    routes = [route for router in routers for route in router.routes]
    # The first that matches answers: what is looked up most comes before what is posted.
    app.routes.extend(sorted(routes, key=_is_rare))


def _is_rare(route: BaseRoute) -> tuple[bool, bool]:
    """Forms come after pages, and addresses with a name in them after those without."""
    assert isinstance(route, APIRoute)
    return "GET" not in (route.methods or ()), "{" in route.path
