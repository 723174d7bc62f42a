"""Which column of a sheet is the one we mean, however its header is spelt."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

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


# What a spreadsheet shows where a formula has no value. The last is ours: no value was saved.
UNCALCULATED = "#UNCALCULATED!"
_NO_VALUE = frozenset(
    [
        "#REF!",
        "#VALUE!",
        "#DIV/0!",
        "#NAME?",
        "#NUM!",
        "#NULL!",
        "#N/A",
        "#SPILL!",
        "#CALC!",
        "#ERROR!",
        "#FIELD!",
        "#BLOCKED!",
    ]
) | {UNCALCULATED}


def list_formula_errors(sheet: Sheet, columns: Columns) -> list[SheetProblem]:
    """Cells that hold a formula's error, in columns that are read; one for each row."""
    problems = []
    for row in sheet.rows:
        if "#" not in row.text:
            continue
        for place in columns.places.values():
            value = row.cells[place].strip()
            if value.upper() in _NO_VALUE:
                what = _say_no_value(value)
                problems.append(sheet.find_problem(what, line=row.line, place=place))
                break
    return problems


def _say_no_value(value: str) -> str:
    if value == UNCALCULATED:
        return "this formula has no result yet: open the workbook, let it calculate, and save it"
    return f"the formula here gives {value}: correct it; until then the row is left out"


@lru_cache(maxsize=1024)
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
            what = f"there are two columns for {column.name}; the other is column {first.letter}"
            raise SheetError(sheet.find_problem(what, line=sheet.head.line, place=places[1]))
        if places:
            return places[0]
    return None


def _check_near_miss(sheet: Sheet, place: int, missing: Sequence[Column]) -> None:
    spellings = {plain_header(name): c.name for c in missing for name in (c.name, *c.also)}
    near = get_close_matches(plain_header(sheet.header[place]), spellings, n=1, cutoff=_ALIKE)
    if near:
        header = sheet.header[place].strip()
        what = f"{header!r} is not a header we know; did you mean {spellings[near[0]]!r}?"
        raise SheetError(sheet.find_problem(what, line=sheet.head.line, place=place))


def _check_needed(sheet: Sheet, missing: Sequence[Column]) -> None:
    needed = [column.name for column in missing if column.is_needed]
    if needed:
        headers = ", ".join(header.strip() for header in sheet.header if header.strip())
        what = f"no column for {' and '.join(needed)}; the headers are {headers}"
        raise SheetError(sheet.find_problem(what, line=sheet.head.line))


def _no_header(sheet: Sheet, wanted: Sequence[Column]) -> SheetError:
    needed = [column.name for column in wanted if column.is_needed]
    names = ", ".join(needed or [column.name for column in wanted])
    headers = ", ".join(header.strip() for header in sheet.header)
    what = f"expected a line of headers with {names} first, and found {headers}"
    return SheetError(sheet.find_problem(what, line=sheet.head.line))


# What a row goes by: its key cells, whatever their case, and its number among those alike.
_Key = tuple[tuple[str, ...], int]


class _Named(NamedTuple):
    name: str
    row: Row


