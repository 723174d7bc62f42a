"""A week as it stands, and why it is as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import Rows, answer, say, showing_progress, warn
from belfry.entrypoints.cli.jobs.jobs import shape_problems
from belfry.entrypoints.cli.opening import BY, At, Json, Team, open_team
from belfry.entrypoints.cli.rota.requests import DraftNumber, WeekOf, choose_week
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.rota.drafts.check_draft import Objection
    from belfry.rota.drafts.draft_week import DraftedWeek
    from belfry.rota.drafts.drafted_weeks import DraftLine, WeekDraft
    from belfry.rota.drafts.edit_draft import PreviewedEdit
    from belfry.rota.drafts.open_draft import PersonChange, PersonHours
    from belfry.rota.drafts.show_week import WeekView
    from belfry.rota.explaining.explain_week import WeekExplanation
    from belfry.rota.explaining.explanations import Reason, ShiftExplanation


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


HOUR = 60


def shape_line(line: DraftLine) -> dict[str, Any]:
    """`start` and `end` are what the clock on the wall says; the moments are in UTC."""
    return {
        "shift_id": line.shift_id,
        "day": line.day,
        "start": line.starts,
        "end": line.ends,
        "starts_at": line.starts_at,
        "ends_at": line.ends_at,
        "role": line.role,
        "skills": line.skills.split(";") if line.skills else [],
        "headcount": line.headcount,
        "outcome": line.outcome,
        "assigned_to": line.people,
        "pinned": line.is_pinned,
        "why": line.why,
    }


def shape_person(hours: PersonHours) -> dict[str, Any]:
    return {
        "name": hours.name,
        "hours_placed": count_hours(hours.placed),
        "hours_target": count_hours(hours.target),
        "cap": count_hours(hours.cap),
    }


def shape_explanation(explained: WeekExplanation) -> dict[str, Any]:
    return {
        "explanations": [_shape_shift(one) for one in explained.shifts],
        "repairs": [
            {"shift_id": one.shift_id, "name": one.name, "words": one.words}
            for one in explained.repairs
        ],
    }


def count_hours(minutes: int) -> int | float:
    """Whole hours as a whole number."""
    return minutes // HOUR if minutes % HOUR == 0 else minutes / HOUR


def make_shift_rows(lines: Iterable[DraftLine]) -> Rows:
    rows = [
        (
            f"{line.day:%a %d %b}",
            f"{line.starts}-{line.ends}",
            line.shift_id,
            line.role,
            ", ".join(line.people),
            line.outcome,
            line.why,
        )
        for line in lines
    ]
    columns = ("day", "time", "shift", "role", "who", "outcome", "why")
    return Rows(columns, rows, "The week has no shifts.")


def make_people_rows(people: Sequence[PersonHours]) -> Rows:
    rows = [
        (one.name, count_hours(one.placed), count_hours(one.target), count_hours(one.cap))
        for one in people
    ]
    return Rows(("name", "hours", "target", "cap"), rows, "Nobody is on the staff list.")


def tell_explanation(explained: WeekExplanation) -> Iterator[str]:
    """Line by line, as a manager would be told."""
    for one in explained.shifts:
        found = one.outcome
        yield f"{one.shift.id}, {one.title}: {found.outcome}, {found.why}"
        yield from (f"  {reason.words}" for reason in one.placed)
        yield from (f"  {words}" for words in one.wishes)
        yield from (f"  not {reason.name}: {_strip(reason)}" for reason in one.others)
        yield from (f"  to fill it: {option.words}" for option in one.options)
    yield from (f"Repair: {repair.words}" for repair in explained.repairs)


def _shape_shift(one: ShiftExplanation) -> dict[str, Any]:
    return {
        "shift_id": one.shift.id,
        "shift": one.title,
        "outcome": one.outcome.outcome,
        "why": one.outcome.why,
        "assigned_to": [_shape_reason(reason) for reason in one.placed],
        "others": [_shape_reason(reason) for reason in one.others],
        "wishes": one.wishes,
        "options": [{"name": option.name, "words": option.words} for option in one.options],
    }


def _shape_reason(reason: Reason) -> dict[str, Any]:
    return {
        "name": reason.name,
        "words": reason.words,
        "rules": [block.rule for block in reason.blocks],
    }


def _strip(reason: Reason) -> str:
    """The words without the name they begin with, if they do."""
    return reason.words.removeprefix(f"{reason.name} ")


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
    answer(_shape_drafts(drafted, explained), make_shift_rows(drafted.lines), as_json=as_json)
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


def _shape_drafts(drafted: DraftedWeek, explained: WeekExplanation | None) -> dict[str, Any]:
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
    from belfry.rota.drafts.open_draft import render_change

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
    from belfry.rota.drafts.open_draft import render_change, render_touched

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
