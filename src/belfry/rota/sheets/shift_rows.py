"""Which shifts the week's sheet or the template asks for, and which of its cells cannot be right.

A shift without an id gets one from its day, times and role. Two rows with one id cannot be
believed, and neither can a row whose times make no shift: they are told and left out. Any other
cell that cannot be read is told, and the shift stays.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime, time
from functools import partial
from zoneinfo import ZoneInfo

from belfry.kernel.errors import InputError
from belfry.kernel.sheets import (
    Column,
    RowReader,
    Taken,
    Unread,
    read_id,
    read_yes_no,
)
from belfry.kernel.texts import clean_text, fold_name, make_storable
from belfry.rota.rules.weeks import Shift
from belfry.rota.sheets.cells import (
    DAY,
    DAY_MINUTES,
    Problem,
    SheetRows,
    WallTime,
    blame_doubles,
    find_moment,
    fold_list,
    gather_faults,
    hint_at,
    read_days_or_date,
    read_wall_time,
    split_list,
)
from belfry.rota.sheets.staff_rows import Roster, find_member

LONGEST_ID = 80
LONGEST_ROLE = 80
LONGEST_HOLD = 200
MOST_PEOPLE = 100
MARKED_HELD = "it is marked hold in the week's sheet"

SHIFT_COLUMNS = (
    Column("shift_id", ("shift", "shift name", "shift number")),
    Column("day", ("weekday", "date", "on"), is_needed=True),
    Column("start", ("from", "start time", "starts", "begin"), is_needed=True),
    Column("end", ("to", "until", "end time", "ends", "finish"), is_needed=True),
    Column("role", ("position", "job title")),
    Column("skills", ("skill", "qualifications", "needs")),
    Column("headcount", ("people", "how many", "count", "number of people")),
    Column("assigned_to", ("assigned", "who", "name", "names", "person")),
    Column("pinned", ("pin", "fixed", "locked")),
    Column("hold", ("held", "on hold")),
)


@dataclass(frozen=True, slots=True)
class ShiftRow:
    """A shift, and the line of the sheet on which it stands; `is_named` if its id does, too."""

    shift: Shift
    line: int
    is_named: bool


# Its notes list roles and skills that no one on the staff has: a slip, or a gap in the team.
ShiftList = SheetRows[ShiftRow]


def read_shifts(
    readers: Iterable[RowReader],
    *,
    monday: date,
    zone: ZoneInfo,
    roster: Roster,
    country: str,
    repeats: bool = False,
) -> ShiftList:
    """Every shift of the week that begins on `monday`; the template `repeats` in every week."""
    readers = list(readers)
    ids = [reader.take("shift_id", _read_id) for reader in readers]
    spans = [
        read_span(reader, monday=monday, zone=zone, country=country, repeats=repeats)
        for reader in readers
    ]
    named: dict[str, list[RowReader]] = {}
    for reader, id_typed in zip(readers, ids, strict=True):
        if id_typed:
            named.setdefault(id_typed.casefold(), []).append(reader)
    for same in named.values():
        if len(same) > 1:
            blame_doubles(same, "shift_id", "each shift has an id of its own")
    rows, taken = [], set(named)
    notes: list[Problem] = []
    for reader, id_typed, span in zip(readers, ids, spans, strict=True):
        if span is None or (id_typed and len(named[id_typed.casefold()]) > 1):
            continue
        id_ = id_typed or number_id(make_id(span, _read_role(reader)), taken)
        taken.add(id_.casefold())
        shift = _make_shift(reader, span, id_, roster)
        notes += _list_strange(reader, shift, roster)
        rows.append(ShiftRow(shift, reader.row.line, is_named=id_typed is not None))
    return ShiftList(rows=tuple(rows), notes=tuple(notes), **gather_faults(readers))


def _make_shift(reader: RowReader, span: Span, id_: str, roster: Roster) -> Shift:
    headcount = reader.take("headcount", _read_headcount) or 1
    wishes, strangers = _read_wishes(reader, headcount, roster)
    is_pinned = _read_pinned(reader)
    held = _read_hold(reader)
    if is_pinned and strangers:
        held = held or f"it is pinned to {', '.join(strangers)}, whom the staff sheet does not have"
    return Shift(
        id=id_,
        **asdict(span),
        role=_read_role(reader),
        skills=fold_list(reader.text("skills")),
        headcount=headcount,
        wishes=wishes,
        is_pinned=is_pinned and bool(wishes),
        held=make_storable(held, most=LONGEST_HOLD),
    )


def _read_id(text: str) -> Taken[str] | Unread:
    read = read_id(text)
    try:
        if isinstance(read, Taken):
            clean_text(read.value, field="shift_id", most=LONGEST_ID, least=1)
    except InputError as error:
        return Unread(str(error))
    return read


def _read_role(reader: RowReader) -> str:
    return fold_name(make_storable(reader.text("role"), most=LONGEST_ROLE))


def _read_headcount(text: str) -> Taken[int] | Unread:
    whole = text.strip().removesuffix(".0").removesuffix(",0")
    if whole.isdecimal() and len(whole) < 5 and 1 <= int(whole) <= MOST_PEOPLE:
        return Taken(int(whole))
    return Unread(f"expected a number of people from 1 to {MOST_PEOPLE}, not {text.strip()!r}")


def _read_wishes(
    reader: RowReader, headcount: int, roster: Roster
) -> tuple[tuple[str, ...], list[str]]:
    """Whom the row wishes for, as many as it needs, and the unknown names."""
    names = split_list(reader.text("assigned_to"))
    members = [find_member(reader, "assigned_to", name, roster) for name in names]
    strangers = [name for name, known in zip(names, members, strict=True) if known is None]
    wishes = tuple(dict.fromkeys(name for name in members if name))
    if left := ", ".join(wishes[headcount:]):
        what = f"{len(wishes)} people for a headcount of {headcount}: {left} passed over"
        reader.blame("assigned_to", what)
    return wishes[:headcount], strangers


def _read_pinned(reader: RowReader) -> bool:
    is_pinned = reader.take("pinned", read_yes_no)
    if is_pinned and not reader.text("assigned_to"):
        reader.blame("pinned", "assigned_to names nobody, so nobody is pinned")
    # A word that cannot be read may well have been a yes.
    return bool(reader.text("pinned")) if is_pinned is None else is_pinned


def _read_hold(reader: RowReader) -> str:
    typed = reader.text("hold")
    match read_yes_no(typed):
        case Taken(is_held):
            return MARKED_HELD if is_held else ""
        case Unread():
            return typed


def _list_strange(reader: RowReader, shift: Shift, roster: Roster) -> Iterator[tuple[str, str]]:
    if shift.role and shift.role not in roster.roles:
        hint = hint_at(shift.role, roster.roles)
        problem = f"nobody in the staff sheet has the role {shift.role!r}{hint}"
        yield reader.place("role"), problem
    for skill in sorted(shift.skills - roster.skills):
        hint = hint_at(skill, roster.skills)
        problem = f"nobody in the staff sheet has the skill {skill!r}{hint}"
        yield reader.place("skills"), problem


def make_id(span: Span, role: str) -> str:
    """2026-11-16-0900-1700-barista, from the day, the times and the folded role."""
    letters = "".join(letter if letter.isalnum() else " " for letter in role)
    return "-".join([f"{span.day}", f"{span.starts:%H%M}", f"{span.ends:%H%M}", *letters.split()])


def number_id(wanted: str, taken: Container[str]) -> str:
    """The id itself, or with the first number from 2 on that makes it another than all taken."""
    number, numbered = 1, wanted
    while numbered.casefold() in taken:
        number += 1
        # A full stop, which no role brings along: "bar 2" is another thing than the second bar.
        numbered = f"{wanted}.{number}"
    return numbered


MOST_HOURS = 16


@dataclass(frozen=True, slots=True)
class Span:
    """A shift's day, what the wall clock says, and the moments in UTC."""

    day: date
    starts: time
    ends: time
    starts_at: datetime
    ends_at: datetime


