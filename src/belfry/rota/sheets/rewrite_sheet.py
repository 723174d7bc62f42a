"""Write into one of the rota's sheets what was decided, and leave all else as it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from belfry.kernel.errors import Conflict, NotFound, Temporary
from belfry.kernel.sheets import Sheet, write_sheet
from belfry.workspace.tables.read_table import ReadTable
from belfry.workspace.tables.tables import Table, TableKind

TRIES = 3

# What the sheet is to be like, or None if it may stay as it is; there may be no sheet yet.
Rewrite = Callable[[Table | None], Sheet | None]


@dataclass(frozen=True, slots=True)
class RewriteSheet:
    """A file that somebody saves meanwhile is read again, and theirs is what we write into."""

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
        table = self._find(kind)
        sheet = rewrite(table)
        if sheet is None:
            return False
        content = write_sheet(sheet)
        read = self.read_table
        read.folder.replace(kind.name, content, table.digest if table else None)
        read.versions.keep(kind.name, content, read.clock.now())
        return True

    def _find(self, kind: TableKind) -> Table | None:
        try:
            return self.read_table(kind)
        except NotFound:
            return None
