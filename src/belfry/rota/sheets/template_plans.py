"""Plan a week's sheet from the template, and find the shifts whose person is away.

The template's columns and ids are copied, with dates in place of weekdays. A shift without an id
gets one, so that it keeps it when its times are changed by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from belfry.kernel.hours.weekdays import MONTH_NAMES, SHORT_NAMES
from belfry.kernel.sheets import Columns, RowReader
from belfry.rota.drafts.drafted_weeks import join_names, split_names
from belfry.rota.requests.requests import Clash, ClashState
from belfry.rota.rules.eligibility import falls_into, find_wall_days
from belfry.rota.rules.weeks import Leave, Shift, TimeOff
from belfry.rota.sheets.shift_rows import ShiftList, ShiftRow, read_shifts
from belfry.rota.sheets.staff_rows import Roster

_ID_HEADER = "shift_id"


@dataclass(frozen=True, slots=True)
class WeekSheet:
    """The planned sheet and its shifts, without the rows that have problems."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    listed: ShiftList


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
    listed = read_shifts(
        readers, monday=monday, zone=zone, roster=roster, country=country, repeats=True
    )
    cells = {reader.row.line: reader.row.cells for reader in readers}
    head = tuple(header)
    rows = [_write_row(row, cells[row.line][: len(head)], columns) for row in listed.rows]
    has_ids = columns.find("shift_id") is not None
    return WeekSheet(head if has_ids else (_ID_HEADER, *head), tuple(rows), listed)


def find_clashes(
    shifts: Iterable[Shift], time_off: Iterable[TimeOff], *, zone: ZoneInfo
) -> Mapping[str, str]:
    """By shift id, in words: whose approved time off falls on a shift that names them."""
    granted: dict[str, list[TimeOff]] = {}
    for leave in sorted(time_off, key=lambda leave: (leave.first_on, leave.last_on)):
        if leave.state is Leave.APPROVED:
            granted.setdefault(leave.name, []).append(leave)
    clashes: dict[str, list[str]] = {}
    for shift in shifts:
        days = find_wall_days(shift, zone)
        for name in shift.wishes:
            off = next((leave for leave in granted.get(name, ()) if falls_into(days, leave)), None)
            if off:
                first, last = _say_day(off.first_on), _say_day(off.last_on)
                when = f"on {first}" if first == last else f"from {first} to {last}"
                clashes.setdefault(shift.id, []).append(f"{name} has time off {when}")
    return {shift_id: "; ".join(words) for shift_id, words in clashes.items()}


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


def list_clashes(
    monday: date,
    shifts: Sequence[Shift],
    time_off: Sequence[TimeOff],
    *,
    zone: ZoneInfo,
    at: datetime,
) -> Iterator[Clash]:
    words = find_clashes(shifts, time_off, zone=zone)
    granted = [leave for leave in time_off if leave.state is Leave.APPROVED]
    for shift in shifts:
        if shift.id in words:
            days = find_wall_days(shift, zone)
            away = {leave.name for leave in granted if falls_into(days, leave)}
            yield Clash(
                week=monday.isoformat(),
                shift_id=shift.id,
                person=join_names(tuple(name for name in shift.wishes if name in away)),
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
) -> tuple[tuple[Shift, ...], Mapping[str, str]]:
    """The shifts with the decisions applied, and by id why some wait for a decision.

    An undecided clash holds its shift, unless the sheet or the time off was changed since.
    """
    known = {clash.shift_id: clash for clash in clashes}
    now: list[Shift] = []
    for shift in shifts:
        clash = known.get(shift.id)
        if clash and clash.state is ClashState.FREED:
            wishes = find_freed_wishes(shift, clash, roster)
            is_pinned = shift.is_pinned and (bool(wishes) or wishes == shift.wishes)
            shift = replace(shift, wishes=wishes, is_pinned=is_pinned)
        now.append(shift)
    held = {
        shift_id: words
        for shift_id, words in find_clashes(now, time_off, zone=zone).items()
        if shift_id in known and known[shift_id].state is not ClashState.FREED
    }
    return tuple(now), held


def find_freed_wishes(shift: Shift, clash: Clash, roster: Roster) -> tuple[str, ...]:
    """The wishes without those who are away, and with the person named instead.

    Unchanged if no one who is away is wished for any more.
    """
    away = split_names(clash.person)
    left = [name for name in shift.wishes if name not in away]
    if len(left) == len(shift.wishes):
        return shift.wishes
    instead = roster.find(clash.instead) if clash.instead else None
    return tuple(dict.fromkeys([*left, *([instead] if instead else [])]))
