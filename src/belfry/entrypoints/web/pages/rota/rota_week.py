"""A week of the rota for those who decide: who has which shift, whose hours, what needs a look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Response
from fastapi.responses import RedirectResponse

from belfry.accounts.users import Act, may
from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.controls.control_page import read_count
from belfry.entrypoints.web.pages.rota.rota_grid import ONE_WEEK, Monday, find_week, lay_out
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.pages.words import SubjectNames
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.rota.drafts.check_draft import ObjectionsError
from belfry.rota.drafts.open_draft import render_change
from belfry.rota.rules.weeks import find_this_monday
from belfry.rota.sheets.read_rota_sheets import STAFF, TEMPLATE, name_week_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
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
        subjects=SubjectNames(visit.services),
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


LONGEST_ID = 4000
MOST_PEOPLE = 60

ShiftId = Annotated[str, Path(max_length=LONGEST_ID)]


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody who could be chosen, and what speaks against it."""

    name: str
    is_on: bool
    against: str


@router.get("/rota/{monday}/shifts/{shift}")
def show_shift(visit: Answerer, monday: Monday, shift: ShiftId) -> Response:
    return _render(visit, monday, parse_name(shift))


@router.get("/rota/{monday}/shifts/{shift}/preview")
def preview_edit(visit: Answerer, monday: Monday, shift: ShiftId) -> Response:
    """Nothing is written: this only tells what would be."""
    names = visit.request.query_params.getlist("who")[:MOST_PEOPLE]
    return _preview(visit, monday, parse_name(shift), names, read_number(visit))


@router.post("/rota/{monday}/shifts/{shift}/edit")
def edit(visit: Answerer, monday: Monday, shift: ShiftId) -> Response:
    shift_id, form = parse_name(shift), visit.form
    names = [said for field, said in form.items() if field.startswith("who-")]
    draft = read_count(form, "draft")
    if draft is None:
        raise InputError("expected the number of a draft", field="draft")
    try:
        visit.services.rota.publishing.edit(
            monday,
            {shift_id: names},
            by=visit.by,
            draft=draft,
            anyway=form.get("anyway") == "yes",
            is_pinned=form.get("pin") == "yes",
        )
    except ObjectionsError as error:
        return _preview(visit, monday, shift_id, names, draft, error)
    except (Conflict, InputError) as error:
        return _render(visit, monday, shift_id, error)
    return visit.go(f"/rota/{monday}/shifts/{shift}", "rota-edited")


def _preview(
    visit: Visit,
    monday: date,
    shift_id: str,
    names: Sequence[str],
    draft: int | None,
    error: ObjectionsError | None = None,
) -> Response:
    try:
        seen = visit.services.rota.publishing.edit.preview(monday, {shift_id: names}, draft=draft)
    except (Conflict, InputError) as refused:
        return _render(visit, monday, shift_id, refused)
    shift = seen.placed.shifts[shift_id]
    return visit.show(
        "rota_preview.html",
        status=find_status(error),
        refusal=str(error or ""),
        monday=monday,
        shift=shift,
        people=seen.edits[shift_id],
        before=seen.placed.rota[shift_id],
        draft=seen.head.draft,
        broken=seen.broken,
        notes=seen.notes,
        changes=[render_change(change) for change in seen.changes],
    )


def _render(
    visit: Visit, monday: date, shift_id: str, error: Conflict | InputError | None = None
) -> Response:
    """`error` is why what somebody asked for here was not done."""
    number = None if error else read_number(visit)
    explain = visit.services.rota.drafts.explain_week
    explained = explain(monday, shift_id=shift_id, number=number)
    (told,) = explained.explanation.shifts
    is_newest = bool(explained.head and explained.head.draft == explained.draft.number)
    is_over = bool(explained.head and explained.head.archived_at)
    return visit.show(
        "rota_shift.html",
        status=find_status(error),
        refusal=str(error or ""),
        monday=monday,
        told=told,
        draft=explained.draft,
        is_newest=is_newest,
        repairs=explained.explanation.repairs,
        choices=_list_choices(visit, monday, shift_id) if is_newest and not is_over else (),
        subjects=SubjectNames(visit.services),
    )


def _list_choices(visit: Visit, monday: date, shift_id: str) -> list[Choice]:
    """Everybody, with the rules against them as of today: those without any come first."""
    seen = visit.services.rota.publishing.edit.preview
    placed = seen(monday, {shift_id: ()}).placed
    everybody = [member.name for member in placed.week.members]
    judged = seen(monday, {shift_id: everybody})
    against: dict[str, list[str]] = {}
    for one in judged.broken:
        words = one.block.words if one.block else one.words
        against.setdefault(one.name, []).append(words)
    choices = [
        Choice(name, name in placed.rota[shift_id], "; ".join(against.get(name, ())))
        for name in everybody
    ]
    return sorted(choices, key=lambda one: (not one.is_on, bool(one.against), one.name.casefold()))
