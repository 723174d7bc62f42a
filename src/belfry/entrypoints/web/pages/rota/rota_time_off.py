"""Where somebody asks for days off, and sees what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.accounts.users import Act, may
from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.controls.control_forms import read_day
from belfry.entrypoints.web.pages.rota.rota_own_acts import get_self
from belfry.entrypoints.web.pages.rota.rota_request_acts import Id
from belfry.entrypoints.web.pages.rota.rota_week import find_status
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.errors import Conflict, InputError, NotFound

if TYPE_CHECKING:
    from datetime import date

    from belfry.entrypoints.web.pages.forms import Form
    from belfry.kernel.errors import BelfryError

router = APIRouter(route_class=PageRoute)


@router.get("/rota/time-off")
def show_time_off(visit: Looker) -> Response:
    return _render(visit)


@router.post("/rota/time-off")
def ask_time_off(visit: Looker) -> Response:
    """For themselves; those who decide may ask for somebody else."""
    try:
        first_on, last_on = read_days_off(visit.form)
        visit.services.rota.requests.ask_time_off(
            _find_person(visit),
            first_on,
            last_on,
            by=visit.by,
            reason=visit.form.get("reason", ""),
        )
    except (Conflict, InputError, NotFound) as error:
        return _render(visit, error)
    return visit.go("/rota/time-off", "time-off-asked")


@router.post("/rota/time-off/{number}/withdraw")
def withdraw_time_off(visit: Looker, number: Id) -> Response:
    try:
        visit.services.rota.requests.withdraw_time_off(parse_name(number), by=visit.by)
    except (Conflict, NotFound) as error:
        return _render(visit, error)
    return visit.go("/rota/time-off", "time-off-withdrawn")


def read_days_off(form: Form) -> tuple[date, date]:
    """One day if only the first is named."""
    first_on = read_day(form, "first_on")
    if first_on is None:
        raise InputError("expected the first day", field="first_on")
    return first_on, read_day(form, "last_on") or first_on


def _find_person(visit: Visit) -> str:
    said = visit.form.get("person", "").strip()
    return said if said and may(visit.user.role, Act.ANSWER) else get_self(visit)


def _render(visit: Visit, error: BelfryError | None = None) -> Response:
    pages = visit.services.rota.pages
    person = pages.find_member(visit.by)
    own = visit.services.rota.requests.list.list_own(person) if person else None
    is_deciding = may(visit.user.role, Act.ANSWER)
    return visit.show(
        "rota_time_off.html",
        status=find_status(error),
        refusal=str(error or ""),
        person=person,
        time_off=own.time_off if own else (),
        staff=pages.find_member.list_all() if is_deciding else (),
        typed=visit.form,
        who=WhoIsWho(visit.services),
    )
