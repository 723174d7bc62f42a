"""The lines of a draft: one for each shift, their totals, and what differs between drafts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from belfry.rota.drafts.drafted_weeks import DraftLine, Outcome, join_names
from belfry.rota.drafts.proofs import Proof
from belfry.rota.explaining.outcomes import ShiftOutcome, list_outcomes
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Shift
from belfry.rota.shift_words import join_words, render_people, render_shift

FLAGS = (Outcome.SHORT_STAFFED, Outcome.HELD)


@dataclass(frozen=True, slots=True)
class Counts:
    """`seats` and `filled` count people; `flagged` counts shifts that a manager should look at."""

    seats: int
    filled: int
    flagged: int


@dataclass(frozen=True, slots=True)
class PersonHours:
    """A person's hours in a rota, in minutes."""

    name: str
    placed: int
    target: int
    cap: int


def make_lines(placed: Placed, number: int) -> tuple[DraftLine, ...]:
    """In the order of the week."""
    outcomes = {outcome.shift_id: outcome for outcome in list_outcomes(placed)}
    week = placed.week.starts_on.isoformat()
    return tuple(
        _make_line(week, number, shift, outcomes[shift.id]) for shift in placed.week.shifts
    )


def count_lines(lines: Iterable[DraftLine]) -> Counts:
    lines = list(lines)
    return Counts(
        seats=sum(line.headcount for line in lines),
        filled=sum(min(len(line.people), line.headcount) for line in lines),
        flagged=sum(is_flagged(line) for line in lines),
    )


def is_flagged(line: DraftLine) -> bool:
    return line.outcome in FLAGS


def list_hours(placed: Placed) -> tuple[PersonHours, ...]:
    """Of every member by name, including those without a shift."""
    return tuple(
        PersonHours(member.name, placed.count_minutes(member.name), member.target, member.cap)
        for member in placed.week.members
    )


def read_rota(lines: Iterable[DraftLine]) -> Rota:
    return {line.shift_id: line.people for line in lines if line.people}


def write_proof(proof: Proof) -> Mapping[str, Any]:
    """The proof as JSON, with the fuller rota if there is one."""
    fuller = {shift_id: list(names) for shift_id, names in sorted((proof.fuller or {}).items())}
    return {
        "verdict": proof.verdict.value,
        "words": proof.words,
        "seats": proof.seats,
        "filled": proof.filled,
        "bound": proof.bound,
        "more": proof.more,
        **({"fuller": fuller} if proof.fuller else {}),
    }


def write_rota(rota: Rota) -> Mapping[str, Any]:
    return {shift_id: list(names) for shift_id, names in sorted(rota.items()) if names}


def _make_line(week: str, number: int, shift: Shift, shift_outcome: ShiftOutcome) -> DraftLine:
    return DraftLine(
        week=week,
        draft=number,
        shift_id=shift.id,
        day=shift.day,
        starts=f"{shift.starts:%H:%M}",
        ends=f"{shift.ends:%H:%M}",
        starts_at=shift.starts_at,
        ends_at=shift.ends_at,
        role=shift.role,
        skills=join_names(tuple(sorted(shift.skills))),
        headcount=shift.headcount,
        assigned=join_names(shift_outcome.people),
        is_pinned=shift.is_pinned,
        outcome=shift_outcome.outcome,
        why=shift_outcome.why,
    )


@dataclass(frozen=True, slots=True)
class PersonChange:
    """`moved` are shifts the person keeps at new times, as (before, after)."""

    name: str
    gained: tuple[Shift, ...] = ()
    lost: tuple[Shift, ...] = ()
    moved: tuple[tuple[Shift, Shift], ...] = ()


def list_changes(before: Placed, after: Placed) -> tuple[PersonChange, ...]:
    """The people whose shifts differ, by name."""
    names = sorted({*_list_people(before), *_list_people(after)})
    changes = (_compare(before, after, name) for name in names)
    return tuple(change for change in changes if change.gained or change.lost or change.moved)


def render_change(change: PersonChange) -> str:
    """Ana gains Friday 14:00-22:00; loses Saturday 06:00-14:00."""
    parts = [
        *_render_shifts("gains", change.gained),
        *_render_shifts("loses", change.lost),
        *(f"has {render_shift(now)} instead of {render_shift(was)}" for was, now in change.moved),
    ]
    return f"{change.name} {'; '.join(parts)}"


def render_touched(changes: Sequence[PersonChange]) -> str:
    """Touches 2 people: Ana and Ben."""
    if not changes:
        return "touches nobody"
    names = join_words([change.name for change in changes])
    return f"touches {render_people(len(changes))}: {names}"


def _compare(before: Placed, after: Placed, name: str) -> PersonChange:
    was = {shift.id: shift for shift in before.list_shifts(name)}
    now = {shift.id: shift for shift in after.list_shifts(name)}
    return PersonChange(
        name,
        gained=tuple(shift for shift in now.values() if shift.id not in was),
        lost=tuple(shift for shift in was.values() if shift.id not in now),
        moved=tuple(
            (was[shift.id], shift)
            for shift in now.values()
            if shift.id in was and _has_moved(was[shift.id], shift)
        ),
    )


def _has_moved(was: Shift, now: Shift) -> bool:
    return (was.starts_at, was.ends_at) != (now.starts_at, now.ends_at)


def _list_people(placed: Placed) -> Iterable[str]:
    return (name for names in placed.rota.values() for name in names)


def _render_shifts(verb: str, shifts: Sequence[Shift]) -> list[str]:
    return [f"{verb} {join_words([render_shift(shift) for shift in shifts])}"] if shifts else []
