"""What is known of one week once its sheets and the book are put together.

The order of rows does not matter: the same facts make the same week. Names from elsewhere become
the whole names of the staff sheet, and what concerns nobody there is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeVar
from zoneinfo import ZoneInfo

from belfry.rota.drafts.rosters import Roster
from belfry.rota.rules.members import Leave, TimeOff, Worked
from belfry.rota.rules.rules import Rules
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.sheets.availability_rows import (
    DAYS_AFTER,
    DAYS_BEFORE,
    AvailabilityList,
    expand_availability,
)
from belfry.rota.sheets.shift_rows import ShiftRow
from belfry.rota.sheets.staff_rows import StaffList, make_member
from belfry.rota.sheets.wall_cells import DAY
from belfry.rota.shifts import Shift

T = TypeVar("T", TimeOff, Worked)

NO_AVAILABILITY = AvailabilityList((), frozenset(), (), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFacts:
    """What the book and the other sheets add to a week.

    `below` is by name how many minutes people stayed below their target; the others are as in Week.
    """

    availability: AvailabilityList = NO_AVAILABILITY
    time_off: tuple[TimeOff, ...] = ()
    below: Mapping[str, int] = field(default_factory=dict)
    around: tuple[Worked, ...] = ()
    clashes: Mapping[str, str] = field(default_factory=dict)
    kept: Rota = field(default_factory=dict)


def build_week(
    *,
    starts_on: date,
    zone: ZoneInfo,
    rules: Rules,
    staff: StaffList,
    shifts: Iterable[ShiftRow | Shift],
    known: KnownFacts | None = None,
) -> Week:
    """The facts of the week that begins on `starts_on`, a Monday."""
    known = known or KnownFacts()
    roster = staff.make_roster()
    below = _rename(known.below, roster)
    listed = [one.shift if isinstance(one, ShiftRow) else one for one in shifts]
    ids = {shift.id for shift in listed}
    members = [make_member(row, rules, below=below.get(row.name, 0)) for row in staff.rows]
    around = _with_names(known.around, roster)
    return Week(
        starts_on=starts_on,
        zone=zone,
        rules=rules,
        shifts=tuple(sorted(listed, key=lambda shift: (shift.starts_at, shift.id))),
        members=tuple(sorted(members, key=lambda member: member.name)),
        availability=expand_availability(known.availability, monday=starts_on, zone=zone),
        time_off=_choose_time_off(_with_names(known.time_off, roster), starts_on),
        around=tuple(sorted(around, key=lambda one: (one.starts_at, one.name, one.shift_id))),
        clashes={id_: said for id_, said in known.clashes.items() if id_ in ids},
        kept=_keep(known.kept, ids, roster),
    )


def _rename(by_name: Mapping[str, int], roster: Roster) -> dict[str, int]:
    return {found: value for name, value in by_name.items() if (found := roster.find(name))}


def _with_names(things: Iterable[T], roster: Roster) -> list[T]:
    return [replace(one, name=found) for one in things if (found := roster.find(one.name))]


def _choose_time_off(time_off: Iterable[TimeOff], monday: date) -> tuple[TimeOff, ...]:
    """What touches the week or the days around it; a request that was granted is asked no more."""
    first, last = monday - DAYS_BEFORE * DAY, monday + (6 + DAYS_AFTER) * DAY
    near = {one for one in time_off if one.first_on <= last and first <= one.last_on}
    granted = {_key(one) for one in near if one.state is Leave.APPROVED}
    left = [one for one in near if one.state is Leave.APPROVED or _key(one) not in granted]
    return tuple(sorted(left, key=lambda one: (*_key(one), one.state, one.reason)))


def _key(leave: TimeOff) -> tuple[str, date, date]:
    return leave.name, leave.first_on, leave.last_on


def _keep(kept: Rota, ids: set[str], roster: Roster) -> Rota:
    found = {
        id_: tuple(dict.fromkeys(one for name in names if (one := roster.find(name))))
        for id_, names in kept.items()
        if id_ in ids
    }
    return {id_: names for id_, names in found.items() if names}
