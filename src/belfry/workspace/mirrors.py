"""Write what Belfry decided into the cells of a team's sheet.

The stored decision wins: an older or different value in the sheet is overwritten. A later day that
a person typed is news and stays, and so does the rest of its row. An unreadable cell stays too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from belfry.kernel.errors import Conflict, Temporary
from belfry.kernel.sheets import (
    Sheet,
    Taken,
    Unread,
    add_column,
    edit_cells,
    match_columns,
    read_date,
    read_yes_no,
    write_sheet,
)
from belfry.kernel.sheets.sheets import can_encode
from belfry.ports.clock import Clock
from belfry.ports.files import Folder, Version, Versions
from belfry.workspace.tables import ReadTable, Table, TableKind


class Compare(StrEnum):
    """How a cell is compared with the decided value."""

    TEXT = "text"
    NAMES = "names"
    YES_NO = "yes-no"
    LATEST_DAY = "latest-day"


@dataclass(frozen=True, slots=True)
class Decided:
    """A value and its cell: a column in the one row that matches `where`.

    `taken_back` is a day that no longer counts: it is no news, however late. With it, no other day
    is replaced by an empty value.
    """

    where: tuple[tuple[str, str], ...]
    column: str
    value: str
    compare: Compare = Compare.TEXT
    taken_back: date | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A cell that was written, and its value before."""

    decided: Decided
    line: int
    before: str


@dataclass(frozen=True, slots=True)
class News:
    """A later day than the decided one, typed into the sheet by a person."""

    decided: Decided
    line: int
    found: date


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A value that could not be written."""

    decided: Decided
    why: str


@dataclass(frozen=True, slots=True)
class MirrorPlan:
    """`edits` by (row, column name), and what became of each decided value."""

    edits: Mapping[tuple[int, str], str]
    written: tuple[Written, ...]
    news: tuple[News, ...]
    unplaced: tuple[Unplaced, ...]


def plan_mirror(table: Table, decided: Sequence[Decided], *, country: str) -> MirrorPlan:
    """The fewest cells to write, in the order they were decided.

    After news, later decisions about the same row are skipped.
    """
    edits: dict[tuple[int, str], str] = {}
    outcomes: list[Written | News | Unplaced] = []
    rows_with_news: set[int] = set()
    finder = _RowFinder(table)
    for decision in decided:
        row = finder.find(decision)
        if isinstance(row, Unplaced):
            outcomes.append(row)
            continue
        if row in rows_with_news:
            continue
        outcome = _judge_cell(table, row, decision, country)
        if isinstance(outcome, Written):
            edits[row, decision.column] = decision.value
        if isinstance(outcome, News):
            rows_with_news.add(row)
        if outcome is not None:
            outcomes.append(outcome)
    return MirrorPlan(
        edits,
        tuple(outcome for outcome in outcomes if isinstance(outcome, Written)),
        tuple(outcome for outcome in outcomes if isinstance(outcome, News)),
        tuple(outcome for outcome in outcomes if isinstance(outcome, Unplaced)),
    )


class _RowFinder:
    """Finds rows by their key cells, with one index for each set of key columns."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[tuple[str, ...], dict[tuple[str, ...], list[int]]] = {}

    def find(self, decided: Decided) -> int | Unplaced:
        names = tuple(name for name, _ in decided.where)
        key = tuple(_plain(value) for _, value in decided.where)
        rows = self._index(names).get(key, [])
        if len(rows) == 1:
            return rows[0]
        wanted = ", ".join(f"{name} {value}" for name, value in decided.where)
        if not rows:
            return Unplaced(decided, f"there is no row for {wanted}")
        lines = " and ".join(str(self._table.sheet.rows[row].line) for row in rows)
        return Unplaced(decided, f"there are several rows for {wanted}: lines {lines}")

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
    """Why the value cannot be written into this file at all."""
    coding = table.sheet.form.coding
    if not can_encode(decided.value, coding):
        return f"{decided.value!r} cannot be written in {coding.spoken}: save the file as UTF-8"
    if table.columns.find(decided.column) is None and table.sheet.problems:
        # A new header would stand above the misplaced cells of those rows.
        return f"there is no column {decided.column}, and some rows have cells without a header"
    return None


def _judge_day(
    decided: Decided, line: int, before: str, country: str
) -> Written | News | Unplaced | None:
    written_date = read_date(before, country=country)
    decided_date = read_date(decided.value, country=country) if decided.value else None
    if not isinstance(written_date, Taken) or isinstance(decided_date, Unread):
        return Unplaced(decided, f"line {line} has {before!r}, which is no day we can read")
    if written_date.value == decided.taken_back:
        return Written(decided, line, before)
    if decided_date is None or written_date.value > decided_date.value:
        return News(decided, line, written_date.value)
    return None if written_date.value == decided_date.value else Written(decided, line, before)


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


TRIES = 3


@dataclass(frozen=True, slots=True)
class Mirrored:
    """What was written, what a person had typed later, and what could not be written."""

    version: Version
    written: tuple[Written, ...] = ()
    news: tuple[News, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()

    @property
    def overwritten(self) -> tuple[Written, ...]:
        """The cells that had another value before."""
        return tuple(cell for cell in self.written if cell.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorTable:
    """A file that is saved meanwhile is read again and written into.

    `country` is the team's: it decides the order of day and month.
    """

    folder: Folder
    versions: Versions
    clock: Clock
    country: str

    def __call__(self, kind: TableKind, decided: Sequence[Decided]) -> Mirrored:
        """What became of each decided value; Temporary if the file keeps changing."""
        for _ in range(TRIES):
            try:
                return self._mirror(kind, decided)
            except Conflict as error:
                last = error
        raise Temporary(f"{kind.name} is being changed again and again") from last

    def _mirror(self, kind: TableKind, decided: Sequence[Decided]) -> Mirrored:
        read = ReadTable(folder=self.folder, versions=self.versions, clock=self.clock)
        table = read(kind)
        plan = plan_mirror(table, decided, country=self.country)
        version = self._write(table, kind, plan) if plan.edits else table.version
        return Mirrored(version, plan.written, plan.news, plan.unplaced)

    def _write(self, table: Table, kind: TableKind, plan: MirrorPlan) -> Version:
        content = write_sheet(_carry_out(table, kind, plan))
        self.folder.replace(kind.name, content, table.digest)
        return self.versions.keep(kind.name, content, self.clock.now())


def _carry_out(table: Table, kind: TableKind, plan: MirrorPlan) -> Sheet:
    """The sheet with the edits; missing columns are added at the end."""
    sheet = table.sheet
    for name in dict.fromkeys(name for _, name in plan.edits if table.columns.find(name) is None):
        sheet = add_column(sheet, name)
    places = match_columns(sheet, kind.columns).places
    return edit_cells(sheet, {(row, places[name]): v for (row, name), v in plan.edits.items()})
