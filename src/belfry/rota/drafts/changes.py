"""What differs between two rotas, for each person whom it touches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from belfry.rota.rules.placed import Placed
from belfry.rota.shift_words import join_words, render_people, render_shift
from belfry.rota.shifts import Shift


@dataclass(frozen=True, slots=True)
class PersonChange:
    """`moved` are shifts that somebody keeps and whose times are new: as they were, as they are."""

    name: str
    gained: tuple[Shift, ...] = ()
    lost: tuple[Shift, ...] = ()
    moved: tuple[tuple[Shift, Shift], ...] = ()


def list_changes(before: Placed, after: Placed) -> tuple[PersonChange, ...]:
    """Those who are touched, by name. The two may be of one week, or of a week before an edit."""
    names = sorted({*_list_people(before), *_list_people(after)})
    changes = (_compare(before, after, name) for name in names)
    return tuple(change for change in changes if change.gained or change.lost or change.moved)


def render_change(change: PersonChange) -> str:
    """Ana gains Friday 14:00-22:00; loses Saturday 06:00-14:00."""
    parts = [
        *_say_shifts("gains", change.gained),
        *_say_shifts("loses", change.lost),
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


def _say_shifts(verb: str, shifts: Sequence[Shift]) -> list[str]:
    return [f"{verb} {join_words([render_shift(shift) for shift in shifts])}"] if shifts else []
