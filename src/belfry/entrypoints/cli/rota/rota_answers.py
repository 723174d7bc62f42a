"""A draft answered from the terminal: approved, changed, drafted again, or taken fuller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer, say, warn
from belfry.entrypoints.cli.jobs.jobs import shape_problems
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.entrypoints.cli.rota.rota_options import DraftNumber, WeekOf, choose_week

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.rota.drafts.check_draft import Objection
    from belfry.rota.drafts.draft_lines import PersonChange
    from belfry.rota.drafts.drafted_weeks import WeekDraft
    from belfry.rota.drafts.edit_draft import PreviewedEdit

Anyway = Annotated[
    bool, typer.Option("--anyway", help="Do it although something speaks against it.")
]


def approve(
    week: WeekOf = None,
    number: DraftNumber = None,
    anyway: Anyway = False,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Approve a week's draft: from then on it is what people know, and everybody is told.

    For example: belfry rota approve --week 2026-11-16
    """
    with open_team(team, at=at) as services:
        monday = choose_week(services, week)
        found = services.rota.publishing.approve(monday, number, by=BY, anyway=anyway)
    said = str(found)
    data = {
        "week": monday,
        "draft": found.draft.number,
        "edition": found.head.edition,
        "overruled": [_shape_objection(one) for one in found.overruled],
    }
    told = "Everybody whose shifts are new hears of it"
    answer(data, f"{said[0].upper()}{said[1:]}. {told}.", as_json=as_json)


def edit(
    shift: Annotated[str, typer.Argument(metavar="SHIFT", help="The shift's id.")],
    people: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME...", help="Who is to have it; nobody unless told."),
    ] = None,
    week: WeekOf = None,
    number: DraftNumber = None,
    anyway: Anyway = False,
    loose: Annotated[
        bool, typer.Option("--loose", help="The next draft may change it again.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say which rules it would break, and for whom.")
    ] = False,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Put exactly these people on a shift of a week's draft; that makes a new draft.

    For example: belfry rota edit --week 2026-11-16 fri-late "Ben Shaw"
    """
    edits = {shift: people or []}
    with open_team(team, at=at) as services:
        monday, verb = choose_week(services, week), services.rota.publishing.edit
        if dry_run:
            _show_preview(verb.preview(monday, edits, draft=number), as_json=as_json)
            return
        found = verb(monday, edits, by=BY, draft=number, anyway=anyway, is_pinned=not loose)
    broken = [one.words for one in found.overruled]
    _show_draft(found.draft, found.changes, as_json=as_json, broken=broken)


def redraft(
    week: WeekOf = None,
    number: DraftNumber = None,
    because: Annotated[
        str, typer.Option("--because", metavar="TEXT", help="Why, for the managers.")
    ] = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Draft a week again from its sheets: what is pinned stays, and few people are touched.

    For example: belfry rota redraft --week 2026-11-16 --because "Ana is ill"
    """
    with open_team(team, at=at) as services:
        monday = choose_week(services, week)
        verb = services.rota.publishing.redraft
        found = verb(monday, by=BY, draft=number, because=because)
    problems = shape_problems(found.problems)
    _show_draft(found.draft, found.changes, as_json=as_json, problems=problems)
    if found.problems:
        for place, text in found.problems:
            warn(f"{place}: {text}")
        raise typer.Exit(1)


def fuller(
    week: WeekOf = None,
    number: DraftNumber = None,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Take the fuller week that was found for a draft, as the next draft.

    For example: belfry rota fuller --week 2026-11-16
    """
    with open_team(team, at=at) as services:
        monday = choose_week(services, week)
        found = services.rota.publishing.take_fuller(monday, number, by=BY)
    _show_draft(found.draft, found.changes, as_json=as_json)


def _show_preview(seen: PreviewedEdit, *, as_json: bool) -> None:
    from belfry.rota.drafts.draft_lines import render_change

    broken = [one.words for one in seen.broken]
    changes = [render_change(one) for one in seen.changes]
    data = {
        "week": seen.head.id,
        "draft": seen.head.draft,
        "broken": broken,
        "notes": seen.notes,
        "changes": changes,
    }
    against = [f"Against it: {words}" for words in broken] or ["No rule is against it."]
    notes = [f"Note: {words}" for words in seen.notes]
    answer(data, "\n".join([*against, *notes, *changes]), as_json=as_json)


def _show_draft(
    draft: WeekDraft, changes: Sequence[PersonChange], *, as_json: bool, **more: Any
) -> None:
    from belfry.rota.drafts.draft_lines import render_change, render_touched

    data = {
        "week": draft.week,
        "draft": draft.number,
        "making": draft.making,
        "seats": draft.seats,
        "filled": draft.filled,
        "touched": [change.name for change in changes],
        "changes": [render_change(change) for change in changes],
        **more,
    }
    filled = f"{draft.filled} of {draft.seats} seats filled"
    said = f"Draft {draft.number} of the week of {draft.week}: {filled}; {render_touched(changes)}."
    answer(data, said, as_json=as_json)
    if not as_json:
        for change in changes:
            say(render_change(change))


def _shape_objection(one: Objection) -> dict[str, str]:
    return {"rule": one.rule, "name": one.name, "shift_id": one.shift_id, "words": one.words}
