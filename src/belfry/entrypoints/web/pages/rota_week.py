"""A week of the rota for those who decide: who has which shift, whose hours, what needs a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

from belfry.desk.roles import Act, may
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.rota_days import ONE_WEEK, Monday, find_week
from belfry.entrypoints.web.pages.rota_grid import lay_out
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.rota.drafted_weeks import RotaWeek
from belfry.rota.read_rota_sheets import STAFF, TEMPLATE, name_week_table
from belfry.rota.week_days import find_this_monday

if TYPE_CHECKING:
    from datetime import date

    from belfry.rota.draft_objections import Objection
    from belfry.rota.show_week import WeekView

router = APIRouter(route_class=PageRoute)

LONGEST_NUMBER = 6
LEAVES = 8


@router.get("/rota")
def show_rota(visit: Looker) -> Response:
    """The week that most needs a look; whoever does not decide sees their own shifts."""
    if not may(visit.user.role, Act.ANSWER):
        return RedirectResponse("/rota/mine", status_code=303)
    wanted = visit.request.query_params.get("week", "")
    return render_week(visit, find_week(wanted) if wanted else find_pressing(visit))


@router.get("/rota/{monday}")
def show_week(visit: Answerer, monday: Monday) -> Response:
    return render_week(visit, monday)


@router.get("/rota/{monday}/print")
def print_week(visit: Answerer, monday: Monday) -> Response:
    view = visit.services.rota.drafts.show_week(monday, read_number(visit))
    return visit.show("rota_print.html", view=view, grid=lay_out(view))


def render_week(
    visit: Visit, monday: date, error: Conflict | InputError | NotFound | None = None
) -> Response:
    """`error` is why what somebody asked for here was not done."""
    number = None if error else read_number(visit)
    view = visit.services.rota.drafts.show_week(monday, number)
    is_newest = bool(view.draft and view.head and view.draft.number == view.head.draft)
    is_waiting = bool(is_newest and view.head and view.head.is_waiting)
    folder = visit.services.ports.folder
    files = (STAFF.name, TEMPLATE.name, name_week_table(monday).name)
    return visit.show(
        "rota_week.html",
        status=find_status(error),
        refusal=str(error or ""),
        view=view,
        grid=lay_out(view),
        monday=monday,
        this_monday=find_today(visit),
        is_newest=is_newest,
        is_waiting=is_waiting,
        objections=list_objections(visit, view) if is_waiting else (),
        drafts=list(reversed(visit.services.ports.rotas.list_drafts(monday.isoformat())))[:12],
        files={name: folder.exists(name) for name in files},
        sheet=name_week_table(monday).name,
        before=find_neighbour(visit, monday - ONE_WEEK),
        after=find_neighbour(visit, monday + ONE_WEEK),
        is_next=monday == find_today(visit) + ONE_WEEK,
        who=WhoIsWho(visit.services),
    )


def list_objections(visit: Visit, view: WeekView) -> tuple[Objection, ...]:
    try:
        return visit.services.rota.publishing.approve.list_objections(view.monday)
    except (NotFound, InputError):
        return ()


def find_pressing(visit: Visit) -> date:
    """The coming week while its draft waits, or while nobody has drafted this one."""
    this = find_today(visit)
    now, coming = (
        visit.services.ports.store.find(RotaWeek, monday.isoformat())
        for monday in (this, this + ONE_WEEK)
    )
    is_coming = bool(coming and coming.draft and (coming.is_waiting or not (now and now.draft)))
    return this + ONE_WEEK if is_coming else this


def find_today(visit: Visit) -> date:
    """This week's Monday."""
    return find_this_monday(visit.now, visit.services.rota.drafts.gather.zone)


def find_neighbour(visit: Visit, monday: date) -> date | None:
    """A week to leaf to; farther ones are found by their day."""
    return monday if abs(monday - find_today(visit)) <= LEAVES * ONE_WEEK else None


def read_number(visit: Visit) -> int | None:
    """Which draft is asked for; the newest one if none, or nonsense, is."""
    said = visit.request.query_params.get("draft", "")
    is_number = said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER
    return int(said) or None if is_number else None


def find_status(error: Exception | None) -> int:
    if error is None:
        return 200
    return 422 if isinstance(error, InputError) else 404 if isinstance(error, NotFound) else 409
