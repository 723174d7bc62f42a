"""A week as it stands, and why it is as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer, say
from belfry.entrypoints.cli.opening import open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.entrypoints.cli.rota.rota_options import DraftNumber, WeekOf, choose_week
from belfry.entrypoints.cli.rota.rota_shapes import (
    make_people_rows,
    make_shift_rows,
    shape_explanation,
    shape_line,
    shape_person,
    tell_explanation,
)
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from belfry.rota.drafts.drafted_weeks import WeekDraft
    from belfry.rota.drafts.show_week import WeekView


def show(
    week: WeekOf = None,
    number: DraftNumber = None,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show a week: who has which shift, everybody's hours, and what needs a look.

    For example: belfry rota show --week 2026-11-16
    """
    with open_team(team, at=at) as services:
        view = services.rota.drafts.show_week(choose_week(services, week), number)
    if view.draft is None:
        raise NotFound(f"there is no draft yet of the week of {view.monday}")
    lines = [line for day in view.days for line in day.lines]
    answer(_shape(view, view.draft), make_shift_rows(lines), as_json=as_json)
    if not as_json:
        answer({}, make_people_rows(view.people), as_json=False)
        say(_tell_state(view, view.draft))
        for change in view.changes:
            say(f"Against what people know: {change}")


def explain(
    shift: Annotated[
        str | None,
        typer.Argument(metavar="SHIFT", help="One shift, by its id; else all.", show_default=False),
    ] = None,
    week: WeekOf = None,
    number: DraftNumber = None,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Say why each person has a shift in a draft, why others have it not, and what would fill it.

    For example: belfry rota explain --week 2026-11-16 fri-late
    """
    with open_team(team, at=at) as services:
        monday = choose_week(services, week)
        found = services.rota.drafts.explain_week(monday, shift_id=shift, number=number)
    explained = found.explanation
    data = {
        "week": monday,
        "draft": found.draft.number,
        "proof": explained.proof,
        **shape_explanation(explained),
    }
    said = "\n".join([*tell_explanation(explained), explained.proof])
    answer(data, said, as_json=as_json)


def _shape(view: WeekView, draft: WeekDraft) -> dict[str, Any]:
    head = view.head
    return {
        "week": view.monday,
        "draft": draft.number,
        "made_by": draft.made_by,
        "made_at": draft.made_at,
        "is_waiting": bool(head and head.is_waiting and head.draft == draft.number),
        "published": view.published.number if view.published else None,
        "edition": head.edition if head else 0,
        "seats": draft.seats,
        "filled": draft.filled,
        "shifts": [shape_line(line) for day in view.days for line in day.lines],
        "people": [shape_person(one) for one in view.people],
        "flags": [line.shift_id for line in view.flags],
        "changes": view.changes,
        "proof": view.proof,
    }


def _tell_state(view: WeekView, draft: WeekDraft) -> str:
    if view.is_published:
        state = "people know it"
    elif view.head and view.head.is_waiting and view.head.draft == draft.number:
        state = "it waits for an answer"
    else:
        state = "it is not the newest"
    said = f"Draft {draft.number}, made by {draft.made_by}; {state}."
    return f"{said} {draft.filled} of {draft.seats} seats are filled. {view.proof}"
