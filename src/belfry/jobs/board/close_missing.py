"""Close the open jobs that are no longer on the board, because a person says that they are done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress

from belfry.jobs.board.board_plans import plan_closed
from belfry.jobs.board.boards import THE_BOARD, Board
from belfry.jobs.board.sightings import find_news
from belfry.jobs.board.watch_board import BOARD
from belfry.jobs.ports import Jobs
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.store import Store, commit_in_batches
from belfry.workspace.tables.read_table import ReadTable


@dataclass(frozen=True, slots=True)
class CloseMissing:
    store: Store
    jobs: Jobs
    clock: Clock
    read_table: ReadTable

    def __call__(self, *, by: str) -> tuple[str, ...]:
        """The jobs that were closed; their customers hear nothing."""
        table = self.read_table(BOARD)
        seen = self.jobs.sightings()
        place = table.columns.places["job_id"]
        present = find_news(table.rows, place, seen, is_reread=False).present
        missing = seen.still_open.keys() - present.keys()
        now = self.clock.now()
        gone = self.jobs.list_by_id(missing)
        written = commit_in_batches(self.store, plan_closed(gone, now, by=by))
        self._trust_board()
        return tuple(sorted(job.id for job in compress(gone, written)))

    def _trust_board(self) -> None:
        board = self.store.find(Board, THE_BOARD)
        if board is None or not board.is_doubtful:
            return
        try:
            self.store.commit([Put(replace(board, is_doubtful=False))])
        except Conflict:  # it is being looked at, which tells as well
            return
