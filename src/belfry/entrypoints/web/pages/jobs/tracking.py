"""A customer's own page: where their job is, at an address that only they were given."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from belfry.entrypoints.web.pages.routes import PublicRoute, render_public
from belfry.entrypoints.web.pages.visits import AppServices
from belfry.jobs.jobs import photo_path

router = APIRouter(route_class=PublicRoute)

LONGEST_TOKEN = 64
# A picture never changes under its number, but the page may stop showing it.
KEPT_BY_BROWSERS = "private, max-age=3600"

Token = Annotated[str, Path(max_length=LONGEST_TOKEN)]
Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/t/{token}")
def show_tracking(request: Request, services: AppServices, token: Token) -> Response:
    shown = services.jobs.customers.show_tracking(token)
    pictures = [(photo, photo_path(token, photo.number)) for photo in shown.photos]
    return render_public(request, "tracking.html", shop=shown.shop, shown=shown, pictures=pictures)


@router.get("/t/{token}/photo/{number}")
def show_photo(services: AppServices, token: Token, number: Number) -> Response:
    content = services.jobs.customers.show_tracking.get_photo(token, number)
    headers = {"Cache-Control": KEPT_BY_BROWSERS}
    return Response(content, media_type="image/jpeg", headers=headers)
