"""What is wrong with a table that somebody edits, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from belfry.kernel.sheets import SheetError, SheetProblem
from belfry.workspace.tables.read_table import read_content
from belfry.workspace.tables.tables import Table, TableKind

Check = Callable[[Table], Sequence[SheetProblem]]


@dataclass(frozen=True, slots=True)
class SheetSaid:
    """A row that has a problem is left out, or counts as far as it goes; the others count."""

    problems: tuple[SheetProblem, ...] = ()

    @property
    def is_whole(self) -> bool:
        return not self.problems


def hear_table(kind: TableKind, check: Check) -> Callable[[str], SheetSaid]:
    """The reader of such a table's text."""

    def read(text: str) -> SheetSaid:
        if not text.strip():
            return SheetSaid()
        try:
            table = read_content(text.encode("utf-8", "replace"), kind)
        except SheetError as error:
            return SheetSaid((error.problem,))
        return SheetSaid(tuple(dict.fromkeys((*table.problems, *check(table)))))

    return read
