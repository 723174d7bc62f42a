"""The pages that people see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI

from belfry.bootstrap import Services
from belfry.entrypoints.web.pages import audit_page, feeds, figures, today, upcoming
from belfry.entrypoints.web.pages.accounts import keys, me, people, sign_in
from belfry.entrypoints.web.pages.controls import (
    answering,
    control_list,
    control_page,
    control_year,
)
from belfry.entrypoints.web.pages.demo import demo_clock
from belfry.entrypoints.web.pages.documents import doc_list, doc_page, doc_versions
from belfry.entrypoints.web.pages.errors import answer_fault, answer_http
from belfry.entrypoints.web.pages.jobs import (
    job_forms,
    job_list,
    job_page,
    tracking,
    wordings,
)
from belfry.entrypoints.web.pages.messages import message_list, message_page
from belfry.entrypoints.web.pages.rota import (
    rota_answering,
    rota_feed,
    rota_requests,
    rota_week,
)
from belfry.entrypoints.web.pages.routes import PageRoute, SentForms
from belfry.entrypoints.web.pages.scheduler import (
    run_page,
    workflow_acts,
    workflow_edits,
    workflow_list,
    workflow_page,
    workflow_timeline,
)
from belfry.entrypoints.web.pages.static_files import answer_static

if TYPE_CHECKING:
    from belfry.entrypoints.demo.clock import Mover

ROOMS = (
    sign_in,
    me,
    today,
    job_list,
    wordings,
    job_forms,
    job_page,
    tracking,
    control_list,
    control_year,
    control_page,
    rota_feed,
    feeds,
    answering,
    rota_requests,
    rota_answering,
    rota_week,
    figures,
    message_list,
    message_page,
    upcoming,
    workflow_list,
    workflow_timeline,
    workflow_edits,
    workflow_page,
    workflow_acts,
    run_page,
    keys,
    people,
    audit_page,
    demo_clock,
    doc_list,
    doc_versions,
    doc_page,
)


def add_pages(app: FastAPI, services: Services, demo: Mover | None = None) -> None:
    """Give the app its pages; they look at `services` and act through them.

    `demo` moves the clock, where that is not the machine's own.
    """
    app.state.services = services
    app.state.demo = demo
    app.state.sent_forms = SentForms(services.ports.clock)
    for status in (404, 405, 413):
        app.add_exception_handler(status, answer_http)
    app.add_exception_handler(500, answer_fault)
    files = APIRouter(route_class=PageRoute)
    files.add_api_route("/static/{name}", answer_static, methods=["GET"])
    routers = (files, *(room.router for room in ROOMS))
    for router in routers:
        app.include_router(router)
