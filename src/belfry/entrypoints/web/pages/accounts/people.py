"""People and their roles, API keys, and one's own account."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from fastapi.responses import RedirectResponse

from belfry.accounts.keys import Scope, Service
from belfry.accounts.sign_in_links import Purpose
from belfry.accounts.users import SHORTEST_PASSWORD, Act, Role, may
from belfry.entrypoints.web.forms import Form
from belfry.entrypoints.web.pages.routes import PageRoute, tell_on
from belfry.entrypoints.web.pages.scheduler.workflow_edits import list_zones
from belfry.entrypoints.web.pages.scheduler.workflows import LARGEST_NUMBER
from belfry.entrypoints.web.pages.visits import (
    KeyKeeper,
    Looker,
    PeopleKeeper,
    Visit,
    clear_session_cookie,
)
from belfry.kernel.errors import BelfryError, Conflict, InputError

router = APIRouter(route_class=PageRoute)

MOST_PEOPLE = 1000

Number = Annotated[int, Path(le=LARGEST_NUMBER)]


def _show_people(visit: Visit, error: BelfryError | None = None) -> Response:
    people = visit.services.ports.users.list(limit=MOST_PEOPLE, disabled=True)
    has_left = visit.services.accounts.sessions.has_left
    return visit.show(
        "people.html",
        **_place_error(error),
        people=people,
        left={person.id for person in people if has_left(person)},
        typed=Form({"role": Role.STAFF} | visit.form),
    )


def _place_error(error: BelfryError | None) -> dict[str, Any]:
    """A conflict is always about the e-mail address."""
    is_conflict = isinstance(error, Conflict)
    return {"error": error} | ({"errors": {"email": str(error)}} if is_conflict else {})


def _show_link(visit: Visit, user_id: int) -> Response:
    """The link is shown in this answer only."""
    made = visit.services.accounts.make_sign_in_link(user_id, Purpose.INVITATION, by=visit.by)
    root = visit.services.settings.public_url or str(visit.request.base_url)
    link = f"{root.rstrip('/')}/welcome/{made.token}"
    return visit.show("link_created.html", person=made.user, link=link, until=made.link.expires_at)


@router.get("/people")
def list_people(visit: PeopleKeeper) -> Response:
    return _show_people(visit)


@router.post("/people")
@tell_on(_show_people)
def add_person(visit: PeopleKeeper) -> Response:
    name, email = visit.form["name"], visit.form["email"].strip() or None
    add_user = visit.services.accounts.users.add
    user = add_user(name=name, email=email, role=_read_role(visit.form), by=visit.by)
    return _show_link(visit, user.id)


@router.post("/people/{user_id:int}/link")
def make_link(visit: PeopleKeeper, user_id: Number) -> Response:
    return _show_link(visit, user_id)


@router.post("/people/{user_id:int}/role")
def change_role(visit: PeopleKeeper, user_id: Number) -> Response:
    visit.services.accounts.users.change_role(user_id, _read_role(visit.form), by=visit.by)
    return visit.go("/people", "role")


@router.post("/people/{user_id:int}/disable")
def disable(visit: PeopleKeeper, user_id: Number) -> Response:
    visit.services.accounts.users.disable(user_id, by=visit.by)
    return visit.go("/people", "disabled")


@router.post("/people/{user_id:int}/enable")
def enable(visit: PeopleKeeper, user_id: Number) -> Response:
    visit.services.accounts.users.enable(user_id, by=visit.by)
    return visit.go("/people", "enabled")


def _read_role(form: Form) -> Role:
    if form["role"] not in list(Role):
        raise InputError(f"choose one of {', '.join(Role)}", field="role")
    return Role(form["role"])


def _show_keys(visit: Visit, error: BelfryError | None = None) -> Response:
    return visit.show(
        "keys.html",
        error=error,
        keys=visit.services.ports.keys.list(team_id=None, revoked=True),
        typed=Form({"service": Service.API, "scope": Scope.EDIT, "team_id": "1"} | visit.form),
    )


@router.get("/keys")
def list_keys(visit: KeyKeeper) -> Response:
    return _show_keys(visit)


@router.post("/keys")
@tell_on(_show_keys)
def create_key(visit: KeyKeeper) -> Response:
    """The key is shown in this answer only."""
    form = visit.form
    if form["service"] not in list(Service):
        raise InputError("choose what the key is for", field="service")
    service, team_id = Service(form["service"]), parse_team(form["team_id"])
    scope = Scope(form["scope"]) if form["scope"] in list(Scope) else None
    made = visit.services.accounts.keys.create(
        service=service,
        scope=scope if service is Service.API else None,
        name=form["name"],
        team_id=team_id,
        by=visit.by,
    )
    return visit.show("key_created.html", key=made.key, text=made.text)


@router.post("/keys/{key_id:int}/revoke")
def revoke_key(visit: KeyKeeper, key_id: Number) -> Response:
    visit.services.accounts.keys.revoke(key_id, by=visit.by)
    return visit.go("/keys", "revoked")


def parse_team(text: str) -> int | None:
    """A team's number; None for all teams."""
    text = text.strip()
    if not text:
        return None
    if not text.isdecimal() or not 0 < int(text[:10]) < 2**31:
        raise InputError("write the number of a team, or nothing for all teams", field="team_id")
    return int(text)


