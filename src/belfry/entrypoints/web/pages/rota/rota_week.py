"""A week of the rota for those who decide: shifts, hours, drafts and what needs a look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

from belfry.accounts.users import Act, may
from belfry.entrypoints.web.pages.addresses import Name, parse_number, render_name
from belfry.entrypoints.web.pages.rota.rota_grid import ONE_WEEK, Monday, find_week, lay_out
from belfry.entrypoints.web.pages.routes import PageRoute, tell_on
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.rota_answers import list_objections
from belfry.kernel.errors import BelfryError, Conflict, NotFound
from belfry.rota.drafts.check_draft import ObjectionsError
from belfry.rota.drafts.drafted_weeks import WeekDraft
from belfry.rota.drafts.open_draft import render_change
from belfry.rota.drafts.show_week import WeekView
from belfry.rota.rules.weeks import find_this_monday
from belfry.rota.sheets.read_rota_sheets import STAFF, TEMPLATE, name_week_table

router = APIRouter(route_class=PageRoute)

LONGEST_NUMBER = 6
# Weeks farther away are found by their day.
LEAVES = 8
MOST_DRAFTS = 12


@router.get("/rota")
def show_rota(visit: Looker) -> Response:
    """The week that most needs a look; those who do not decide see their own shifts."""
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


def render_week(visit: Visit, monday: date, error: BelfryError | None = None) -> Response:
    number = None if error else read_number(visit)
    view = visit.services.rota.drafts.show_week(monday, number)
    is_newest = bool(view.draft and view.head and view.draft.number == view.head.draft)
    is_waiting = bool(is_newest and view.head and view.head.is_waiting)
    rest = "" if is_newest or not view.draft else f"?draft={view.draft.number}"
    this = find_today(visit)
    # What a first draft is made from.
    sheets = (STAFF.name, TEMPLATE.name, name_week_table(monday).name)
    return visit.show(
        "rota_week.html",
        error=error,
        view=view,
        grid=lay_out(view),
        rest=rest,
        monday=monday,
        this_monday=this,
        is_newest=is_newest,
        is_waiting=is_waiting,
        objections=list_objections(visit.services, view) if is_waiting else (),
        drafts=_list_drafts(visit, view),
        files=[name for name in sheets if visit.services.ports.folder.exists(name)]
        if not view.draft
        else (),
        sheet=sheets[-1],
        before=monday - ONE_WEEK if this - monday < LEAVES * ONE_WEEK else None,
        after=monday + ONE_WEEK if monday - this < LEAVES * ONE_WEEK else None,
        is_next=monday == this + ONE_WEEK,
    )


def _list_drafts(visit: Visit, view: WeekView) -> list[WeekDraft]:
    """The newest first; none where there is only one."""
    if view.head is None or view.head.draft < 2:
        return []
    return list(reversed(visit.services.ports.rotas.list_drafts(view.head.id)))[:MOST_DRAFTS]


def find_pressing(visit: Visit) -> date:
    """The coming week while its draft waits, or while this one has no draft."""
    this = find_today(visit)
    heads = visit.services.ports.rotas.list_weeks(this, this + ONE_WEEK)
    known = {head.starts_on: head for head in heads}
    now, coming = known.get(this), known.get(this + ONE_WEEK)
    is_coming = bool(coming and coming.draft and (coming.is_waiting or not (now and now.draft)))
    return this + ONE_WEEK if is_coming else this


def find_today(visit: Visit) -> date:
    """This week's Monday."""
    return find_this_monday(visit.now, visit.services.rota.drafts.gather.zone)


def read_number(visit: Visit) -> int | None:
    """Which draft is asked for; the newest one if none, or nonsense, is."""
    return parse_number(visit.request.query_params.get("draft", ""), LONGEST_NUMBER) or None


@router.post("/rota/{monday}/draft")
@tell_on(render_week, NotFound)
def draft(visit: Answerer, monday: Monday) -> Response:
    drafts = visit.services.rota.drafts
    if visit.form["from"] == "pattern" and (why := drafts.copy_template(monday).why):
        raise Conflict(why)
    drafted = drafts.draft_week(monday, by=visit.by)
    return visit.go(f"/rota/{monday}", "rota-drafted" if drafted.is_new else "rota-as-before")


@router.post("/rota/{monday}/approve")
@tell_on(render_week, NotFound)
def approve(visit: Answerer, monday: Monday) -> Response:
    draft, anyway = _read_seen(visit), visit.form.is_yes("anyway")
    visit.services.rota.publishing.approve(monday, draft, by=visit.by, anyway=anyway)
    return visit.go(f"/rota/{monday}", "rota-approved")


@router.post("/rota/{monday}/redraft")
@tell_on(render_week, NotFound)
def redraft(visit: Answerer, monday: Monday) -> Response:
    draft, because = _read_seen(visit), visit.form["because"]
    visit.services.rota.publishing.redraft(monday, by=visit.by, draft=draft, because=because)
    return visit.go(f"/rota/{monday}", "rota-redrafted")


