"""The pages that people see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI

from belfry.bootstrap import Services
from belfry.entrypoints.web.pages import audit_page, feeds, figures, today, upcoming
from belfry.entrypoints.web.pages.accounts import keys, me, people, sign_in
from belfry.entrypoints.web.pages.controls import (
    answering,
    control_acts,
    control_board,
    control_evidence,
    control_export,
    control_list,
    control_packs,
    control_page,
    control_year,
)
from belfry.entrypoints.web.pages.demo import demo_clock
from belfry.entrypoints.web.pages.documents import doc_list, doc_page, doc_versions
from belfry.entrypoints.web.pages.errors import answer_fault, answer_http
from belfry.entrypoints.web.pages.jobs import (
    board_acts,
    customer_acts,
    forgetting,
    job_forms,
    job_list,
    job_moves,
    job_page,
    job_photos,
    job_telling,
    opting_out,
    reply_acts,
    tracking,
    wordings,
)
from belfry.entrypoints.web.pages.messages import message_list, message_page
from belfry.entrypoints.web.pages.rota import (
    rota_answering,
    rota_feed,
    rota_own,
    rota_own_acts,
    rota_request_acts,
    rota_requests,
    rota_shift,
    rota_time_off,
    rota_week,
    rota_week_acts,
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
    job_moves,
    job_page,
    job_photos,
    job_telling,
    customer_acts,
    forgetting,
    tracking,
    opting_out,
    control_list,
    control_board,
    control_year,
    control_packs,
    control_page,
    control_acts,
    control_evidence,
    control_export,
    rota_feed,
    feeds,
    answering,
    rota_own,
    rota_own_acts,
    rota_time_off,
    rota_requests,
    rota_request_acts,
    rota_answering,
    rota_week,
    rota_week_acts,
    rota_shift,
    board_acts,
    figures,
    reply_acts,
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
