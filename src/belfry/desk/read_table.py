"""Reading a table that the team owns, and keeping what it said."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.desk.tables import Table, TableKind, make_table
from belfry.kernel.sheets import read_sheet
from belfry.ports.clock import Clock
from belfry.ports.folder import Folder
from belfry.ports.versions import Versions


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTable:
    """A file that was changed is kept before it is looked at: a bad one can be compared, too."""

    folder: Folder
    versions: Versions
    clock: Clock

    def __call__(self, kind: TableKind) -> Table:
        """The table; NotFound, Temporary if it cannot be read now, SheetError if it is no good."""
        file = self.folder.read(kind.name)
        version = self.versions.keep(kind.name, file.content, self.clock.now())
        sheet = read_sheet(file.content, name=kind.name)
        return make_table(sheet, kind, digest=file.digest, version=version)
