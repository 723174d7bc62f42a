"""When people can come to work and when they are away: the availability and time-off sheets.

A person with rows can come when they say, and at no other time; a person without any can always
come. Rows for a date replace that weekday's rows, and "also" before it adds to them. A row that
cannot be read gives no time. A time-off status that cannot be read counts as pending; a row whose
days cannot be read is reported and left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from zoneinfo import ZoneInfo

from belfry.kernel.sheets import (
    Column,
    RowReader,
    Taken,
    Unread,
    read_date,
)
from belfry.kernel.texts import fold_name, make_storable
from belfry.rota.rules.weeks import Availability, Leave, Stretch, TimeOff
from belfry.rota.sheets.cells import (
    DAY,
    DAY_MINUTES,
    Problem,
    SheetRows,
    find_moment,
    gather_faults,
    hint_at,
    read_days_or_date,
    read_wall_time,
)
from belfry.rota.sheets.staff_rows import Roster, find_member
from belfry.rota.shift_words import join_words

AVAILABILITY_COLUMNS = (
    Column("name", ("full name", "person", "employee", "who"), is_needed=True),
    Column("day", ("days", "weekday", "date", "on"), is_needed=True),
    Column("start", ("from", "start time", "starts", "begin")),
    Column("end", ("to", "until", "end time", "ends", "finish")),
)
_FILE = "rota/availability.csv"
_DATES_SHOWN = 3
_ALSO = re.compile(r"\s*(?:and\s+)?also\b[\s:]*", re.IGNORECASE)
# Rest and overnight shifts look beyond the week itself.
DAYS_BEFORE = 1
DAYS_AFTER = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailabilityRow:
    """From minute to minute, counted from the day's midnight; the last is not part of it.

    The day is a date, or each of some weekdays. `is_added` if it is in addition to the others.
    """

    name: str
    weekdays: tuple[int, ...] = ()
    on: date | None = None
    first: int = 0
    last: int = DAY_MINUTES
    line: int = 0
    is_added: bool = False


@dataclass(frozen=True, kw_only=True)
class AvailabilityList(SheetRows[AvailabilityRow]):
    """`named` are the people who have a row."""

    named: frozenset[str] = frozenset()


def read_availability(
    readers: Iterable[RowReader], *, roster: Roster, country: str
) -> AvailabilityList:
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
        notes=_note_dates_alone(rows),
        **gather_faults(readers),
    )


def _note_dates_alone(rows: Sequence[AvailabilityRow]) -> tuple[Problem, ...]:
    """Who can come on some dates and at no other time: few mean that."""
    dates: dict[str, list[AvailabilityRow]] = defaultdict(list)
    for row in rows:
        dates[row.name].append(row)
    return tuple(
        _note_dates(name, own)
        for name, own in sorted(dates.items())
        if all(row.on for row in own) and not all(row.is_added for row in own)
    )


def _note_dates(name: str, rows: Sequence[AvailabilityRow]) -> Problem:
    days = join_words([str(row.on) for row in rows[:_DATES_SHOWN]])
    more = f" and {len(rows) - _DATES_SHOWN} more days" if len(rows) > _DATES_SHOWN else ""
    return (
        f"{_FILE} line {rows[0].line}, column day",
        f"{name} gets shifts on {days}{more} only, and at no other time: no row of theirs is for a"
        f' weekday. If they can come at the usual times too, write "also {rows[0].on}"',
    )


def expand_availability(
    listed: AvailabilityList, *, monday: date, zone: ZoneInfo
) -> Mapping[str, Availability]:
    """By name: the stretches in which a person is available, around the week that begins so."""
    by_name: dict[str, list[AvailabilityRow]] = {name: [] for name in sorted(listed.named)}
    for row in listed.rows:
        by_name[row.name].append(row)
    return {
        name: Availability(name=name, stretches=_expand(rows, monday, zone))
        for name, rows in by_name.items()
        # A person with extra times only is always available.
        if not rows or not all(row.is_added for row in rows)
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
    if name:
        return find_member(reader, "name", name, roster)
    reader.blame("name", "expected a name, and found nothing: this row is left out")
    return None


def _read_row(reader: RowReader, name: str, country: str) -> AvailabilityRow | None:
    is_added = _ALSO.match(reader.text("day")) is not None
    days = reader.need("day", partial(_read_days, country=country))
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
        is_added=is_added,
    )


def _read_days(text: str, *, country: str) -> Taken[tuple[int, ...] | date] | Unread:
    return read_days_or_date(_ALSO.sub("", text), country=country)


def _expand(rows: Sequence[AvailabilityRow], monday: date, zone: ZoneInfo) -> tuple[Stretch, ...]:
    begins = find_moment(monday - DAYS_BEFORE * DAY, 0, zone)
    ends = find_moment(monday + (7 + DAYS_AFTER) * DAY, 0, zone)
    # A night may begin the day before the first.
    days = [monday + step * DAY for step in range(-DAYS_BEFORE - 1, 7 + DAYS_AFTER)]
    stretches: list[Stretch] = []
    for day in days:
        own = [row for row in rows if row.on == day or day.weekday() in row.weekdays]
        added = [row for row in own if row.is_added]
        usual = [row for row in own if not row.is_added]
        dated = [row for row in usual if row.on]
        for row in (*(dated or usual), *added):
            starts_at = max(find_moment(day, row.first, zone), begins)
            stretches.append(Stretch(starts_at, min(find_moment(day, row.last, zone), ends)))
    return merge_stretches(stretch for stretch in stretches if stretch.starts_at < stretch.ends_at)


_TIME_OFF_FILE = "rota/time_off.csv"
LONGEST_REASON = 500
FIRST_YEAR, LAST_YEAR = 1970, 2200

TIME_OFF_COLUMNS = (
    Column("name", ("full name", "person", "employee", "who"), is_needed=True),
    Column("start_date", ("start", "from", "first day", "start on"), is_needed=True),
    Column("end_date", ("end", "to", "until", "last day", "end on")),
    Column("status", ("state", "decision", "approved")),
    Column("reason", ("note", "notes", "why", "comment")),
)

_APPROVED = ("approved", "approve", "yes", "y", "ok", "okay", "granted", "agreed", "accepted", "x")
_PENDING = ("pending", "requested", "asked", "waiting", "open", "new", "tbc", "?")
_DECLINED = ("declined", "decline", "no", "n", "refused", "rejected", "denied", "cancelled")
_MORE_DECLINED = ("canceled", "withdrawn", "turned down")
_STATES: dict[str, Leave | None] = {
    **dict.fromkeys(_APPROVED, Leave.APPROVED),
    **dict.fromkeys(_PENDING, Leave.PENDING),
    **dict.fromkeys((*_DECLINED, *_MORE_DECLINED), None),
}
_SHOWN = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOffRow:
    """Both days count. A `state` of None was declined, or taken back."""

    name: str
    first_on: date
    last_on: date
    state: Leave | None
    reason: str = ""
    line: int = 0


class TimeOffList(SheetRows[TimeOffRow]):
    def list_time_off(self) -> tuple[TimeOff, ...]:
        """What was granted, and what is undecided."""
        return tuple(
            TimeOff(
                name=row.name,
                first_on=row.first_on,
                last_on=row.last_on,
                state=row.state,
                reason=row.reason,
            )
            for row in self.rows
            if row.state is not None
        )

    def note_unanswered(self, since: date, before: date) -> tuple[Problem, ...]:
        """Requests that ended in that time: no shift can change, so nobody is asked about them."""
        return tuple(
            (
                f"{_TIME_OFF_FILE} line {row.line}, column status",
                f"{row.name} asked to be off until {row.last_on}, which is over, so nobody is "
                "asked about it; write approved or declined",
            )
            for row in self.rows
            if row.state is Leave.PENDING and since <= row.last_on < before
        )


def read_time_off(readers: Iterable[RowReader], *, roster: Roster, country: str) -> TimeOffList:
    readers = list(readers)
    rows = [row for reader in readers if (row := _read_time_off_row(reader, roster, country))]
    return TimeOffList(rows=tuple(rows), **gather_faults(readers))


def _read_time_off_row(reader: RowReader, roster: Roster, country: str) -> TimeOffRow | None:
    name = _read_name(reader, roster)
    read_day = partial(_read_day, country=country)
    first_on, last_on = reader.need("start_date", read_day), reader.take("end_date", read_day)
    if first_on and last_on and last_on < first_on:
        reader.blame("end_date", f"{last_on} is before start_date, which is {first_on}")
    if name is None or first_on is None or reader.problems:
        return None
    return TimeOffRow(
        name=name,
        first_on=first_on,
        last_on=last_on or first_on,
        state=_read_state(reader),
        reason=make_storable(reader.text("reason"), most=LONGEST_REASON),
        line=reader.row.line,
    )


def _read_day(text: str, *, country: str) -> Taken[date] | Unread:
    read = read_date(text, country=country)
    if isinstance(read, Taken) and not FIRST_YEAR <= read.value.year <= LAST_YEAR:
        return Unread(f"expected a day of our times, not {text.strip()[:_SHOWN]!r}")
    return read


def _read_state(reader: RowReader) -> Leave | None:
    typed = reader.text("status")
    word = fold_name(typed.rstrip(".!"))
    if not word:
        return Leave.PENDING
    if word not in _STATES:
        hint = hint_at(word[:_SHOWN], frozenset({"approved", "pending", "declined"}))
        expected = f"expected approved, pending or declined, not {typed[:_SHOWN]!r}"
        reader.blame("status", f"{expected}: taken for pending{hint}")
        return Leave.PENDING
    return _STATES[word]
