"""Taking a job in, and changing what the board says of it: the form, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.addresses import parse_name, render_name
from belfry.entrypoints.web.pages.jobs.board_refusals import HINDRANCES, find_status, say_refusal
from belfry.entrypoints.web.pages.jobs.job_list import find_shop
from belfry.entrypoints.web.pages.jobs.job_page import JobName, render_job
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Visit, Worker
from belfry.jobs.board.edit_board import DETAILS, FIELDS, Refused
from belfry.kernel import channels
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.kernel.errors import BelfryError

router = APIRouter(route_class=PageRoute)

CHANNELS = {
    "": "Whatever the contact is",
    **{traits.words[0]: traits.label for traits in channels.CHANNELS.values()},
}


@router.get("/jobs/new")
def show_new(visit: Worker) -> Response:
    shop = find_shop(visit)
    if shop is None:
        raise NotFound("the shop has no settings yet, so there are no stages to take a job into")
    suggested = visit.services.jobs.board.add.suggest()
    typed = {**dict.fromkeys(FIELDS, ""), "job_id": suggested, "stage": shop.stages.main[0].name}
    return _show_new(visit, typed)


@router.post("/jobs/new")
def add(visit: Worker) -> Response:
    typed = {name: visit.form.get(name, "") for name in FIELDS}
    try:
        added = visit.services.jobs.board.add(typed, by=visit.by)
    except HINDRANCES as error:
        said, status = say_refusal(error), find_status(error)
        return _show_new(visit, typed, refusal=said, status=status)
    if isinstance(added, Refused):
        return _show_new(visit, typed, errors=added.errors, status=422)
    if visit.form.get("do") == "another":
        return visit.go("/jobs/new", "job-added")
    return visit.go(f"/jobs/{render_name(added.job_id)}", "job-added")


@router.get("/jobs/{name}/edit")
def show_edit(visit: Answerer, name: JobName) -> Response:
    job_id = parse_name(name)
    try:
        said = visit.services.jobs.board.edit.read(job_id)
    except HINDRANCES as error:
        return render_job(visit, job_id, refusal=say_refusal(error), status=find_status(error))
    return _show_edit(visit, job_id, said, said)


@router.post("/jobs/{name}/edit")
def save(visit: Answerer, name: JobName) -> Response:
    job_id = parse_name(name)
    typed = {field: visit.form.get(field, "") for field in DETAILS}
    seen = {field: visit.form.get(f"seen-{field}", "") for field in DETAILS}
    try:
        saved = visit.services.jobs.board.edit(job_id, typed, seen=seen, by=visit.by)
    except HINDRANCES as error:
        return _refuse_edit(visit, job_id, typed, error)
    if isinstance(saved, Refused):
        return _show_edit(visit, job_id, typed, seen, errors=saved.errors, status=422)
    return visit.go(f"/jobs/{name}", "job-edited" if saved else "job-same")


def _refuse_edit(
    visit: Visit, job_id: str, typed: Mapping[str, str], error: BelfryError
) -> Response:
    """What was typed stays; a second try is judged by what the board says now."""
    said, status = say_refusal(error), find_status(error)
    try:
        now = visit.services.jobs.board.edit.read(job_id)
    except HINDRANCES:
        return render_job(visit, job_id, refusal=said, status=status)
    return _show_edit(visit, job_id, typed, now, refusal=said, status=status)


def _show_new(
    visit: Visit,
    typed: Mapping[str, str],
    *,
    errors: Mapping[str, str] | None = None,
    refusal: str = "",
    status: int = 200,
) -> Response:
    shop = find_shop(visit)
    return visit.show(
        "job_new.html",
        status=status,
        typed=typed,
        errors=errors or {},
        refusal=refusal,
        channels=CHANNELS,
        stages={stage.name: stage.name for stage in shop.stages} if shop else {},
    )


def _show_edit(
    visit: Visit,
    job_id: str,
    typed: Mapping[str, str],
    seen: Mapping[str, str],
    *,
    errors: Mapping[str, str] | None = None,
    refusal: str = "",
    status: int = 200,
) -> Response:
    return visit.show(
        "job_edit.html",
        status=status,
        job=visit.services.jobs.show_job(job_id).job,
        typed=typed,
        seen=seen,
        errors=errors or {},
        refusal=refusal,
        channels=_list_channels(typed["channel"]),
    )


def _list_channels(said: str) -> Mapping[str, str]:
    """What may be chosen, and what stands on the board if it is said in another way."""
    return CHANNELS if said in CHANNELS else {**CHANNELS, said: said}
