"""Which column of a sheet is the one we mean, however its header is spelt."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from belfry.kernel.sheets.problems import SheetError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belfry.kernel.sheets.sheets import Row, Sheet

_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class Column:
    """A column we look for: its own name, other names people give it, whether we can do without."""

    name: str
    also: tuple[str, ...] = ()
    is_needed: bool = False


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns we know stand, counted from 0, and the headers that are none of ours."""

    places: Mapping[str, int]
    unknown: tuple[str, ...] = ()

    def find(self, name: str) -> int | None:
        return self.places.get(name)

    def cell(self, row: Row, name: str) -> str:
        """The row's cell without the space around it; nothing if the sheet has no such column."""
        place = self.places.get(name)
        return "" if place is None else row.cells[place].strip()


def match_columns(sheet: Sheet, wanted: Sequence[Column]) -> Columns:
    """Where each wanted column is; SheetError for a double, a near miss, or one that is missing."""
    plain = [plain_header(header) for header in sheet.header]
    places: dict[str, int] = {}
    for column in wanted:
        place = _find_place(sheet, plain, column)
        if place is not None and place not in places.values():
            places[column.name] = place
    missing = [column for column in wanted if column.name not in places]
    left = [place for place in range(len(plain)) if place not in places.values()]
    for place in left:
        _check_near_miss(sheet, place, missing)
    if not places:
        raise _no_header(sheet, wanted)
    _check_needed(sheet, missing)
    return Columns(places, tuple(sheet.header[place] for place in left))


def plain_header(text: str) -> str:
    """Equal for headers a person would take for the same: `Job ID`, `job-id`, `JOB_ID`."""
    letters = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


def _find_place(sheet: Sheet, plain: Sequence[str], column: Column) -> int | None:
    """The column under its own name, else under one of its other names, in their order."""
    for name in (column.name, *column.also):
        places = [place for place, header in enumerate(plain) if header == plain_header(name)]
        if len(places) > 1:
            first = sheet.find_problem("", line=sheet.head.line, place=places[0])
            said = f"there are two columns for {column.name}; the other is column {first.letter}"
            raise SheetError(sheet.find_problem(said, line=sheet.head.line, place=places[1]))
        if places:
            return places[0]
    return None


def _check_near_miss(sheet: Sheet, place: int, missing: Sequence[Column]) -> None:
    spellings = {plain_header(name): c.name for c in missing for name in (c.name, *c.also)}
    near = get_close_matches(plain_header(sheet.header[place]), spellings, n=1, cutoff=_ALIKE)
    if near:
        header = sheet.header[place].strip()
        said = f"{header!r} is not a header we know; did you mean {spellings[near[0]]!r}?"
        raise SheetError(sheet.find_problem(said, line=sheet.head.line, place=place))


def _check_needed(sheet: Sheet, missing: Sequence[Column]) -> None:
    needed = [column.name for column in missing if column.is_needed]
    if needed:
        there = ", ".join(header.strip() for header in sheet.header if header.strip())
        said = f"no column for {' and '.join(needed)}; the headers are {there}"
        raise SheetError(sheet.find_problem(said, line=sheet.head.line))


def _no_header(sheet: Sheet, wanted: Sequence[Column]) -> SheetError:
    needed = [column.name for column in wanted if column.is_needed]
    names = ", ".join(needed or [column.name for column in wanted])
    there = ", ".join(header.strip() for header in sheet.header)
    said = f"expected a line of headers with {names} first, and found {there}"
    return SheetError(sheet.find_problem(said, line=sheet.head.line))
