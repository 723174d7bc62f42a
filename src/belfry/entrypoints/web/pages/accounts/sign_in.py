"""Signing in by password or one-time link, and signing out."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import RedirectResponse

from belfry.accounts.sign_in import TooMany
from belfry.entrypoints.web.forms import Form
from belfry.entrypoints.web.pages.accounts.signed_out import resume, unseal
from belfry.entrypoints.web.pages.errors import SignInFirst, say_wait
from belfry.entrypoints.web.pages.rendering import render
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import (
    STALE,
    AppServices,
    Looker,
    Typed,
    Visit,
    check_origin,
    clear_session_cookie,
    find_form_token,
    find_session_token,
    find_visit,
    is_form_token,
    pick_local_path,
    set_form_cookie,
    set_session_cookie,
)
from belfry.kernel.errors import NotAllowed

router = APIRouter(route_class=PageRoute)


def read_open_form(request: Request, form: Typed) -> Form:
    """The form of a visitor without a session, checked to be our own."""
    check_origin(request)
    if not is_form_token(request, form["csrf"]):
        raise NotAllowed(STALE)
    return form


OpenForm = Annotated[Form, Depends(read_open_form)]


@router.get("/sign-in")
def show_sign_in(request: Request) -> Response:
    wanted = pick_local_path(request.query_params.get("next", ""), "/")
    return _show_form(request, wanted)


@router.post("/sign-in")
def sign_in(request: Request, services: AppServices, form: OpenForm) -> Response:
    wanted = pick_local_path(form["next"], "/")
    address = request.client.host if request.client else "unknown"
    try:
        signed_in = services.accounts.sign_in(form["email"], form["password"], address=address)
    except NotAllowed as error:
        if isinstance(error, TooMany) and not form["carried"]:
            raise
        return _show_form(request, wanted, form, error)
    carried = unseal(form["carried"], form["csrf"])
    if carried is None:
        return _let_in(request, signed_in.token, wanted)
    session, user = services.accounts.sessions.find(signed_in.token)
    request.state.visit = visit = Visit(request, services, session, user, form)
    response = resume(visit, carried)
    set_session_cookie(request, response, signed_in.token)
    return response


@router.post("/again")
def go_on(request: Request, services: AppServices, form: OpenForm) -> Response:
    """For a user who has signed in in another tab meanwhile."""
    carried = unseal(form["carried"], form["csrf"])
    if carried is None:
        raise NotAllowed(STALE)
    try:
        return resume(find_visit(request, services, form), carried)
    except SignInFirst:
        error = NotAllowed("you are not signed in yet")
        return _show_form(request, carried.came_from, form, error)


@router.get("/welcome/{token}")
def show_link(request: Request, services: AppServices, token: str) -> Response:
    """Changes nothing: mail scanners open links too."""
    try:
        _, user = services.accounts.open_sign_in_link.find(token)
    except NotAllowed as error:
        return render(request, "welcome.html", error=error, person=None)
    return show_open(request, "welcome.html", person=user)


@router.post("/welcome/{token}")
def use_link(request: Request, services: AppServices, form: OpenForm, token: str) -> Response:
    try:
        signed_in = services.accounts.open_sign_in_link(token)
    except NotAllowed as error:
        return render(request, "welcome.html", error=error, person=None)
    return _let_in(request, signed_in.token, "/welcome")


@router.post("/sign-out")
def sign_out(visit: Looker) -> Response:
    visit.services.accounts.sessions.end(find_session_token(visit.request) or "")
    response = RedirectResponse("/sign-in?done=signed-out", status_code=303)
    clear_session_cookie(visit.request, response)
    return response


def _show_form(
    request: Request, wanted: str, form: Form | None = None, error: NotAllowed | None = None
) -> Response:
    """With what was typed, and the form of a page that it carries."""
    form = form or Form()
    refusal = str(error or "")
    if isinstance(error, TooMany):
        refusal = f"{refusal}. {say_wait(error.retry_after)}".rstrip(".")
    return show_open(
        request,
        "sign_in.html",
        error=error,
        refusal=refusal,
        wanted=wanted,
        email=form["email"],
        carried=form["carried"],
        is_cut_off=bool(form["carried"]),
    )


def _let_in(request: Request, token: str, wanted: str) -> Response:
    response = RedirectResponse(wanted, status_code=303)
    set_session_cookie(request, response, token)
    return response


def show_open(request: Request, template: str, **context: Any) -> Response:
    """A page with a form for visitors without a session."""
    token = find_form_token(request)
    response = render(request, template, **context, csrf=token)
    set_form_cookie(request, response, token)
    return response