def read_span(
    reader: RowReader, *, monday: date, zone: ZoneInfo, country: str, repeats: bool = False
) -> Span | None:
    """The span in the week that begins on `monday`; None if a cell is told.

    Where the sheet `repeats` every week, a date in it stands for its weekday.
    """
    said_on = _read_day(reader, monday, country)
    start = reader.need("start", partial(read_wall_time, country=country))
    end = reader.need("end", partial(read_wall_time, country=country))
    if said_on is None or start is None or end is None:
        return None
    if not _is_start(reader, start, said_on):
        return None
    last = end.minute + (((end.on or said_on) - said_on).days) * DAY_MINUTES
    if end.on is None and last < start.minute:
        last += DAY_MINUTES
    if not _is_length(reader, last - start.minute):
        return None
    day = monday + said_on.weekday() * DAY if repeats else said_on
    if not monday <= day < monday + 7 * DAY:
        reader.blame("day", f"{day} is not in the week from {monday} to {monday + 6 * DAY}")
        return None
    starts_at, ends_at = find_moment(day, start.minute, zone), find_moment(day, last, zone)
    if starts_at >= ends_at:
        problem = "the clocks change then, and skip all of it: expected another time"
        times = f"{reader.text('start')} to {reader.text('end')}"
        reader.blame("start", f"a shift from {times}: {problem}")
        return None
    return Span(day, _read_wall(start.minute), _read_wall(last), starts_at, ends_at)


def _read_day(reader: RowReader, monday: date, country: str) -> date | None:
    days = reader.need("day", partial(read_days_or_date, country=country))
    if not isinstance(days, tuple):
        return days
    if len(days) > 1:
        problem = f"expected one day such as Mon, not {reader.text('day')!r}"
        reader.blame("day", f"{problem}: each shift has a row of its own")
        return None
    return monday + days[0] * DAY


def _is_start(reader: RowReader, start: WallTime, said_on: date) -> bool:
    if start.minute == DAY_MINUTES:
        reader.blame("start", "expected a time before 24:00: write 00:00, and the day after")
        return False
    if start.on not in (None, said_on):
        reader.blame("start", f"{start.on} is not the day of the shift, which is {said_on}")
        return False
    return True


def _is_length(reader: RowReader, minutes: int) -> bool:
    start, end = reader.text("start"), reader.text("end")
    if minutes == 0:
        reader.blame("end", f"a shift from {start} to {end} has no hours: expected a later end")
    elif minutes < 0:
        reader.blame("end", f"{end} is before the start, which is {start}")
    elif minutes > MOST_HOURS * 60:
        hours, rest = divmod(minutes, 60)
        length = f"{hours}h{rest:02}" if rest else f"{hours} hours"
        problem = f"a shift from {start} to {end} has {length}: expected at most {MOST_HOURS}"
        reader.blame("end", problem)
    else:
        return True
    return False


def _read_wall(minute: int) -> time:
    return time(minute % DAY_MINUTES // 60, minute % 60)
