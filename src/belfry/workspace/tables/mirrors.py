"""Which cells of a sheet must be written for it to say what Belfry decided.

What was decided is the book's. An older or another value in the sheet is written over; a later
day that somebody typed is news, and stays, with what else was decided of its row. A cell that
nobody can read stays, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from belfry.kernel.sheets import Taken, Unread, read_date, read_yes_no
from belfry.kernel.sheets.sheets import can_encode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from belfry.workspace.tables.tables import Table


class Compare(StrEnum):
    """When a cell counts as saying what was decided."""

    TEXT = "text"
    NAMES = "names"
    YES_NO = "yes-no"
    LATEST_DAY = "latest-day"


@dataclass(frozen=True, slots=True)
class Decided:
    """A value, and its cell: the one row whose cells are as `where` says, and a column of it.

    `taken_back` is a day that no longer counts: it is no news, however late it is. Where it is
    given, no other day gives way to an empty value.
    """

    where: tuple[tuple[str, str], ...]
    column: str
    value: str
    compare: Compare = Compare.TEXT
    taken_back: date | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A cell that was written, and what stood there before: nothing, or another value."""

    decided: Decided
    line: int
    before: str


@dataclass(frozen=True, slots=True)
class News:
    """A day later than the one decided, which somebody typed into the sheet."""

    decided: Decided
    line: int
    found: date


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A value that could not be written, and why."""

    decided: Decided
    why: str


@dataclass(frozen=True, slots=True)
class MirrorPlan:
    """`edits` by (row, column name); the rest tells of them."""

    edits: Mapping[tuple[int, str], str]
    written: tuple[Written, ...]
    news: tuple[News, ...]
    unplaced: tuple[Unplaced, ...]


def plan_mirror(table: Table, decided: Sequence[Decided], *, country: str) -> MirrorPlan:
    """The fewest cells to write, in the order they were decided.

    Where a day turns out to be news, what comes after it about the same row is passed over.
    """
    edits: dict[tuple[int, str], str] = {}
    outcomes: list[Written | News | Unplaced] = []
    known_better: set[int] = set()
    finder = _RowFinder(table)
    for one in decided:
        row = finder.find(one)
        if isinstance(row, Unplaced):
            outcomes.append(row)
            continue
        if row in known_better:
            continue
        outcome = _judge_cell(table, row, one, country)
        if isinstance(outcome, Written):
            edits[row, one.column] = one.value
        if isinstance(outcome, News):
            known_better.add(row)
        if outcome is not None:
            outcomes.append(outcome)
    return MirrorPlan(
        edits,
        tuple(one for one in outcomes if isinstance(one, Written)),
        tuple(one for one in outcomes if isinstance(one, News)),
        tuple(one for one in outcomes if isinstance(one, Unplaced)),
    )


class _RowFinder:
    """Looks rows up by their key cells; each set of key columns is gone through once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[tuple[str, ...], dict[tuple[str, ...], list[int]]] = {}

    def find(self, decided: Decided) -> int | Unplaced:
        names = tuple(name for name, _ in decided.where)
        key = tuple(_plain(value) for _, value in decided.where)
        rows = self._index(names).get(key, [])
        if len(rows) == 1:
            return rows[0]
        said = ", ".join(f"{name} {value}" for name, value in decided.where)
        if not rows:
            return Unplaced(decided, f"there is no row for {said}")
        lines = " and ".join(str(self._table.sheet.rows[row].line) for row in rows)
        return Unplaced(decided, f"there are several rows for {said}: lines {lines}")

    def _index(self, names: tuple[str, ...]) -> dict[tuple[str, ...], list[int]]:
        if names not in self._known:
            index: dict[tuple[str, ...], list[int]] = {}
            bad = {problem.line for problem in self._table.problems}
            for place, row in enumerate(self._table.sheet.rows):
                if row.line not in bad:
                    key = tuple(_plain(self._table.columns.cell(row, name)) for name in names)
                    index.setdefault(key, []).append(place)
            self._known[names] = index
        return self._known[names]


def _judge_cell(
    table: Table, place: int, decided: Decided, country: str
) -> Written | News | Unplaced | None:
    row = table.sheet.rows[place]
    before = table.columns.cell(row, decided.column)
    if before == decided.value:
        return None
    if why := _find_hindrance(table, decided):
        return Unplaced(decided, why)
    is_day = decided.compare is Compare.LATEST_DAY and (decided.value or decided.taken_back)
    if is_day and before:
        return _judge_day(decided, row.line, before, country)
    is_same = before and _means(before, decided.compare) == _means(decided.value, decided.compare)
    return None if is_same else Written(decided, row.line, before)


def _find_hindrance(table: Table, decided: Decided) -> str | None:
    """Why the value cannot be put into this file at all."""
    coding = table.sheet.form.coding
    if not can_encode(decided.value, coding):
        return f"{decided.value!r} cannot be written in {coding.spoken}: save the file as UTF-8"
    if table.columns.find(decided.column) is None and table.problems:
        # A new header would stand over what slipped out of its column in those rows.
        return f"there is no column {decided.column}, and some rows have cells without a header"
    return None


def _judge_day(
    decided: Decided, line: int, before: str, country: str
) -> Written | News | Unplaced | None:
    found = read_date(before, country=country)
    meant = read_date(decided.value, country=country) if decided.value else None
    if not isinstance(found, Taken) or isinstance(meant, Unread):
        return Unplaced(decided, f"line {line} has {before!r}, which is no day we can read")
    if found.value == decided.taken_back:
        return Written(decided, line, before)
    if meant is None or found.value > meant.value:
        return News(decided, line, found.value)
    return None if found.value == meant.value else Written(decided, line, before)


def _means(text: str, compare: Compare) -> object:
    match compare:
        case Compare.NAMES:
            return {name for part in text.split(";") if (name := _plain(part))}
        case Compare.YES_NO:
            return read_yes_no(text)
        case _:
            return _plain(text)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
