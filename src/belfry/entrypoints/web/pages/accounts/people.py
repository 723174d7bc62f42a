"""The people of the house: taking them in, their roles, and letting them in again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from belfry.accounts.sign_in_links import Purpose
from belfry.accounts.users import Role
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflow_page import LARGEST_NUMBER
from belfry.entrypoints.web.pages.visits import PeopleKeeper, Visit
from belfry.kernel.errors import Conflict, InputError

router = APIRouter(route_class=PageRoute)

MOST_PEOPLE = 1000

UserNumber = Annotated[int, Path(le=LARGEST_NUMBER)]


@router.get("/people")
def list_people(visit: PeopleKeeper) -> Response:
    return _show(visit)


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
        return _show(visit, error)
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
    """The link stands in this answer and nowhere else."""
    made = visit.services.accounts.make_sign_in_link(user_id, Purpose.INVITATION, by=visit.by)
    house = visit.services.settings.public_url or str(visit.request.base_url)
    link = f"{house.rstrip('/')}/welcome/{made.token}"
    return visit.show("link_made.html", person=made.user, link=link, until=made.link.expires_at)


def _show(visit: Visit, error: InputError | Conflict | None = None) -> Response:
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
