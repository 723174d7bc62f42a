"""Look at the board, and write down what has become of each job since the last look.

A row that cannot be read is reported and left out; a job that somebody else changes at the same
moment is looked at again the next time.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import compress

from belfry.jobs.board.absences import AT_ONCE, Absences, Mishap, judge_absences
from belfry.jobs.board.board_plans import (
    Page,
    Problem,
    list_row_problems,
    plan_closed,
    plan_doubted,
    plan_missing,
    plan_rows,
)
from belfry.jobs.board.boards import THE_BOARD, Board
from belfry.jobs.board.moves import Course, Move
from belfry.jobs.board.polls import Look
from belfry.jobs.board.rows import COLUMNS
from belfry.jobs.board.sightings import find_news
from belfry.jobs.ports import Jobs
from belfry.jobs.settings.read_shop import SETTINGS, ReadShop, ShopNow
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.sheets import SheetError
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import CrashPoints, Store
from belfry.workspace.docs.read_doc import NeverRead
from belfry.workspace.keep_data_problems import KeepDataProblems
from belfry.workspace.tables.read_table import ReadTable
from belfry.workspace.tables.tables import Table, TableKind

ROOM = "jobs"
BOARD = TableKind("jobs/board.csv", COLUMNS, ("job_id",))
COMMITS_AT_ONCE = 500
# Counted on when cells are read in another way, so that every row is read anew.
READER = 3


@dataclass(frozen=True, slots=True)
class Polled:
    """What one look came to; `problems` as (place, text).

    Not `is_whole` if there was nothing to look at: with a problem if there should have been.
    """

    at: datetime
    jobs: int = 0
    is_whole: bool = True
    moves: tuple[Move, ...] = ()
    pending: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        if not self.is_whole:
            why = "; ".join(f"{place}: {text}" for place, text in self.problems)
            return why or "this team keeps no job board"
        new = sum(move.course is Course.NEW for move in self.moves)
        said = [f"{self.jobs} jobs on the board"]
        counts = {
            "new": new,
            "moved": len(self.moves) - new,
            "settling": len(self.pending),
            "closed": len(self.closed),
            "problems": len(self.problems),
        }
        said += [f"{count} {what}" for what, count in counts.items() if count]
        return ", ".join(said)


@dataclass(frozen=True, slots=True)
class WatchBoard:
    store: Store
    jobs: Jobs
    clock: Clock
    crash_points: CrashPoints
    folder: Folder
    read_shop: ReadShop
    read_table: ReadTable
    keep_data_problems: KeepDataProblems
    country: str

    def __call__(self) -> Polled:
        """One look; a board or settings that cannot be read now change nothing and are reported."""
        now = self.clock.now()
        board = self.store.find(Board, THE_BOARD)
        if board is None and not self._keeps_board():
            return Polled(now, is_whole=False)
        problems: tuple[Problem, ...] = ()
        try:
            shop_now = self.read_shop()
            problems = shop_now.problems
            table = self.read_table(BOARD)
        except (InputError, NotFound) as error:
            if board:
                self._put_board(board, replace(board, is_doubtful=True))
            polled = Polled(now, is_whole=False, problems=(*problems, *_list_reasons(error)))
        else:
            polled = self._poll(board, table, shop_now, now)
        self.keep_data_problems(ROOM, polled.problems)
        return polled

    def _keeps_board(self) -> bool:
        return self.folder.exists(SETTINGS) or self.folder.exists(BOARD.name)

    def _poll(self, board: Board | None, table: Table, shop_now: ShopNow, now: datetime) -> Polled:
        seen = self.jobs.sightings()
        reading = digest_of(f"{READER}\n{shop_now.text}\n{table.sheet.head.text}")
        id_place = table.columns.places["job_id"]
        is_reread = board is None or board.reading != reading
        news = find_news(table.rows, id_place, seen, is_reread=is_reread)
        look = Look(now, shop_now.shop, shop_now.calendar, is_first=board is None)
        page = Page(table.sheet, table.columns, self.country)
        plan = plan_rows(page, news.rows, self.jobs.list_by_id(list(news.rows)), look)
        written = self._commit(plan.commits)
        self.crash_points.reached("jobs.recorded")
        self._doubt(news.doubled.keys() & seen.unsettled.keys())
        is_sure = not news.nameless and not table.problems
        absences = judge_absences(seen, news.present, now, may_close=is_sure)
        closed = self._note_absent(absences, now)
        # A row that was not ours to write is read by these settings the next time.
        kept = replace(
            board or Board(first_at=now),
            reading=reading if all(written) else "",
            is_doubtful=isinstance(absences, Mishap),
        )
        self._put_board(board, kept)
        return Polled(
            at=now,
            jobs=len(news.present),
            moves=tuple(m for m, ours in zip(plan.moves, written, strict=True) if m and ours),
            pending=tuple(plan.pending),
            closed=closed,
            problems=(
                *shop_now.problems,
                *_list_mishap(absences),
                *list_row_problems(page, news),
                *plan.problems,
            ),
        )

    def _doubt(self, job_ids: Collection[str]) -> None:
        if job_ids:
            self._commit(plan_doubted(self.jobs.list_by_id(job_ids)))

    def _note_absent(self, absences: Absences | Mishap, now: datetime) -> tuple[str, ...]:
        """The jobs that were closed, none of them while too many are missing."""
        if isinstance(absences, Mishap):
            return ()
        noticed = self.jobs.list_by_id(absences.noticed)
        self._commit(plan_missing(noticed, now))
        gone = self.jobs.list_by_id(absences.closed)
        written = self._commit(plan_closed(gone, now))
        return tuple(job.id for job in compress(gone, written))

    def _commit(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        written: list[bool] = []
        for start in range(0, len(commits), COMMITS_AT_ONCE):
            written += self.store.commit_each(commits[start : start + COMMITS_AT_ONCE])
        return written

    def _put_board(self, board: Board | None, kept: Board) -> None:
        """Last of all: a look that did not get this far is made again from the beginning."""
        if kept == board:
            return
        try:
            self.store.commit([Put(kept)])
        except Conflict:  # another look has just ended
            return


def _list_reasons(error: InputError | NotFound) -> Sequence[Problem]:
    match error:
        case NeverRead():
            return error.problems
        case SheetError():
            return [(error.problem.place, error.problem.what)]
        case _:
            return [(BOARD.name, str(error))]


def _list_mishap(absences: Absences | Mishap) -> list[Problem]:
    if not isinstance(absences, Mishap):
        return []
    said = (
        f"{absences.missing} of {absences.of} open jobs {AT_ONCE}, so "
        "none of them is closed and nobody is chased. Put them back, or say that they are done"
    )
    return [(BOARD.name, said)]