def _show_account(template: str, visit: Visit, error: BelfryError | None = None) -> Response:
    user = visit.user
    stored = {"name": user.name, "email": user.email or "", "timezone": user.timezone}
    return visit.show(
        template,
        **_place_error(error),
        typed=stored | visit.form,
        shortest=SHORTEST_PASSWORD,
        zones=list_zones(),
    )


_show_me = partial(_show_account, "me.html")
_show_welcome = partial(_show_account, "choose_password.html")


@router.get("/me")
def show_me(visit: Looker) -> Response:
    return _show_me(visit)


@router.post("/me")
@tell_on(_show_me)
def change_me(visit: Looker) -> Response:
    users = visit.services.accounts.users
    zone = users.check_zone(visit.form.get("timezone", visit.user.timezone))
    _edit(visit, visit.form["name"])
    users.choose_zone(visit.user.id, zone, by=visit.by)
    return visit.go("/me", "saved")


@router.post("/me/password")
@tell_on(_show_me)
def change_password(visit: Looker) -> Response:
    _set_password(visit)
    return visit.go("/me", "password")


@router.get("/welcome")
def show_first_password(visit: Looker) -> Response:
    return _show_welcome(visit)


@router.post("/welcome")
@tell_on(_show_welcome)
def choose_first_password(visit: Looker) -> Response:
    if visit.user.email is None:
        _edit(visit, visit.user.name)
    _set_password(visit)
    return visit.go("/", "password")


@router.post("/me/sign-out-everywhere")
def sign_out_everywhere(visit: Looker) -> Response:
    visit.services.accounts.sessions.end_all(visit.user.id, by=visit.by)
    response = RedirectResponse("/sign-in?done=signed-out-everywhere", status_code=303)
    clear_session_cookie(visit.request, response)
    return response


def _edit(visit: Visit, name: str) -> None:
    """Only owners may take the name or address of another member."""
    email = visit.form["email"].strip() or None
    for field, text in {"name": name, "email": email or ""}.items():
        is_own = text in ("", visit.user.name, visit.user.email)
        if is_own or may(visit.user.role, Act.PEOPLE):
            continue
        if visit.services.rota.pages.find_member.find_namesake(text, by=visit.by):
            raise InputError("that is another person of the team: ask an owner", field=field)
    visit.services.accounts.users.edit(visit.user.id, name=name, email=email, by=visit.by)


def _set_password(visit: Visit) -> None:
    password = visit.form["password"]
    if password != visit.form["again"]:
        raise InputError("the two are not the same: type the password twice", field="again")
    set_password = visit.services.accounts.set_password
    set_password(visit.user.id, password, by=visit.by, keep=visit.session)
