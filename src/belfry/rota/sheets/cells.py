"""Read days, times and lists from cells of the rota's sheets.

Times are on the wall clock: one that the clocks skip is the first minute after the gap, and one
that occurs twice is the first occurrence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, Generic, TypeVar
from zoneinfo import ZoneInfo

from belfry.kernel.cron.fires import fix_moment
from belfry.kernel.hours.clock_times import CLOCK_WORDS, Reader, ReadingError
from belfry.kernel.hours.weekdays import read_days
from belfry.kernel.rulebook import find_nearest
from belfry.kernel.sheets import (
    Columns,
    RepairNote,
    RowReader,
    Sheet,
    SheetProblem,
    Taken,
    Unread,
    read_date,
    read_time,
)
from belfry.kernel.texts import fold_name, make_storable

R = TypeVar("R")
Problem = tuple[str, str]

DAY_MINUTES = 24 * 60
DAY = timedelta(days=1)

_END_OF_DAY = re.compile(r"24[:.h]00(?::00)?|24h?")
_DATED = re.compile(
    r"(?P<day>.*\S)(?:\s+|(?<=\d)T)(?P<time>\d{1,2}[:.h]\d{2}\S*(?:\s*[ap]\.?m\.?)?)", re.IGNORECASE
)
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class WallTime:
    """A minute of the day, up to 1440 for midnight at its end; `on` if the cell has a date."""

    minute: int
    on: date | None = None


def find_moment(day: date, minute: int, zone: ZoneInfo) -> datetime:
    """The moment, in UTC, at which the wall clock shows a minute counted from a day's midnight."""
    return fix_moment(datetime.combine(day, time(0), UTC) + timedelta(minutes=minute), zone)


def read_wall_time(text: str, *, country: str) -> Taken[WallTime] | Unread:
    """A time such as 09:00, 5.30pm or 24:00, alone or behind a date."""
    stripped = text.strip()
    read = _read_minute(stripped)
    match = _DATED.fullmatch(stripped) if isinstance(read, Unread) else None
    if match is None:
        return read if isinstance(read, Unread) else Taken(WallTime(read.value), read.repair)
    day, clock = read_date(match["day"], country=country), _read_minute(match["time"])
    if isinstance(day, Unread) or isinstance(clock, Unread):
        return Unread(f"expected a time like 09:00, or 2026-11-17 09:00, not {stripped[:_SHOWN]!r}")
    return Taken(WallTime(clock.value, day.value), day.repair or clock.repair)


def read_days_or_date(text: str, *, country: str) -> Taken[tuple[int, ...] | date] | Unread:
    """The weekdays that a cell names, from 0 for Monday, or its date."""
    reader = Reader(text, CLOCK_WORDS)
    try:
        days = {day for choice in read_days(reader) for day in choice.days}
    except ReadingError:
        days = set()
    if days and reader.is_at_end:
        return Taken(tuple(sorted(days)))
    read = read_date(text, country=country)
    if isinstance(read, Taken):
        return Taken(read.value, read.repair)
    if any(letter.isdigit() for letter in text):
        return read
    return Unread(
        f"expected a day such as Mon, or a date like 2026-11-17, not {text.strip()[:_SHOWN]!r}"
    )


def _read_minute(text: str) -> Taken[int] | Unread:
    if _END_OF_DAY.fullmatch(text.casefold()):
        return Taken(DAY_MINUTES)
    read = read_time(text)
    if isinstance(read, Unread):
        return read
    return Taken(read.value.hour * 60 + read.value.minute, read.repair)


@dataclass(frozen=True, kw_only=True)
class SheetRows(Generic[R]):
    """The rows of a sheet that can be believed, in the order of the file.

    `problems` are rows and cells that could not be taken as they stand, `repairs` what was read
    otherwise than it is written, `notes` as (place, text) what else people should know. `sheet` and
    `columns` are None for a sheet that the team does not keep.
    """

    rows: tuple[R, ...]
    problems: tuple[SheetProblem, ...] = ()
    repairs: tuple[RepairNote, ...] = ()
    notes: tuple[Problem, ...] = ()
    sheet: Sheet | None = field(default=None, repr=False, compare=False)
    columns: Columns | None = field(default=None, repr=False, compare=False)


def gather_faults(readers: Sequence[RowReader]) -> dict[str, Any]:
    """The problems and repairs of all rows, by their names in SheetRows."""
    return {
        "problems": tuple(problem for reader in readers for problem in reader.problems),
        "repairs": tuple(repair for reader in readers for repair in reader.repairs),
    }


def list_places(problems: Sequence[SheetProblem | RepairNote]) -> tuple[Problem, ...]:
    return tuple((problem.place, problem.what) for problem in problems)


SEPARATOR = ";"
LONGEST_CELL = 500
_MOST_NAMED = 3
_MOST_KEPT = 1024


def split_list(text: str) -> list[str]:
    """The items of a cell, which are separated by semicolons."""
    cleaned = make_storable(text, most=LONGEST_CELL)
    return [piece.strip() for piece in cleaned.split(SEPARATOR) if piece.strip()]


def fold_list(text: str) -> frozenset[str]:
    """The same without case and hyphens, in no order."""
    return frozenset(folded for piece in split_list(text) if (folded := fold_name(piece)))


def blame_doubles(same: Sequence[RowReader], column: str, remedy: str) -> None:
    """Report each row that says the same as others; none of them counts."""
    lines = [reader.row.line for reader in same]
    for reader in same:
        # Named in part only: a thousand equal rows would make a million line numbers.
        others = [line for line in lines[: _MOST_NAMED + 1] if line != reader.row.line]
        more = " and more" if len(lines) - 1 > _MOST_NAMED else ""
        named = " and ".join(str(line) for line in others[:_MOST_NAMED])
        what = f"{reader.text(column)!r} stands in line {named}{more}, too: none of them counts"
        reader.blame(column, f"{what} until {remedy}")


# Cached because comparing is slow and every row may have the same slip.
@lru_cache(maxsize=_MOST_KEPT)
def hint_at(text: str, known: frozenset[str]) -> str:
    nearest = find_nearest(text, sorted(known))
    return f"; did you mean {nearest}?" if nearest else ""
