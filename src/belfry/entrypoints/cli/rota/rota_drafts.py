"""A week drafted at once, for whoever does not wait for Thursday."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer, say
from belfry.entrypoints.cli.jobs.jobs import shape_problems
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.entrypoints.cli.progress import showing_progress
from belfry.entrypoints.cli.rota.rota_options import WeekOf, choose_week
from belfry.entrypoints.cli.rota.rota_shapes import (
    make_people_rows,
    make_shift_rows,
    shape_explanation,
    shape_line,
    shape_person,
    tell_explanation,
)

if TYPE_CHECKING:
    from belfry.rota.drafts.draft_week import DraftedWeek
    from belfry.rota.explaining.explain_week import WeekExplanation


def draft(
    week: WeekOf = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show the draft; keep nothing of it.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say of everybody why they have a shift, or not.")
    ] = False,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Draft a week from the team's sheets; a manager then approves it.

    For example: belfry rota draft --week 2026-11-16 --dry-run --explain
    """
    with open_team(team, at=at) as services, showing_progress("Drafting", as_json=as_json):
        monday = choose_week(services, week)
        drafted = services.rota.drafts.draft_week(monday, by=BY, dry_run=dry_run)
    explained = _explain(drafted) if explain else None
    answer(_shape(drafted, explained), make_shift_rows(drafted.lines), as_json=as_json)
    if not as_json:
        _tell(drafted, explained)
    if drafted.problems:
        raise typer.Exit(1)


def template(week: WeekOf = None, at: At = None, team: Team = None, as_json: Json = False) -> None:
    """Copy the standing pattern into a week's sheet, unless the week has one.

    For example: belfry rota template --week 2026-11-16
    """
    with open_team(team, at=at) as services:
        copied = services.rota.drafts.copy_template(choose_week(services, week))
    shape = {
        "week": copied.monday,
        "made": copied.is_made,
        "clashes": [
            {"shift_id": clash.shift_id, "person": clash.person, "why": clash.words}
            for clash in copied.clashes
        ],
        "why": copied.why,
        "problems": shape_problems(copied.problems),
    }
    said = [
        f"{copied}.",
        *(f"{c.shift_id}: {c.words}" for c in copied.clashes),
        *(f"{place}: {text}" for place, text in copied.problems),
    ]
    answer(shape, "\n".join(said), as_json=as_json)
    if copied.why or copied.problems:
        raise typer.Exit(1)


def _explain(drafted: DraftedWeek) -> WeekExplanation:
    from belfry.rota.explaining.explain_week import explain_week

    return explain_week(drafted.placed, drafted.first, proof=drafted.proof)


def _shape(drafted: DraftedWeek, explained: WeekExplanation | None) -> dict[str, Any]:
    return {
        "week": drafted.monday,
        "draft": drafted.draft.number if drafted.draft else None,
        "shifts": [shape_line(line) for line in drafted.lines],
        "people": [shape_person(one) for one in drafted.people],
        "proof": drafted.proof,
        **(shape_explanation(explained) if explained else {}),
        "problems": shape_problems(drafted.problems),
        "notes": shape_problems(drafted.notes),
    }


def _tell(drafted: DraftedWeek, explained: WeekExplanation | None) -> None:
    answer({}, make_people_rows(drafted.people), as_json=False)
    for line in tell_explanation(explained) if explained else ():
        say(line)
    said = str(drafted)
    say(f"{said[0].upper()}{said[1:]}. {drafted.proof}")
    for place, text in drafted.problems:
        say(f"Problem: {place}: {text}")
    for place, text in drafted.notes:
        say(f"Note: {place}: {text}")
