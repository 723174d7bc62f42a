"""What the cells of one row say, with every doubt named by its cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from belfry.kernel.sheets.problems import SheetProblem
from belfry.kernel.sheets.taken import Taken, Unread

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.kernel.sheets.columns import Columns
    from belfry.kernel.sheets.sheets import Row, Sheet

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
