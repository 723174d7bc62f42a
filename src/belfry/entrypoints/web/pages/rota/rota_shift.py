"""One shift of a draft: why these people, why not the others, and how to change it.

Every change is shown first, with the rules that it would break; only then can it be saved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.controls.control_forms import read_count
from belfry.entrypoints.web.pages.rota.rota_days import Monday
from belfry.entrypoints.web.pages.rota.rota_week import find_status, read_number
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.errors import Conflict, InputError
from belfry.rota.drafts.check_draft import ObjectionsError
from belfry.rota.drafts.draft_lines import render_change

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date


router = APIRouter(route_class=PageRoute)

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
        who=WhoIsWho(visit.services),
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
