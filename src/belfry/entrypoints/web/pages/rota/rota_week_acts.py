"""What those who decide may do with a week: draft it, say yes, have it drafted again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.controls.control_forms import read_count
from belfry.entrypoints.web.pages.rota.rota_days import Monday
from belfry.entrypoints.web.pages.rota.rota_week import render_week
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Visit
from belfry.kernel.errors import Conflict, InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

router = APIRouter(route_class=PageRoute)


@router.post("/rota/{monday}/draft")
def draft(visit: Answerer, monday: Monday) -> Response:
    def act() -> str:
        if visit.form.get("from") == "pattern":
            _copy_pattern(visit, monday)
        drafted = visit.services.rota.drafts.draft_week(monday, by=visit.by)
        return "rota-drafted" if drafted.is_new else "rota-as-before"

    return _answer(visit, monday, act)


@router.post("/rota/{monday}/approve")
def approve(visit: Answerer, monday: Monday) -> Response:
    def act() -> str:
        visit.services.rota.publishing.approve(
            monday, _read_seen(visit), by=visit.by, anyway=visit.form.get("anyway") == "yes"
        )
        return "rota-approved"

    return _answer(visit, monday, act)


@router.post("/rota/{monday}/redraft")
def redraft(visit: Answerer, monday: Monday) -> Response:
    def act() -> str:
        visit.services.rota.publishing.redraft(
            monday,
            by=visit.by,
            draft=_read_seen(visit),
            because=visit.form.get("because", ""),
        )
        return "rota-redrafted"

    return _answer(visit, monday, act)


@router.post("/rota/{monday}/fuller")
def take_fuller(visit: Answerer, monday: Monday) -> Response:
    def act() -> str:
        visit.services.rota.publishing.take_fuller(monday, _read_seen(visit), by=visit.by)
        return "rota-fuller"

    return _answer(visit, monday, act)


@router.post("/rota/{monday}/resend")
def resend(visit: Answerer, monday: Monday) -> Response:
    def act() -> str:
        person = visit.form.get("person", "")
        visit.services.rota.publishing.resend(monday, person, by=visit.by)
        return "rota-resent"

    return _answer(visit, monday, act)


def _copy_pattern(visit: Visit, monday: date) -> None:
    copied = visit.services.rota.drafts.copy_template(monday)
    if copied.why:
        raise Conflict(copied.why)


def _read_seen(visit: Visit) -> int:
    """The draft that was before their eyes: nobody says yes to one they have not seen."""
    seen = read_count(visit.form, "draft")
    if seen is None:
        raise InputError("expected the number of a draft", field="draft")
    return seen


def _answer(visit: Visit, monday: date, act: Callable[[], str]) -> Response:
    """What cannot be done is told on the week's own page."""
    try:
        done = act()
    except (Conflict, InputError, NotFound) as error:
        return render_week(visit, monday, error)
    return visit.go(f"/rota/{monday}", done)
