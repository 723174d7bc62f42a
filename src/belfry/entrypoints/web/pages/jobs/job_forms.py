"""Adding and editing a job on the board, its photos, and answers to customers' replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.addresses import Name, render_name
from belfry.entrypoints.web.pages.jobs.job_list import find_shop, say_refusal
from belfry.entrypoints.web.pages.jobs.job_page import render_job
from belfry.entrypoints.web.pages.routes import PageRoute, tell_on
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Photographed, Visit, Worker
from belfry.jobs.board.edit_jobs import DETAILS, FIELDS, Refused
from belfry.kernel import channels
from belfry.kernel.errors import BelfryError, Conflict, InputError, NotFound, Permanent, Temporary
from belfry.kernel.texts import make_storable
from belfry.ports.image_processor import MEDIA_TYPE

router = APIRouter(route_class=PageRoute)

CHANNELS = {
    "": "Whatever the contact is",
    **{traits.words[0]: traits.label for traits in channels.CUSTOMER_CHANNELS.values()},
}


@router.get("/jobs/new")
def show_new(visit: Worker) -> Response:
    shop = find_shop(visit)
    if shop is None:
        raise NotFound("the shop has no settings yet, so there are no stages to take a job into")
    suggested = visit.services.jobs.board.suggest_id()
    typed = {**dict.fromkeys(FIELDS, ""), "job_id": suggested, "stage": shop.stages.main[0].name}
    return _render_new(visit, typed=typed)


def _render_new(visit: Visit, error: BelfryError | None = None, **context: Any) -> Response:
    shop = find_shop(visit)
    shown = {
        "typed": visit.form,
        "errors": {},
        "channels": CHANNELS,
        "stages": {stage.name: stage.name for stage in shop.stages} if shop else {},
    }
    return visit.show("job_new.html", error=error, refusal=say_refusal(error), **shown | context)


@router.post("/jobs/new")
@tell_on(_render_new, Temporary, Permanent)
def add(visit: Worker) -> Response:
    typed = {name: visit.form[name] for name in FIELDS}
    added = visit.services.jobs.board.add(typed, by=visit.by)
    if isinstance(added, Refused):
        return _render_new(visit, errors=added.errors, status=422)
    if visit.form["do"] == "another":
        return visit.go("/jobs/new", "job-added")
    return visit.go(f"/jobs/{render_name(added.job_id)}", "job-added")


@router.get("/jobs/{name}/edit")
@tell_on(render_job, Temporary, Permanent)
def show_edit(visit: Answerer, name: Name) -> Response:
    details = visit.services.jobs.board.read_details(name)
    return _render_edit(visit, name, details, details)


def _refuse_edit(visit: Visit, name: str, error: BelfryError) -> Response:
    """What was typed stays; a second try is judged by what the board says now."""
    try:
        now = visit.services.jobs.board.read_details(name)
    except (InputError, Conflict, Temporary, Permanent):
        return render_job(visit, name, error)
    refusal = say_refusal(error)
    return _render_edit(visit, name, visit.form, now, error=error, refusal=refusal, errors={})


@router.post("/jobs/{name}/edit")
@tell_on(_refuse_edit, Temporary, Permanent)
def save(visit: Answerer, name: Name) -> Response:
    typed = {field: visit.form[field] for field in DETAILS}
    seen = {field: visit.form[f"seen-{field}"] for field in DETAILS}
    saved = visit.services.jobs.board.edit(name, typed, seen=seen, by=visit.by)
    if isinstance(saved, Refused):
        return _render_edit(visit, name, typed, seen, errors=saved.errors, status=422)
    return visit.go(f"/jobs/{render_name(name)}", "job-edited" if saved else "job-same")


def _render_edit(
    visit: Visit, job_id: str, typed: Mapping[str, str], seen: Mapping[str, str], **context: Any
) -> Response:
    """A channel that the board names in another way may stay as it is."""
    channel = typed["channel"]
    return visit.show(
        "job_edit.html",
        job=visit.services.jobs.list_jobs.show(job_id).job,
        typed=typed,
        seen=seen,
        channels=CHANNELS if channel in CHANNELS else {**CHANNELS, channel: channel},
        **context,
    )


@router.post("/replies/{name}/settle")
def settle(visit: Answerer, name: Name) -> Response:
    visit.services.jobs.replies.settle(name, by=visit.by)
    return visit.go("/", "seen-to")


@router.post("/replies/{name}/stop")
def stop(visit: Answerer, name: Name) -> Response:
    visit.services.jobs.replies.stop(name, by=visit.by)
    return visit.go("/", "no-more-messages")


@router.post("/jobs/{name}/chase")
def chase(visit: Answerer, name: Name) -> Response:
    chases = visit.form.get_count("chases", "how often they were told so far")
    visit.services.jobs.sweep.chase(name, chases=chases, by=visit.by)
    return visit.go(f"/jobs/{render_name(name)}", "chased")


LONGEST_SOURCE = 200
# Browsers ask each time whether it is still there, and get it again only if it is another.
KEPT_BY_BROWSERS = "private, no-cache"

Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/jobs/{name}/photos/{number}")
def show_photo(visit: Looker, name: Name, number: Number) -> Response:
    shown = visit.services.jobs.photos.show(name, number)
    tag = f'"{shown.photo.digest[:32]}"'
    headers = {"Cache-Control": KEPT_BY_BROWSERS, "ETag": tag}
    if tag in visit.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(shown.content, media_type=MEDIA_TYPE, headers=headers)


@router.get("/jobs/{name}/photos/{number}/small")
def show_small(visit: Looker, name: Name, number: Number) -> Response:
    """Photos are never changed: a browser that has this one is not sent it again."""
    photos = visit.services.jobs.photos
    tag = f'"{photos.get(name, number).digest[:32]}-small"'
    headers = {"Cache-Control": KEPT_BY_BROWSERS, "ETag": tag}
    if tag in visit.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(photos.show_small(name, number).content, media_type=MEDIA_TYPE, headers=headers)


@router.post("/jobs/{name}/photos")
@tell_on(render_job)
def add_photo(visit: Photographed, name: Name) -> Response:
    if not visit.content:
        raise InputError("choose a picture first")
    source = make_storable(f"upload: {visit.file_name}", most=LONGEST_SOURCE)
    stage = visit.form["stage"] or None
    visit.services.jobs.photos.add(
        name, content=visit.content, source=source, by=visit.by, stage=stage
    )
    return visit.go(f"/jobs/{render_name(name)}", "photo-added")


@router.post("/jobs/{name}/photos/{number}/remove")
def remove_photo(visit: Answerer, name: Name, number: Number) -> Response:
    visit.services.jobs.photos.remove(name, number, by=visit.by)
    return visit.go(f"/jobs/{render_name(name)}", "photo-removed")
