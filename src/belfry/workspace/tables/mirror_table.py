"""Writing what Belfry decided into the team's own table, and leaving all else alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.kernel.errors import Conflict, Temporary
from belfry.kernel.sheets import Sheet, add_column, edit_cells, match_columns, write_sheet
from belfry.ports.clock import Clock
from belfry.ports.files import Folder, Version, Versions
from belfry.workspace.tables.mirrors import (
    Decided,
    MirrorPlan,
    News,
    Unplaced,
    Written,
    plan_mirror,
)
from belfry.workspace.tables.read_table import ReadTable
from belfry.workspace.tables.tables import Table, TableKind

TRIES = 3


@dataclass(frozen=True, slots=True)
class Mirrored:
    """What was written and over what, what a person knew better, and what found no place."""

    version: Version
    written: tuple[Written, ...] = ()
    news: tuple[News, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()

    @property
    def overwritten(self) -> tuple[Written, ...]:
        """Those cells in which something else stood."""
        return tuple(one for one in self.written if one.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorTable:
    """A file that somebody saves meanwhile is read again, and theirs is what we write into.

    `country` is the team's: it tells the order of day and month.
    """

    folder: Folder
    versions: Versions
    clock: Clock
    country: str

    def __call__(self, kind: TableKind, decided: Sequence[Decided]) -> Mirrored:
        """What became of every decided value; Temporary if the file never stood still."""
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
    """The sheet with the edits made; a column that it lacks is added at its end."""
    sheet = table.sheet
    for name in dict.fromkeys(name for _, name in plan.edits if table.columns.find(name) is None):
        sheet = add_column(sheet, name)
    places = match_columns(sheet, kind.columns).places
    return edit_cells(sheet, {(row, places[name]): v for (row, name), v in plan.edits.items()})
