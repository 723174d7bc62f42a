"""What everybody may change about themselves: name, address, password, where they are signed in."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

from belfry.accounts.users import SHORTEST_PASSWORD, Act, may
from belfry.entrypoints.web.pages.cookies import forget_session
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflow_edits import list_zones
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.kernel.errors import Conflict, InputError

router = APIRouter(route_class=PageRoute)


@router.get("/me")
def show_me(visit: Looker) -> Response:
    return _show(visit, "me.html")


@router.post("/me")
def change_me(visit: Looker) -> Response:
    try:
        choose = visit.services.accounts.choose_zone
        zone = choose.check(visit.form.get("timezone", visit.user.timezone))
        _edit(visit, visit.form.get("name", ""))
        choose(visit.user.id, zone, by=visit.by)
    except (InputError, Conflict) as error:
        return _show(visit, "me.html", error)
    return visit.go("/me", "saved")


@router.post("/me/password")
def change_password(visit: Looker) -> Response:
    try:
        _set_password(visit)
    except InputError as error:
        return _show(visit, "me.html", error)
    return visit.go("/me", "password")


@router.get("/welcome")
def show_first_password(visit: Looker) -> Response:
    return _show(visit, "choose_password.html")


@router.post("/welcome")
def choose_first_password(visit: Looker) -> Response:
    try:
        if visit.user.email is None:
            _edit(visit, visit.user.name)
        _set_password(visit)
    except (InputError, Conflict) as error:
        return _show(visit, "choose_password.html", error)
    return visit.go("/", "password")


@router.post("/me/sign-out-everywhere")
def sign_out_everywhere(visit: Looker) -> Response:
    visit.services.accounts.end_all_sessions(visit.user.id, by=visit.by)
    response = RedirectResponse("/sign-in?done=signed-out-everywhere", status_code=303)
    forget_session(visit.request, response)
    return response


def _edit(visit: Visit, name: str) -> None:
    email = visit.form.get("email", "").strip() or None
    _check_namesake(visit, name, field="name")
    _check_namesake(visit, email or "", field="email")
    visit.services.accounts.edit_user(visit.user.id, name=name, email=email, by=visit.by)


def _check_namesake(visit: Visit, said: str, *, field: str) -> None:
    """Nobody becomes somebody else of the team by calling themselves so; owners may."""
    if said in ("", visit.user.name, visit.user.email) or may(visit.user.role, Act.PEOPLE):
        return
    if visit.services.rota.pages.find_member.find_namesake(said, by=visit.by):
        raise InputError("that is somebody else of the team: ask an owner", field=field)


def _set_password(visit: Visit) -> None:
    password = visit.form.get("password", "")
    if password != visit.form.get("again", ""):
        raise InputError("the two are not the same: type the password twice", field="again")
    set_password = visit.services.accounts.set_password
    set_password(visit.user.id, password, by=visit.by, keep=visit.session)


def _show(visit: Visit, template: str, error: InputError | Conflict | None = None) -> Response:
    field = error.field or "" if isinstance(error, InputError) else "email"
    return visit.show(
        template,
        status=200 if error is None else 409 if isinstance(error, Conflict) else 422,
        typed={
            "name": visit.form.get("name", visit.user.name),
            "email": visit.form.get("email", visit.user.email or ""),
            "timezone": visit.form.get("timezone", visit.user.timezone),
        },
        errors={field: str(error)} if error else {},
        shortest=SHORTEST_PASSWORD,
        zones=list_zones(),
    )
