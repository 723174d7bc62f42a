"""People and their roles, API keys, and one's own account."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from fastapi.responses import RedirectResponse

from belfry.accounts.keys import Service
from belfry.accounts.sign_in_links import Purpose
from belfry.accounts.users import SHORTEST_PASSWORD, Act, Role, may
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflow_edits import list_zones
from belfry.entrypoints.web.pages.scheduler.workflows import LARGEST_NUMBER
from belfry.entrypoints.web.pages.visits import (
    KeyKeeper,
    Looker,
    PeopleKeeper,
    Visit,
    clear_session_cookie,
)
from belfry.entrypoints.web.pages.words import SubjectNames
from belfry.kernel.errors import Conflict, InputError

router = APIRouter(route_class=PageRoute)

MOST_PEOPLE = 1000

UserNumber = Annotated[int, Path(le=LARGEST_NUMBER)]


@router.get("/people")
def list_people(visit: PeopleKeeper) -> Response:
    return _show_people(visit)


@router.post("/people")
def add_person(visit: PeopleKeeper) -> Response:
    form = visit.form
    try:
        user = visit.services.accounts.add_user(
            name=form.get("name", ""),
            email=form.get("email", "").strip() or None,
            role=parse_role(form.get("role", "")),
            by=visit.by,
        )
    except (InputError, Conflict) as error:
        return _show_people(visit, error)
    return _show_link(visit, user.id)


@router.post("/people/{user_id:int}/link")
def make_link(visit: PeopleKeeper, user_id: UserNumber) -> Response:
    return _show_link(visit, user_id)


@router.post("/people/{user_id:int}/role")
def change_role(visit: PeopleKeeper, user_id: UserNumber) -> Response:
    role = parse_role(visit.form.get("role", ""))
    visit.services.accounts.change_role(user_id, role, by=visit.by)
    return visit.go("/people", "role")


@router.post("/people/{user_id:int}/disable")
def disable(visit: PeopleKeeper, user_id: UserNumber) -> Response:
    visit.services.accounts.disable_user(user_id, by=visit.by)
    return visit.go("/people", "disabled")


@router.post("/people/{user_id:int}/enable")
def enable(visit: PeopleKeeper, user_id: UserNumber) -> Response:
    visit.services.accounts.enable_user(user_id, by=visit.by)
    return visit.go("/people", "enabled")


def parse_role(text: str) -> Role:
    if text not in list(Role):
        raise InputError(f"choose one of {', '.join(Role)}", field="role")
    return Role(text)


def _show_link(visit: Visit, user_id: int) -> Response:
    """The link is shown in this answer only."""
    made = visit.services.accounts.make_sign_in_link(user_id, Purpose.INVITATION, by=visit.by)
    root = visit.services.settings.public_url or str(visit.request.base_url)
    link = f"{root.rstrip('/')}/welcome/{made.token}"
    return visit.show("link_created.html", person=made.user, link=link, until=made.link.expires_at)


def _show_people(visit: Visit, error: InputError | Conflict | None = None) -> Response:
    field = error.field or "" if isinstance(error, InputError) else "email"
    return visit.show(
        "people.html",
        status=200 if error is None else 409 if isinstance(error, Conflict) else 422,
        people=visit.services.ports.users.list(limit=MOST_PEOPLE, disabled=True),
        typed={
            "name": visit.form.get("name", ""),
            "email": visit.form.get("email", ""),
            "role": visit.form.get("role", Role.STAFF),
        },
        errors={field: str(error)} if error else {},
    )


@router.get("/keys")
def list_keys(visit: KeyKeeper) -> Response:
    return _show_keys(visit)


@router.post("/keys")
def create_key(visit: KeyKeeper) -> Response:
    """The key is shown in this answer only."""
    form = visit.form
    try:
        made = visit.services.accounts.create_key(
            service=parse_service(form.get("service", "")),
            name=form.get("name", ""),
            team_id=parse_team(form.get("team_id", "")),
            by=visit.by,
        )
    except InputError as error:
        return _show_keys(visit, error)
    return visit.show("key_created.html", key=made.key, text=made.text)


@router.post("/keys/{key_id:int}/revoke")
def revoke_key(visit: KeyKeeper, key_id: Annotated[int, Path(le=LARGEST_NUMBER)]) -> Response:
    visit.services.accounts.revoke_key(key_id, by=visit.by)
    return visit.go("/keys", "revoked")


def parse_service(text: str) -> Service:
    if text not in list(Service):
        raise InputError("choose what the key is for", field="service")
    return Service(text)


def parse_team(text: str) -> int | None:
    """A team's number; None for all teams."""
    text = text.strip()
    if not text:
        return None
    if not text.isdecimal() or not 0 < int(text[:10]) < 2**31:
        raise InputError("write the number of a team, or nothing for all teams", field="team_id")
    return int(text)


