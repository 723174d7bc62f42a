"""Change the team's own board for somebody, and look at it at once.

Nothing of the file changes but what was meant to. Whoever saves it at the same moment is not
written over: theirs is read, and the change is judged anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from belfry.jobs.board.board_plans import Page
from belfry.jobs.board.watch_board import BOARD, WatchBoard
from belfry.kernel.errors import Conflict, Temporary
from belfry.kernel.sheets import Sheet, write_sheet
from belfry.ports.clock import Clock
from belfry.ports.files import Folder, Versions
from belfry.workspace.tables.read_table import ReadTable

TRIES = 3

T = TypeVar("T")


class _Overtaken(Exception):
    """Somebody saved the board between our reading and our writing."""


@dataclass(frozen=True, slots=True)
class EditBoard:
    folder: Folder
    versions: Versions
    clock: Clock
    read_table: ReadTable
    watch_board: WatchBoard
    country: str

    def __call__(self, plan: Callable[[Page], Sheet | T]) -> Sheet | T:
        """What `plan` gives: the board as it is to be, which is written, or why it stays as it is.

        Raises what `plan` raises; NotFound and SheetError for a board that cannot be read,
        Temporary for one that never stands still, Permanent for one that may not be written.
        """
        for _ in range(TRIES):
            try:
                return self._edit(plan)
            except _Overtaken as error:
                last = error
        raise Temporary(f"{BOARD.name} is being changed again and again") from last

    def read(self) -> Page:
        """The board as it stands."""
        return self._read()[0]

    def look(self) -> None:
        """What was written starts to count from now."""
        self.watch_board()

    def _edit(self, plan: Callable[[Page], Sheet | T]) -> Sheet | T:
        page, digest = self._read()
        planned = plan(page)
        if not isinstance(planned, Sheet):
            return planned
        content = write_sheet(planned)
        try:
            self.folder.replace(BOARD.name, content, digest)
        except Conflict as error:
            raise _Overtaken from error
        self.versions.keep(BOARD.name, content, self.clock.now())
        return planned

    def _read(self) -> tuple[Page, str]:
        table = self.read_table(BOARD)
        return Page(table.sheet, table.columns, self.country), table.digest
