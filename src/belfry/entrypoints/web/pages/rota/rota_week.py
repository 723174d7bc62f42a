"""A week of the rota for those who decide: who has which shift, whose hours, what needs a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

from belfry.accounts.users import Act, may
from belfry.entrypoints.web.pages.rota.rota_days import ONE_WEEK, Monday, find_week
from belfry.entrypoints.web.pages.rota.rota_grid import lay_out
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.rota.rules.weeks import find_this_monday
from belfry.rota.sheets.read_rota_sheets import STAFF, TEMPLATE, name_week_table

if TYPE_CHECKING:
    from datetime import date

    from belfry.bootstrap import Services
    from belfry.rota.drafts.check_draft import Objection
    from belfry.rota.drafts.drafted_weeks import WeekDraft
    from belfry.rota.drafts.show_week import WeekView

router = APIRouter(route_class=PageRoute)

LONGEST_NUMBER = 6
LEAVES = 8
MOST_DRAFTS = 12


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
    rest = "" if is_newest or not view.draft else f"?draft={view.draft.number}"
    this = find_today(visit)
    return visit.show(
        "rota_week.html",
        status=find_status(error),
        refusal=str(error or ""),
        view=view,
        grid=lay_out(view, rest),
        rest=rest,
        monday=monday,
        this_monday=this,
        is_newest=is_newest,
        is_waiting=is_waiting,
        objections=list_objections(visit.services, view) if is_waiting else (),
        drafts=list_drafts(visit, view),
        files=() if view.draft else list_files(visit, monday),
        sheet=name_week_table(monday).name,
        before=find_near(monday - ONE_WEEK, this),
        after=find_near(monday + ONE_WEEK, this),
        is_next=monday == this + ONE_WEEK,
        who=WhoIsWho(visit.services),
    )


def list_drafts(visit: Visit, view: WeekView) -> list[WeekDraft]:
    """The newest first; none where there is only one."""
    if view.head is None or view.head.draft < 2:
        return []
    return list(reversed(visit.services.ports.rotas.list_drafts(view.head.id)))[:MOST_DRAFTS]


def list_files(visit: Visit, monday: date) -> list[str]:
    """Which of the sheets that a first draft is made from are there."""
    wanted = (STAFF.name, TEMPLATE.name, name_week_table(monday).name)
    return [name for name in wanted if visit.services.ports.folder.exists(name)]


def list_objections(services: Services, view: WeekView) -> tuple[Objection, ...]:
    """What speaks against the draft that is shown, if that is the newest."""
    if view.head is None or view.opened is None:
        return ()
    return services.rota.publishing.approve.list_objections(view.head, view.opened)


def find_pressing(visit: Visit) -> date:
    """The coming week while its draft waits, or while nobody has drafted this one."""
    this = find_today(visit)
    heads = visit.services.ports.rotas.list_weeks(this, this + ONE_WEEK)
    known = {head.starts_on: head for head in heads}
    now, coming = known.get(this), known.get(this + ONE_WEEK)
    is_coming = bool(coming and coming.draft and (coming.is_waiting or not (now and now.draft)))
    return this + ONE_WEEK if is_coming else this


def find_today(visit: Visit) -> date:
    """This week's Monday."""
    return find_this_monday(visit.now, visit.services.rota.drafts.gather.zone)


def find_near(monday: date, this: date) -> date | None:
    """A week to leaf to; farther ones are found by their day."""
    return monday if abs(monday - this) <= LEAVES * ONE_WEEK else None


def read_number(visit: Visit) -> int | None:
    """Which draft is asked for; the newest one if none, or nonsense, is."""
    said = visit.request.query_params.get("draft", "")
    is_number = said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER
    return int(said) or None if is_number else None


def find_status(error: Exception | None) -> int:
    if error is None:
        return 200
    return 422 if isinstance(error, InputError) else 404 if isinstance(error, NotFound) else 409