def _show_keys(visit: Visit, error: InputError | None = None) -> Response:
    return visit.show(
        "keys.html",
        status=422 if error else 200,
        keys=visit.services.ports.keys.list(team_id=None, revoked=True),
        subjects=SubjectNames(visit.services),
        typed={
            "name": visit.form.get("name", ""),
            "service": visit.form.get("service", Service.API),
            "team_id": visit.form.get("team_id", "1"),
        },
        errors={error.field or "": str(error)} if error else {},
    )


@router.get("/me")
def show_me(visit: Looker) -> Response:
    return _show_me(visit, "me.html")


@router.post("/me")
def change_me(visit: Looker) -> Response:
    try:
        choose = visit.services.accounts.choose_zone
        zone = choose.check(visit.form.get("timezone", visit.user.timezone))
        _edit(visit, visit.form.get("name", ""))
        choose(visit.user.id, zone, by=visit.by)
    except (InputError, Conflict) as error:
        return _show_me(visit, "me.html", error)
    return visit.go("/me", "saved")


@router.post("/me/password")
def change_password(visit: Looker) -> Response:
    try:
        _set_password(visit)
    except InputError as error:
        return _show_me(visit, "me.html", error)
    return visit.go("/me", "password")


@router.get("/welcome")
def show_first_password(visit: Looker) -> Response:
    return _show_me(visit, "choose_password.html")


@router.post("/welcome")
def choose_first_password(visit: Looker) -> Response:
    try:
        if visit.user.email is None:
            _edit(visit, visit.user.name)
        _set_password(visit)
    except (InputError, Conflict) as error:
        return _show_me(visit, "choose_password.html", error)
    return visit.go("/", "password")


@router.post("/me/sign-out-everywhere")
def sign_out_everywhere(visit: Looker) -> Response:
    visit.services.accounts.end_all_sessions(visit.user.id, by=visit.by)
    response = RedirectResponse("/sign-in?done=signed-out-everywhere", status_code=303)
    clear_session_cookie(visit.request, response)
    return response


def _edit(visit: Visit, name: str) -> None:
    email = visit.form.get("email", "").strip() or None
    _check_namesake(visit, name, field="name")
    _check_namesake(visit, email or "", field="email")
    visit.services.accounts.edit_user(visit.user.id, name=name, email=email, by=visit.by)


def _check_namesake(visit: Visit, text: str, *, field: str) -> None:
    """Only owners may take the name or address of another member."""
    if text in ("", visit.user.name, visit.user.email) or may(visit.user.role, Act.PEOPLE):
        return
    if visit.services.rota.pages.find_member.find_namesake(text, by=visit.by):
        raise InputError("that is another person of the team: ask an owner", field=field)


def _set_password(visit: Visit) -> None:
    password = visit.form.get("password", "")
    if password != visit.form.get("again", ""):
        raise InputError("the two are not the same: type the password twice", field="again")
    set_password = visit.services.accounts.set_password
    set_password(visit.user.id, password, by=visit.by, keep=visit.session)


def _show_me(visit: Visit, template: str, error: InputError | Conflict | None = None) -> Response:
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
