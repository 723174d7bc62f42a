"""Coming in and going out: by password, by a one-time link, and out again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import RedirectResponse

from belfry.desk.throttles import TooMany
from belfry.entrypoints.web.pages.cookies import (
    find_form_word,
    find_session_token,
    forget_session,
    is_form_word,
    keep_form_word,
    keep_session,
)
from belfry.entrypoints.web.pages.forms import Form, Typed
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.rendering import render
from belfry.entrypoints.web.pages.visits import (
    STALE,
    House,
    Looker,
    check_origin,
    find_local_path,
)
from belfry.kernel.errors import NotAllowed

router = APIRouter(route_class=PageRoute)


def read_open_form(request: Request, form: Typed) -> Form:
    """The form of somebody not signed in, having checked that it is one of our own."""
    check_origin(request)
    if not is_form_word(request, form.get("csrf", "")):
        raise NotAllowed(STALE)
    return form


OpenForm = Annotated[Form, Depends(read_open_form)]


def show_open(request: Request, template: str, *, status: int = 200, **context: object) -> Response:
    """A page with a form for somebody who is not signed in."""
    word = find_form_word(request)
    response = render(request, template, status=status, **context, csrf=word)
    keep_form_word(request, response, word)
    return response


@router.get("/sign-in")
def show_sign_in(request: Request) -> Response:
    wanted = find_local_path(request.query_params.get("next", ""), "/")
    return show_open(request, "sign_in.html", wanted=wanted, email="", error="")


@router.post("/sign-in")
def sign_in(request: Request, services: House, form: OpenForm) -> Response:
    wanted = find_local_path(form.get("next", ""), "/")
    email, password = form.get("email", ""), form.get("password", "")
    address = request.client.host if request.client else "unknown"
    try:
        signed_in = services.desk.sign_in(email, password, address=address)
    except TooMany:
        raise
    except NotAllowed as error:
        shown = {"wanted": wanted, "email": email, "error": str(error)}
        return show_open(request, "sign_in.html", status=403, **shown)
    return _let_in(request, signed_in.token, wanted)


@router.get("/welcome/{token}")
def show_link(request: Request, services: House, token: str) -> Response:
    """Only looks: mail programs and scanners look too."""
    try:
        _, user = services.desk.open_sign_in_link.find(token)
    except NotAllowed as error:
        return render(request, "welcome.html", status=403, person=None, error=str(error))
    return show_open(request, "welcome.html", person=user, error="")


@router.post("/welcome/{token}")
def use_link(request: Request, services: House, form: OpenForm, token: str) -> Response:
    try:
        signed_in = services.desk.open_sign_in_link(token)
    except NotAllowed as error:
        return render(request, "welcome.html", status=403, person=None, error=str(error))
    return _let_in(request, signed_in.token, "/welcome")


@router.post("/sign-out")
def sign_out(visit: Looker) -> Response:
    visit.services.desk.end_session(find_session_token(visit.request) or "")
    response = RedirectResponse("/sign-in?done=signed-out", status_code=303)
    forget_session(visit.request, response)
    return response


def _let_in(request: Request, token: str, wanted: str) -> Response:
    response = RedirectResponse(wanted, status_code=303)
    keep_session(request, response, token)
    return response
