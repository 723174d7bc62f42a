"""What next week's sheet says if the standing pattern holds, and whose time off speaks against it.

The template's own columns and ids go over as they stand, with dates in place of weekdays. A shift
without an id is given one there and then, so that it keeps it when its times are changed by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from belfry.kernel.hours.weekdays import MONTH_NAMES, SHORT_NAMES
from belfry.kernel.sheets import Columns, RepairNote, RowReader, SheetProblem
from belfry.rota.drafts.drafted_weeks import join_names, split_names
from belfry.rota.drafts.rosters import Roster
from belfry.rota.requests.requests import Clash, ClashState
from belfry.rota.rules.members import Leave, TimeOff
from belfry.rota.sheets.cells import DAY, find_moment
from belfry.rota.sheets.shift_rows import ShiftRow, read_shifts
from belfry.rota.shifts import Shift

_ID_HEADER = "shift_id"


@dataclass(frozen=True, slots=True)
class WeekSheet:
    """The sheet to be, and the shifts it holds; a row of the template that is told is not in it."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shifts: tuple[Shift, ...]
    problems: tuple[SheetProblem, ...]
    repairs: tuple[RepairNote, ...]


def plan_week_sheet(
    header: Iterable[str],
    columns: Columns,
    readers: Iterable[RowReader],
    *,
    monday: date,
    zone: ZoneInfo,
    roster: Roster,
    country: str,
) -> WeekSheet:
    """The template's header, columns and rows, made into the week that begins on `monday`."""
    readers = list(readers)
    found = read_shifts(
        readers, monday=monday, zone=zone, roster=roster, country=country, repeats=True
    )
    cells = {reader.row.line: reader.row.cells for reader in readers}
    head = tuple(header)
    rows = [_write_row(one, cells[one.line][: len(head)], columns) for one in found.rows]
    has_ids = columns.find("shift_id") is not None
    return WeekSheet(
        header=head if has_ids else (_ID_HEADER, *head),
        rows=tuple(rows),
        shifts=tuple(one.shift for one in found.rows),
        problems=found.problems,
        repairs=found.repairs,
    )


def find_clashes(
    shifts: Iterable[Shift], time_off: Iterable[TimeOff], *, zone: ZoneInfo
) -> Mapping[str, str]:
    """By shift id, in words: whose approved time off overlaps a shift that is theirs."""
    granted: dict[str, list[TimeOff]] = {}
    for one in sorted(time_off, key=lambda leave: (leave.first_on, leave.last_on)):
        if one.state is Leave.APPROVED:
            granted.setdefault(one.name, []).append(one)
    found = {shift.id: list(_list_clashes(shift, granted, zone)) for shift in shifts}
    return {id_: "; ".join(said) for id_, said in found.items() if said}


def overlaps_leave(shift: Shift, leave: TimeOff, zone: ZoneInfo) -> bool:
    """Whether any part of a shift lies in the days of somebody's time off."""
    begins = find_moment(leave.first_on, 0, zone)
    ends = find_moment(leave.last_on + DAY, 0, zone)
    return shift.starts_at < ends and begins < shift.ends_at


def _list_clashes(
    shift: Shift, granted: Mapping[str, list[TimeOff]], zone: ZoneInfo
) -> Iterator[str]:
    for name in shift.wishes:
        for leave in granted.get(name, ()):
            if overlaps_leave(shift, leave, zone):
                yield f"{name} has time off {_say_days(leave)}"
                break


def _say_days(leave: TimeOff) -> str:
    if leave.first_on == leave.last_on:
        return f"on {_say_day(leave.first_on)}"
    return f"from {_say_day(leave.first_on)} to {_say_day(leave.last_on)}"


def _say_day(day: date) -> str:
    return f"{SHORT_NAMES[day.weekday()]} {day.day} {MONTH_NAMES[day.month - 1]}"


def _write_row(row: ShiftRow, cells: tuple[str, ...], columns: Columns) -> tuple[str, ...]:
    """The template's cells, with what is certain about the week in their places."""
    shift, written = row.shift, list(cells)
    certain = {
        "day": shift.day.isoformat(),
        "start": f"{shift.starts:%H:%M}",
        "end": f"{shift.ends:%H:%M}",
        "shift_id": shift.id,
    }
    for name, value in certain.items():
        place = columns.find(name)
        if place is not None:
            written[place] = value
    return tuple(written) if columns.find("shift_id") is not None else (shift.id, *written)


@dataclass(frozen=True, slots=True)
class Settled:
    """The shifts as they stand now, and by id why some of them wait for a person."""

    shifts: tuple[Shift, ...]
    held: Mapping[str, str]


def list_clashes(
    monday: date,
    shifts: Sequence[Shift],
    time_off: Sequence[TimeOff],
    *,
    zone: ZoneInfo,
    at: datetime,
) -> Iterator[Clash]:
    """One for each shift that names somebody who is away; all of them if several are."""
    words = find_clashes(shifts, time_off, zone=zone)
    for shift in shifts:
        if shift.id in words:
            yield Clash(
                week=monday.isoformat(),
                shift_id=shift.id,
                person=join_names(_list_away(shift, time_off, zone)),
                words=words[shift.id],
                found_at=at,
            )


def settle_clashes(
    shifts: Iterable[Shift],
    clashes: Iterable[Clash],
    time_off: Iterable[TimeOff],
    *,
    zone: ZoneInfo,
    roster: Roster,
) -> Settled:
    """A clash that the sheet or the time off was changed to undo holds nothing up."""
    known = {clash.shift_id: clash for clash in clashes}
    now = [_free(shift, known.get(shift.id), roster) for shift in shifts]
    standing = find_clashes(now, time_off, zone=zone)
    return Settled(
        tuple(now),
        {
            shift_id: words
            for shift_id, words in standing.items()
            if shift_id in known and known[shift_id].state is not ClashState.FREED
        },
    )


def _free(shift: Shift, clash: Clash | None, roster: Roster) -> Shift:
    if clash is None or clash.state is not ClashState.FREED:
        return shift
    away = [name for name in split_names(clash.person) if name in shift.wishes]
    if not away:
        return shift
    instead = roster.find(clash.instead) if clash.instead else None
    left = [name for name in shift.wishes if name not in away]
    wishes = tuple(dict.fromkeys([*left, *([instead] if instead else [])]))
    return replace(shift, wishes=wishes, is_pinned=shift.is_pinned and bool(wishes))


def _list_away(shift: Shift, time_off: Sequence[TimeOff], zone: ZoneInfo) -> tuple[str, ...]:
    away = {
        leave.name
        for leave in time_off
        if leave.state is Leave.APPROVED and overlaps_leave(shift, leave, zone)
    }
    return tuple(name for name in shift.wishes if name in away)
