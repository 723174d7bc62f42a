"""When people can come to work, as the availability sheet has it.

Whoever has a row can come when their rows say, and at no other time; whoever has none can always
come. Rows for a date take the place of that weekday's rows. A row that cannot be read gives no
time, so that nobody is called in by a slip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from zoneinfo import ZoneInfo

from belfry.kernel.sheets import Column, RepairNote, RowReader, SheetProblem
from belfry.rota.rules.weeks import Availability, Stretch
from belfry.rota.sheets.cells import (
    DAY,
    DAY_MINUTES,
    find_moment,
    read_days_or_date,
    read_wall_time,
)
from belfry.rota.sheets.staff_rows import Roster, find_member

AVAILABILITY_COLUMNS = (
    Column("name", ("full name", "person", "employee", "who"), is_needed=True),
    Column("day", ("days", "weekday", "date", "on"), is_needed=True),
    Column("start", ("from", "start time", "starts", "begin")),
    Column("end", ("to", "until", "end time", "ends", "finish")),
)
# Rest and overnight shifts look beyond the week itself.
DAYS_BEFORE = 1
DAYS_AFTER = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailabilityRow:
    """From minute to minute, counted from the day's midnight; the last is not part of it.

    The day is a date, or each of some weekdays.
    """

    name: str
    weekdays: tuple[int, ...] = ()
    on: date | None = None
    first: int = 0
    last: int = DAY_MINUTES
    line: int = 0


@dataclass(frozen=True, slots=True)
class AvailabilityList:
    """The rows that can be read, in the order of the file; `named` is everybody who has a row."""

    rows: tuple[AvailabilityRow, ...]
    named: frozenset[str]
    problems: tuple[SheetProblem, ...]
    repairs: tuple[RepairNote, ...]


def read_availability(
    readers: Iterable[RowReader], *, roster: Roster, country: str
) -> AvailabilityList:
    """Every row of the sheet; `country` is the team's."""
    readers = list(readers)
    rows, named = [], set()
    for reader in readers:
        if name := _read_name(reader, roster):
            named.add(name)
            if row := _read_row(reader, name, country):
                rows.append(row)
    return AvailabilityList(
        rows=tuple(rows),
        named=frozenset(named),
        problems=tuple(problem for reader in readers for problem in reader.problems),
        repairs=tuple(repair for reader in readers for repair in reader.repairs),
    )


def expand_availability(
    listed: AvailabilityList, *, monday: date, zone: ZoneInfo
) -> Mapping[str, Availability]:
    """By name: the stretches in which somebody can come, around the week that begins so."""
    by_name: dict[str, list[AvailabilityRow]] = {name: [] for name in sorted(listed.named)}
    for row in listed.rows:
        by_name[row.name].append(row)
    return {
        name: Availability(name=name, stretches=_expand(rows, monday, zone))
        for name, rows in by_name.items()
    }


def merge_stretches(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """The same time in as few stretches as can be, in order."""
    merged: list[Stretch] = []
    for stretch in sorted(stretches):
        if merged and stretch.starts_at <= merged[-1].ends_at:
            merged[-1] = Stretch(merged[-1].starts_at, max(merged[-1].ends_at, stretch.ends_at))
        else:
            merged.append(stretch)
    return tuple(merged)


def _read_name(reader: RowReader, roster: Roster) -> str | None:
    name = reader.text("name")
    if not name:
        reader.blame("name", "expected a name, and found nothing: this row is left out")
        return None
    return find_member(reader, "name", name, roster)


def _read_row(reader: RowReader, name: str, country: str) -> AvailabilityRow | None:
    days = reader.need("day", partial(read_days_or_date, country=country))
    start = reader.take("start", partial(read_wall_time, country=country))
    end = reader.take("end", partial(read_wall_time, country=country))
    for column, cell in (("start", start), ("end", end)):
        if cell and cell.on:
            reader.blame(column, f"expected a time alone, not one on {cell.on}: see the day")
    if days is None or reader.problems:
        return None
    first, last = start.minute if start else 0, end.minute if end else DAY_MINUTES
    if first == last:
        problem = "is when it starts, so it is no time at all; leave both blank for the whole day"
        reader.blame("end", f"{reader.text('end') or '24:00'} {problem}")
        return None
    return AvailabilityRow(
        name=name,
        weekdays=days if isinstance(days, tuple) else (),
        on=None if isinstance(days, tuple) else days,
        first=first,
        last=last if last > first else last + DAY_MINUTES,
        line=reader.row.line,
    )


def _expand(rows: Sequence[AvailabilityRow], monday: date, zone: ZoneInfo) -> tuple[Stretch, ...]:
    begins = find_moment(monday - DAYS_BEFORE * DAY, 0, zone)
    ends = find_moment(monday + (7 + DAYS_AFTER) * DAY, 0, zone)
    # A night may begin the day before the first.
    days = [monday + step * DAY for step in range(-DAYS_BEFORE - 1, 7 + DAYS_AFTER)]
    stretches = [stretch for day in days for stretch in _list_stretches(rows, day, zone)]
    cut = [
        Stretch(max(stretch.starts_at, begins), min(stretch.ends_at, ends)) for stretch in stretches
    ]
    return merge_stretches(stretch for stretch in cut if stretch.starts_at < stretch.ends_at)


def _list_stretches(
    rows: Sequence[AvailabilityRow], day: date, zone: ZoneInfo
) -> Iterator[Stretch]:
    dated = [row for row in rows if row.on == day]
    for row in dated or [row for row in rows if day.weekday() in row.weekdays]:
        yield Stretch(find_moment(day, row.first, zone), find_moment(day, row.last, zone))
