"""List the tables of the team that can be edited, and how many problems each is known to have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from belfry.ports.files import Folder
from belfry.workspace.docs.docs import DocKind
from belfry.workspace.docs.table_docs import SheetSaid
from belfry.workspace.ports import DataProblems
from belfry.workspace.tables.tables import TableKind


@dataclass(frozen=True, slots=True)
class TableDoc:
    """A table, with the columns that are looked for in it."""

    doc: DocKind[SheetSaid]
    table: TableKind


@dataclass(frozen=True, slots=True)
class TableListed:
    doc: DocKind[SheetSaid]
    is_there: bool
    problems: int = 0


@dataclass(frozen=True, slots=True)
class ListTables:
    """`find` gives a table by its name, also one of many alike; `names` are all there are."""

    folder: Folder
    data_problems: DataProblems
    names: Callable[[], Sequence[str]]
    find: Callable[[str], TableDoc | None]

    def __call__(self) -> Sequence[TableListed]:
        """The problems are those that were found when the table was last gone by."""
        places = [data_problem.place for data_problem in self.data_problems.list()]
        found = [table.doc for name in self.names() if (table := self.find(name))]
        return [
            TableListed(
                doc,
                self.folder.exists(doc.name),
                sum(place == doc.name or place.startswith(f"{doc.name},") for place in places),
            )
            for doc in found
        ]