@dataclass(frozen=True, slots=True)
class ChangedCell:
    row: str
    line: int
    header: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.row}: {self.header} {_shown(self.before)} became {_shown(self.after)}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """`added` and `removed` name rows; the order is that of the sheets."""

    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[ChangedCell, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Every difference as a sentence; none if both say the same."""
        return (
            *(f"column {name} was added" for name in self.columns_added),
            *(f"column {name} was removed" for name in self.columns_removed),
            *(f"{name} was added" for name in self.added),
            *(f"{name} was removed" for name in self.removed),
            *(str(cell) for cell in self.changed),
        )


def compare_sheets(old: Sheet, new: Sheet, *, key: Sequence[str] = ()) -> Comparison:
    """The differences; rows go by their cells under the `key` headers, else by all they hold."""
    before, after = _headers(old), _headers(new)
    names = [plain_header(name) for name in key]
    known = all(name in before and name in after for name in names)
    shared = [name for name in after if name in before]
    keyed = names if names and known else shared
    old_rows, new_rows = _keyed(old, before, keyed), _keyed(new, after, keyed)
    return Comparison(
        columns_added=_labels(new, after, before),
        columns_removed=_labels(old, before, after),
        added=tuple(named.name for key, named in new_rows.items() if key not in old_rows),
        removed=tuple(named.name for key, named in old_rows.items() if key not in new_rows),
        changed=tuple(
            ChangedCell(named.name, named.row.line, header, was, now)
            for key, named in new_rows.items()
            if key in old_rows
            for header, was, now in _differences(new, old_rows[key].row, named.row, before, after)
        ),
    )


def _headers(sheet: Sheet) -> dict[str, int]:
    """Where each header stands; the first of several that are alike."""
    places: dict[str, int] = {}
    for place, header in enumerate(sheet.header):
        places.setdefault(plain_header(header), place)
    places.pop("", None)
    return places


def _keyed(sheet: Sheet, places: Mapping[str, int], names: Sequence[str]) -> dict[_Key, _Named]:
    seen: Counter[tuple[str, ...]] = Counter()
    rows = {}
    for row in sheet.rows:
        cells = [row.cells[places[name]].strip() for name in names]
        plain = tuple(cell.casefold() for cell in cells)
        seen[plain] += 1
        rows[plain, seen[plain]] = _Named(_name(cells, seen[plain]), row)
    return rows


def _differences(
    sheet: Sheet, old: Row, new: Row, before: Mapping[str, int], after: Mapping[str, int]
) -> Iterator[tuple[str, str, str]]:
    for name, place in after.items():
        if name in before:
            was, now = old.cells[before[name]].strip(), new.cells[place].strip()
            if was != now:
                yield sheet.header[place].strip(), was, now


def _labels(sheet: Sheet, here: Mapping[str, int], headers: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(sheet.header[place].strip() for name, place in here.items() if name not in headers)


def _name(cells: Sequence[str], number: int) -> str:
    shown = ", ".join(cell for cell in cells if cell) or "a row without a name"
    return f"{shown} (number {number} of that name)" if number > 1 else shown


def _shown(text: str) -> str:
    return repr(text) if text else "nothing"


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RepairNote:
    """A repair, and the cell it was made in; nothing in the file changed."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


class RowReader:
    """Reads cells one after another; collects problems and repairs instead of stopping."""

    def __init__(self, sheet: Sheet, columns: Columns, row: Row) -> None:
        self.row = row
        self.problems: list[SheetProblem] = []
        self.repairs: list[RepairNote] = []
        self._sheet = sheet
        self._columns = columns

    def text(self, column: str) -> str:
        """The cell with its spaces put right; nothing if it is blank or there is no such column."""
        return " ".join(self._columns.cell(self.row, column).split())

    def take(self, column: str, read: Callable[[str], Taken[T] | Unread]) -> T | None:
        """What the cell says; None if it is blank, or cannot be read and is a problem now."""
        text = self._columns.cell(self.row, column)
        if not text:
            return None
        match read(text):
            case Taken(value, repair):
                if repair is not None:
                    self.repairs.append(RepairNote(self.place(column), str(repair)))
                return value
            case Unread(why):
                self.blame(column, why)
                return None

    def need(self, column: str, read: Callable[[str], Taken[T] | Unread]) -> T | None:
        """As `take`, but a blank cell is a problem too."""
        if not self._columns.cell(self.row, column):
            self.blame(column, f"expected a value for {column}, and found nothing")
            return None
        return self.take(column, read)

    def blame(self, column: str, what: str) -> None:
        self.problems.append(self._problem(column, what))

    def place(self, column: str) -> str:
        return self._problem(column, "").place

    def _problem(self, column: str, what: str) -> SheetProblem:
        place = self._columns.find(column)
        return self._sheet.find_problem(what, line=self.row.line, place=place)


_LETTERS = 26


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """One thing that is wrong, with its place as a person finds it in a spreadsheet."""

    file: str
    what: str
    line: int | None = None
    letter: str | None = None
    header: str | None = None
    tab: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"

    @property
    def place(self) -> str:
        header = f" ({self.header})" if self.header else ""
        parts = [self.file]
        if self.tab:
            parts.append(f"tab {self.tab}")
            if self.line is not None:
                cell = f"{self.letter}{self.line}{header}" if self.letter else f"row {self.line}"
                parts.append(cell)
            return ", ".join(parts)
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.letter is not None:
            parts.append(f"column {self.letter}{header}")
        return ", ".join(parts)


class SheetError(InputError):
    """The whole sheet cannot be used; `problem` says why and where."""

    def __init__(self, problem: SheetProblem) -> None:
        super().__init__(str(problem), field=problem.header)
        self.problem = problem


def name_letter(place: int) -> str:
    """The letter a spreadsheet shows over a column: A for 0, Z for 25, AA for 26."""
    letters = ""
    while place >= 0:
        letters = chr(ord("A") + place % _LETTERS) + letters
        place = place // _LETTERS - 1
    return letters


_SCIENCE = re.compile(r"(\d)(?:[.,](\d+))?E\+?(\d{1,2})", re.IGNORECASE)
_WHOLE = re.compile(r"(\d+)[.,]0+")


@dataclass(frozen=True, slots=True)
class Repair:
    """What stood in the cell, what it was taken for, and why."""

    found: str
    taken_for: str
    why: str

    def __str__(self) -> str:
        return f"{self.found!r} was taken for {self.taken_for}: {self.why}"


@dataclass(frozen=True, slots=True)
class Taken(Generic[T]):
    value: T
    repair: Repair | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """The cell cannot be read; `why` says what is wrong and what was expected."""

    why: str


def take_repaired(value: T, *, text: str, shown: str, why: str) -> Taken[T]:
    return Taken(value, Repair(text, shown, why))


def restore_digits(text: str) -> str | Unread | None:
    """The digits of a number a spreadsheet wrote its own way; None if it is no such number.

    `4.47700900123E+11` still has them all, `4.47701E+11` does not, `2042.0` has one too many.
    """
    if whole := _WHOLE.fullmatch(text):
        return whole[1]
    science = _SCIENCE.fullmatch(text)
    if science is None:
        return None
    first, decimals, power = science[1], science[2] or "", int(science[3])
    if len(decimals) < power:
        return Unread(f"{text!r} has lost digits in a spreadsheet: type it again, as text")
    if decimals[power:].strip("0"):
        return None
    return first + decimals[:power]
