"""The photos of a job: seen, added and taken away."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.documents.uploads import Photographed
from belfry.entrypoints.web.pages.jobs.job_page import JobName, render_job
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker
from belfry.kernel.errors import InputError
from belfry.kernel.texts import make_storable
from belfry.ports.image_processor import MEDIA_TYPE

router = APIRouter(route_class=PageRoute)

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
    show, job_id = visit.services.jobs.photos.show, parse_name(name)
    tag = f'"{show.find(job_id, number).digest[:32]}-small"'
    headers = {"Cache-Control": KEPT_BY_BROWSERS, "ETag": tag}
    if tag in visit.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = show.small(job_id, number).content
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
