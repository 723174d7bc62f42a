"""Write cells and rows into a sheet of the rota, and leave all else as it stands."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from belfry.kernel.errors import BelfryError, Conflict, NotFound, Temporary
from belfry.kernel.sheets import (
    Column,
    Sheet,
    add_column,
    add_row,
    edit_cells,
    make_inert,
    match_columns,
    write_sheet,
)
from belfry.kernel.sheets.sheets import can_encode
from belfry.workspace.tables import ReadTable, Table, TableKind

log = logging.getLogger(__name__)

TRIES = 3

# Gives the new sheet, or None to leave it; the table is None where there is no sheet yet.
Rewrite = Callable[[Table | None], Sheet | None]


@dataclass(frozen=True, slots=True)
class RewriteSheet:
    """A file that was saved meanwhile is read again, so that no edit is lost."""

    read_table: ReadTable

    def __call__(self, kind: TableKind, rewrite: Rewrite) -> bool:
        """Whether it was written; Temporary if the file never stood still."""
        for _ in range(TRIES):
            try:
                return self._rewrite(kind, rewrite)
            except Conflict as error:
                last = error
        raise Temporary(f"{kind.name} is being changed again and again") from last

    def _rewrite(self, kind: TableKind, rewrite: Rewrite) -> bool:
        table: Table | None = None
        with suppress(NotFound):
            table = self.read_table(kind)
        sheet = rewrite(table)
        if sheet is None:
            return False
        content = write_sheet(sheet)
        read = self.read_table
        read.folder.replace(kind.name, content, table.digest if table else None)
        read.versions.keep(kind.name, content, read.clock.now())
        return True


def try_now(mirror: Callable[[], object], event: str, **about: str) -> bool:
    """Write into a sheet now if possible; whether it was. The next sync writes what was not."""
    try:
        mirror()
    except BelfryError as error:
        log.warning(event, extra={**about, "error": str(error)})
        return False
    return True


# New values by column.
Cells = Mapping[str, str]


def write_cells(sheet: Sheet, columns: Sequence[Column], edits: Mapping[int, Cells]) -> Sheet:
    """The sheet with the cells written; a column that it lacks is added at its end."""
    sheet = _add_missing(sheet, columns, edits.values())
    places = match_columns(sheet, columns).places
    rows = {row.line: number for number, row in enumerate(sheet.rows)}
    return edit_cells(
        sheet,
        {
            (rows[line], places[name]): _fit(value, sheet)
            for line, cells in edits.items()
            for name, value in cells.items()
        },
    )


def add_rows(sheet: Sheet, columns: Sequence[Column], rows: Sequence[Cells]) -> Sheet:
    sheet = _add_missing(sheet, columns, rows)
    places = match_columns(sheet, columns).places
    for cells in rows:
        written = [""] * len(sheet.header)
        for name, value in cells.items():
            if name in places:
                written[places[name]] = _fit(value, sheet)
        sheet = add_row(sheet, written)
    return sheet


def _add_missing(sheet: Sheet, columns: Sequence[Column], all_cells: Iterable[Cells]) -> Sheet:
    known = match_columns(sheet, columns).places
    wanted = [name for cells in all_cells for name, value in cells.items() if value]
    for name in dict.fromkeys(wanted):
        if name not in known:
            sheet = add_column(sheet, name)
    return sheet


def _fit(value: str, sheet: Sheet) -> str:
    """What a spreadsheet would work out is made plain, and what the file cannot hold is marked."""
    plain = make_inert(value)
    coding = sheet.form.coding
    if can_encode(plain, coding):
        return plain
    return "".join(sign if can_encode(sign, coding) else "?" for sign in plain)
