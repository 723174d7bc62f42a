"""When people have asked to be away, and what became of it, as the time-off sheet has it.

A status that cannot be read counts as pending: nobody is called in, and nothing is granted. A row
with a day that cannot be read, or that ends before it starts, is told and left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import partial

from belfry.kernel.rulebook import fold_name
from belfry.kernel.sheets import (
    Column,
    RepairNote,
    RowReader,
    SheetProblem,
    Taken,
    Unread,
    read_date,
)
from belfry.kernel.texts import make_storable
from belfry.rota.rules.weeks import Leave, TimeOff
from belfry.rota.sheets.cells import hint_at
from belfry.rota.sheets.staff_rows import Roster, find_member

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


@dataclass(frozen=True, slots=True)
class TimeOffList:
    """The rows that can be believed, in the order of the file."""

    rows: tuple[TimeOffRow, ...]
    problems: tuple[SheetProblem, ...]
    repairs: tuple[RepairNote, ...]

    def list_time_off(self) -> tuple[TimeOff, ...]:
        """What was granted, and what nobody has decided yet."""
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


def read_time_off(readers: Iterable[RowReader], *, roster: Roster, country: str) -> TimeOffList:
    """Every row of the sheet; `country` is the team's."""
    readers = list(readers)
    rows = [row for reader in readers if (row := _read_row(reader, roster, country))]
    return TimeOffList(
        rows=tuple(rows),
        problems=tuple(problem for reader in readers for problem in reader.problems),
        repairs=tuple(repair for reader in readers for repair in reader.repairs),
    )


def _read_row(reader: RowReader, roster: Roster, country: str) -> TimeOffRow | None:
    typed = reader.text("name")
    if not typed:
        reader.blame("name", "expected a name, and found nothing: this row is left out")
    name = find_member(reader, "name", typed, roster) if typed else None
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
