"""Which controls of a starter pack a list lacks, and how they come into it.

A control goes by its name: what is on the list already stays as the team wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from belfry.controls.rule_words import fold_section
from belfry.controls.tasks import COLUMNS
from belfry.kernel.sheets import Sheet, add_column, add_row, match_columns

# What a list begins with that Belfry makes; who did it is added when somebody has.
HEADER = tuple(column.name for column in COLUMNS if column.name != "done_by")


@dataclass(frozen=True, slots=True)
class Pack:
    """Ready-made controls for one kind of work; each row is its cells by their headers."""

    name: str
    rows: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class Loading:
    """The list with what it lacked; `kept` are those that it had already."""

    sheet: Sheet
    added: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


def plan_loading(sheet: Sheet, pack: Pack) -> Loading:
    """Raises SheetError for a list whose headers cannot be read."""
    place = match_columns(sheet, COLUMNS).places["name"]
    known = {fold_section(row.cells[place]) for row in sheet.rows}
    lacking = [row for row in pack.rows if fold_section(row["name"]) not in known]
    kept = tuple(row["name"] for row in pack.rows if row not in lacking)
    if not lacking:
        return Loading(sheet, kept=kept)
    filled = _add_rows(_add_columns(sheet, lacking), lacking)
    return Loading(filled, tuple(row["name"] for row in lacking), kept)


def _add_columns(sheet: Sheet, rows: Iterable[Mapping[str, str]]) -> Sheet:
    """Columns that the list does without, for what the rows say in them."""
    if sheet.problems:
        # A new header would stand over what slipped out of its column in those rows.
        return sheet
    places = match_columns(sheet, COLUMNS).places
    said = dict.fromkeys(name for row in rows for name, cell in row.items() if cell)
    for name in said:
        if name not in places:
            sheet = add_column(sheet, name)
    return sheet


def _add_rows(sheet: Sheet, rows: Sequence[Mapping[str, str]]) -> Sheet:
    places = match_columns(sheet, COLUMNS).places
    for row in rows:
        cells = [""] * len(sheet.header)
        for name, cell in row.items():
            if name in places:
                cells[places[name]] = cell
        sheet = add_row(sheet, cells)
    return sheet
