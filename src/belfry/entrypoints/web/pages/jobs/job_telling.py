"""Telling a customer that nothing has moved, because somebody asked for it."""

from __future__ import annotations

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.controls.control_forms import read_count
from belfry.entrypoints.web.pages.jobs.job_page import JobName
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer
from belfry.kernel.errors import InputError

router = APIRouter(route_class=PageRoute)


@router.post("/jobs/{name}/chase")
def chase(visit: Answerer, name: JobName) -> Response:
    chases = read_count(visit.form, "chases")
    if chases is None:
        raise InputError("expected how often they were told so far", field="chases")
    visit.services.jobs.chase(parse_name(name), chases=chases, by=visit.by)
    return visit.go(f"/jobs/{name}", "chased")
