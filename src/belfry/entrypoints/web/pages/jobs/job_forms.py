"""Taking a job in, and changing what the board says of it: the form, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.addresses import parse_name, render_name
from belfry.entrypoints.web.pages.controls.control_page import read_count
from belfry.entrypoints.web.pages.jobs.job_list import (
    HINDRANCES,
    find_shop,
    find_status,
    say_refusal,
)
from belfry.entrypoints.web.pages.jobs.job_page import JobName, render_job
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Photographed, Visit, Worker
from belfry.jobs.board.edit_jobs import DETAILS, FIELDS, Refused
from belfry.kernel import channels
from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.texts import make_storable
from belfry.ports.image_processor import MEDIA_TYPE

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
    suggested = visit.services.jobs.board.suggest_id()
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
        said = visit.services.jobs.board.read_details(job_id)
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
        now = visit.services.jobs.board.read_details(job_id)
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


LONGEST_REPLY_NAME = 400

ReplyName = Annotated[str, Path(max_length=LONGEST_REPLY_NAME)]


@router.post("/replies/{reply}/settle")
def settle(visit: Answerer, reply: ReplyName) -> Response:
    visit.services.jobs.replies.settle(parse_name(reply), by=visit.by)
    return visit.go("/", "seen-to")


@router.post("/replies/{reply}/stop")
def stop(visit: Answerer, reply: ReplyName) -> Response:
    visit.services.jobs.replies.stop(parse_name(reply), by=visit.by)
    return visit.go("/", "no-more-messages")


@router.post("/jobs/{name}/chase")
def chase(visit: Answerer, name: JobName) -> Response:
    chases = read_count(visit.form, "chases")
    if chases is None:
        raise InputError("expected how often they were told so far", field="chases")
    visit.services.jobs.sweep.chase(parse_name(name), chases=chases, by=visit.by)
    return visit.go(f"/jobs/{name}", "chased")


LONGEST_SOURCE = 200
# Browsers ask each time whether it is still there, and get it again only if it is another.
KEPT_BY_BROWSERS = "private, no-cache"

Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/jobs/{name}/photos/{number}")
def show_photo(visit: Looker, name: JobName, number: Number) -> Response:
    shown = visit.services.jobs.photos.show(parse_name(name), number)
    tag = f'"{shown.photo.digest[:32]}"'
    headers = {"Cache-Control": KEPT_BY_BROWSERS, "ETag": tag}
    if tag in visit.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(shown.content, media_type=MEDIA_TYPE, headers=headers)


@router.get("/jobs/{name}/photos/{number}/small")
def show_small(visit: Looker, name: JobName, number: Number) -> Response:
    """Photos are never changed: whoever has this one is not sent it again."""
    photos, job_id = visit.services.jobs.photos, parse_name(name)
    tag = f'"{photos.get(job_id, number).digest[:32]}-small"'
    headers = {"Cache-Control": KEPT_BY_BROWSERS, "ETag": tag}
    if tag in visit.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = photos.show_small(job_id, number).content
    return Response(content, media_type=MEDIA_TYPE, headers=headers)


@router.post("/jobs/{name}/photos")
def add_photo(upload: Photographed, name: JobName) -> Response:
    visit, job_id = upload.visit, parse_name(name)
    if not upload.content:
        return render_job(visit, job_id, refusal="choose a picture first", status=422)
    try:
        visit.services.jobs.photos.add(
            job_id,
            content=upload.content,
            source=make_storable(f"upload: {upload.name}", most=LONGEST_SOURCE),
            by=visit.by,
            stage=visit.form.get("stage") or None,
        )
    except InputError as error:
        return render_job(visit, job_id, refusal=str(error), status=422)
    return visit.go(f"/jobs/{name}", "photo-added")


@router.post("/jobs/{name}/photos/{number}/remove")
def remove_photo(visit: Answerer, name: JobName, number: Number) -> Response:
    visit.services.jobs.photos.remove(parse_name(name), number, by=visit.by)
    return visit.go(f"/jobs/{name}", "photo-removed")
