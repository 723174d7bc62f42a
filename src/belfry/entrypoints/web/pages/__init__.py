"""The pages: a module each, with its routes and its view code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI

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
    for router in (files, *(page.router for page in PAGE_MODULES)):
        app.routes.extend(router.routes)