@router.post("/rota/{monday}/fuller")
@tell_on(render_week, NotFound)
def take_fuller(visit: Answerer, monday: Monday) -> Response:
    visit.services.rota.publishing.take_fuller(monday, _read_seen(visit), by=visit.by)
    return visit.go(f"/rota/{monday}", "rota-fuller")


@router.post("/rota/{monday}/discard")
@tell_on(render_week, NotFound)
def discard(visit: Answerer, monday: Monday) -> Response:
    visit.services.rota.publishing.discard(monday, _read_seen(visit), by=visit.by)
    return visit.go(f"/rota/{monday}", "rota-discarded")


@router.post("/rota/{monday}/resend")
@tell_on(render_week, NotFound)
def resend(visit: Answerer, monday: Monday) -> Response:
    visit.services.rota.publishing.resend(monday, visit.form["person"], by=visit.by)
    return visit.go(f"/rota/{monday}", "rota-resent")


def _read_seen(visit: Visit) -> int:
    """The draft that was on the page: another one is not decided about."""
    return visit.form.get_count("draft", "the number of a draft")


MOST_PEOPLE = 60


@dataclass(frozen=True, slots=True)
class Choice:
    """A person who could be chosen, and what speaks against it."""

    name: str
    is_on: bool
    against: str


@router.get("/rota/{monday}/shifts/{name}")
def show_shift(visit: Answerer, monday: Monday, name: Name) -> Response:
    return render_shift(visit, monday, name)


def render_shift(
    visit: Visit, monday: date, name: str, error: BelfryError | None = None
) -> Response:
    number = None if error else read_number(visit)
    explained = visit.services.rota.drafts.explain_week(monday, shift_id=name, number=number)
    (shift_explained,) = explained.explanation.shifts
    is_newest = bool(explained.head and explained.head.draft == explained.draft.number)
    is_over = bool(explained.head and explained.head.archived_at)
    return visit.show(
        "rota_shift.html",
        error=error,
        monday=monday,
        explained=shift_explained,
        draft=explained.draft,
        is_newest=is_newest,
        repairs=explained.explanation.repairs,
        choices=_list_choices(visit, monday, name) if is_newest and not is_over else (),
    )


@router.get("/rota/{monday}/shifts/{name}/preview")
@tell_on(render_shift)
def preview_edit(visit: Answerer, monday: Monday, name: Name) -> Response:
    """Nothing is written: this only tells what would be."""
    names = visit.request.query_params.getlist("who")[:MOST_PEOPLE]
    return _preview(visit, monday, name, names, read_number(visit))


@router.post("/rota/{monday}/shifts/{name}/edit")
@tell_on(render_shift)
def edit(visit: Answerer, monday: Monday, name: Name) -> Response:
    form, draft = visit.form, _read_seen(visit)
    names = [person for field, person in form.items() if field.startswith("who-")]
    try:
        visit.services.rota.publishing.edit(
            monday,
            {name: names},
            by=visit.by,
            draft=draft,
            anyway=form.is_yes("anyway"),
            is_pinned=form.is_yes("pin"),
        )
    except ObjectionsError as error:
        return _preview(visit, monday, name, names, draft, error)
    return visit.go(f"/rota/{monday}/shifts/{render_name(name)}", "rota-edited")


def _preview(
    visit: Visit,
    monday: date,
    shift_id: str,
    names: Sequence[str],
    draft: int | None,
    error: ObjectionsError | None = None,
) -> Response:
    seen = visit.services.rota.publishing.edit.preview(monday, {shift_id: names}, draft=draft)
    return visit.show(
        "rota_preview.html",
        error=error,
        monday=monday,
        shift=seen.placed.shifts[shift_id],
        people=seen.edits[shift_id],
        before=seen.placed.rota[shift_id],
        draft=seen.head.draft,
        broken=seen.broken,
        notes=seen.notes,
        changes=[render_change(change) for change in seen.changes],
    )


def _list_choices(visit: Visit, monday: date, shift_id: str) -> list[Choice]:
    """Everyone, with the rules against them as of today: those without any come first."""
    seen = visit.services.rota.publishing.edit.preview
    placed = seen(monday, {shift_id: ()}).placed
    people = [member.name for member in placed.week.members]
    judged = seen(monday, {shift_id: people})
    against: dict[str, list[str]] = {}
    for breach in judged.broken:
        words = breach.block.words if breach.block else breach.words
        against.setdefault(breach.name, []).append(words)
    choices = [
        Choice(name, name in placed.rota[shift_id], "; ".join(against.get(name, ())))
        for name in people
    ]
    return sorted(
        choices,
        key=lambda choice: (not choice.is_on, bool(choice.against), choice.name.casefold()),
    )
