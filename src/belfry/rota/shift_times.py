"""When a shift of the week's sheet or of the template begins and ends.

Either time may stand behind a date of its own. An end that is not later than the start, and has no
date, is on the next day; an end that is the very same reading is no time at all and refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from functools import partial
from zoneinfo import ZoneInfo

from belfry.kernel.sheets import RowReader
from belfry.rota.wall_cells import (
    DAY,
    DAY_MINUTES,
    WallTime,
    find_moment,
    read_days_or_date,
    read_wall_time,
)

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
    return _make_span(reader, day, start.minute, last, zone)


def _read_day(reader: RowReader, monday: date, country: str) -> date | None:
    found = reader.need("day", partial(read_days_or_date, country=country))
    if not isinstance(found, tuple):
        return found
    if len(found) > 1:
        said = f"expected one day such as Mon, not {reader.text('day')!r}"
        reader.blame("day", f"{said}: each shift has a row of its own")
        return None
    return monday + found[0] * DAY


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
        said = f"a shift from {start} to {end} has {length}: expected at most {MOST_HOURS}"
        reader.blame("end", said)
    else:
        return True
    return False


def _make_span(reader: RowReader, day: date, first: int, last: int, zone: ZoneInfo) -> Span | None:
    starts_at, ends_at = find_moment(day, first, zone), find_moment(day, last, zone)
    if starts_at >= ends_at:
        said = "the clocks change then, and skip all of it: expected another time"
        reader.blame(
            "start", f"a shift from {reader.text('start')} to {reader.text('end')}: {said}"
        )
        return None
    return Span(day, _read_wall(first), _read_wall(last), starts_at, ends_at)


def _read_wall(minute: int) -> time:
    return time(minute % DAY_MINUTES // 60, minute % 60)
