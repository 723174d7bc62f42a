"""How shifts, people and reasons of a rota are told, to machines and to people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from belfry.entrypoints.cli.answers import Rows

if TYPE_CHECKING:
    from belfry.rota.drafts.draft_lines import PersonHours
    from belfry.rota.drafts.drafted_weeks import DraftLine
    from belfry.rota.explaining.explain_week import WeekExplanation
    from belfry.rota.explaining.explanations import Reason, ShiftExplanation

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
