"""A customer's own page: where their job is, at an address that only they were given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from belfry.bootstrap import Services
from belfry.entrypoints.web.assets import PHOTO_HEADERS
from belfry.entrypoints.web.forms import parse_form
from belfry.entrypoints.web.pages.routes import PublicRoute, render_public
from belfry.entrypoints.web.pages.visits import AppServices
from belfry.jobs.jobs import photo_path
from belfry.jobs.updates.language import ENGLISH, load_language
from belfry.kernel.errors import InputError, NotFound
from belfry.messaging.contacts import NO, YES

router = APIRouter(route_class=PublicRoute)

LONGEST_TOKEN = 64

Token = Annotated[str, Path(max_length=LONGEST_TOKEN)]
Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/t/{token}")
def show_tracking(request: Request, services: AppServices, token: Token) -> Response:
    shown = services.jobs.show_tracking(token)
    pictures = [(photo, photo_path(token, photo.number)) for photo in shown.photos]
    return render_public(request, "tracking.html", shop=shown.shop, shown=shown, pictures=pictures)


@router.get("/t/{token}/photo/{number}")
def show_photo(services: AppServices, token: Token, number: Number) -> Response:
    content = services.jobs.show_tracking.get_photo(token, number)
    return Response(content, media_type="image/jpeg", headers=PHOTO_HEADERS)


BY_LINK = "the customer, by their link"


async def read_wish(request: Request) -> str:
    """What is asked for; anything but a clear word to go on is a wish to end it."""
    try:
        form = parse_form(await request.body())
    except InputError:
        return NO
    return YES if form["again"] == "yes" else NO


Wish = Annotated[str, Depends(read_wish)]


@router.get("/stop/{token}")
def show_stop(request: Request, services: AppServices, token: Token) -> Response:
    contact = services.jobs.customers.change_consent.find(token)
    return _show(request, services, contact.consent, is_done=False)


@router.post("/stop/{token}")
def stop(request: Request, services: AppServices, token: Token, wish: Wish) -> Response:
    services.jobs.customers.change_consent.by_link(token, wish, by=BY_LINK)
    return _show(request, services, wish, is_done=True)


def _show(request: Request, services: Services, consent: str, *, is_done: bool) -> Response:
    name, labels = _find_shop(services)
    return render_public(
        request, "stop.html", shop=name, labels=labels, consent=consent, is_done=is_done
    )


def _find_shop(services: Services) -> tuple[str, Mapping[str, str]]:
    """What customers know the shop by, and the page's words in its language."""
    try:
        shop = services.jobs.read_shop().shop
    except (InputError, NotFound):
        return services.settings.name, load_language(ENGLISH).words["stop page"]
    return shop.name, shop.language.words["stop page"]
