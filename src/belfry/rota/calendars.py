"""What somebody's calendar shows of their shifts when it asks for them itself.

Each shift is the same entry there as in the invitation to it, so that a program that has both
shows one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from belfry.kernel.icals import find_midnight, open_feed, write_calendar
from belfry.rota.own_shifts import OwnShift
from belfry.rota.shift_entries import Holder, render_entry


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekOfShifts:
    """One person's shifts of the week that begins on a Monday; `sequences` as of its invites."""

    starts_on: date
    shifts: tuple[OwnShift, ...]
    sequences: Mapping[str, int] = field(default_factory=dict)


def render_shift_feed(weeks: Iterable[WeekOfShifts], holder: Holder, *, now: datetime) -> bytes:
    """All these shifts by their start; the same all day, unless one of them changed."""
    of_whom = f"Shifts of {holder.person}"
    title = f"{of_whom} \u00b7 {holder.team}" if holder.team else of_whom
    calendar = open_feed("Rota", title=title)
    stamp = find_midnight(now.astimezone(UTC))
    for week, shift in _sort(weeks):
        sequence = week.sequences.get(shift.id, 0)
        event = render_entry(
            shift, holder, week=week.starts_on, sequence=sequence, stamped_at=stamp
        )
        event.add("status", "CONFIRMED")
        event.add("transp", "OPAQUE")
        calendar.add_component(event)
    return write_calendar(calendar)


def _sort(weeks: Iterable[WeekOfShifts]) -> list[tuple[WeekOfShifts, OwnShift]]:
    pairs = {(week.starts_on, one.id): (week, one) for week in weeks for one in week.shifts}
    found = sorted(pairs.items(), key=lambda item: (item[1][1].starts_at, *item[0]))
    return [pair for _, pair in found]
