"""Look at the board, and write down what has become of each job since the last look.

A row that cannot be read is reported and left out; a job that somebody else changes at the same
moment is looked at again the next time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import compress

from belfry.jobs.board.moves import Look, judge_row
from belfry.jobs.board.rows import COLUMNS, News, Sightings, find_news, read_board_row
from belfry.jobs.jobs import BELFRY, THE_BOARD, Board, Course, Job, Move, record_job, record_move
from belfry.jobs.ports import Jobs
from belfry.jobs.settings.read_shop import SETTINGS, ReadShop, ShopNow
from belfry.kernel.absences import Absences, Mishap, judge_missing
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.sheets import Columns, Row, RowReader, Sheet, SheetError
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import CrashPoints, Store, commit_in_batches
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


Problem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """One commit for each job that changed, its move if it made one, and what is wrong where."""

    commits: list[list[Change]] = field(default_factory=list)
    moves: list[Move | None] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Page:
    """The board as it was read, and the country its phone numbers are from."""

    sheet: Sheet
    columns: Columns
    country: str


def plan_rows(page: Page, rows: Mapping[str, Row], jobs: Iterable[Job], look: Look) -> Plan:
    """What the rows that are news come to; `jobs` are those of them that are known."""
    plan = Plan()
    known = {job.id: job for job in jobs}
    for job_id, row in rows.items():
        _plan_row(plan, page, row, job_id, known.get(job_id), look)
    return plan


def _plan_row(plan: Plan, page: Page, row: Row, job_id: str, job: Job | None, look: Look) -> None:
    reader = RowReader(page.sheet, page.columns, row)
    is_over = look.shop.stages.find(reader.text("stage")) == look.shop.stages.last
    read = read_board_row(reader, job_id=job_id, country=page.country, is_over=is_over)
    seen = judge_row(read, job, look)
    if seen.problem:
        reader.blame("stage", seen.problem)
    plan.problems.extend((problem.place, problem.what) for problem in reader.problems)
    if seen.job and seen.job.pending:
        plan.pending.append(job_id)
    if seen.job is None or seen.job == job:
        return
    plan.moves.append(seen.move)
    plan.commits.append(_plan_commit(seen.job, seen.move, job, look))


def _plan_commit(job: Job, move: Move | None, before: Job | None, look: Look) -> list[Change]:
    if move:
        return record_move(job, move, at=look.now)
    if before and before.closed_at:
        return record_job(job, action="reopened", at=look.now)
    if before and _details(job) != _details(before):
        return record_job(job, action="details changed", at=look.now)
    return [Put(job)]


def _details(job: Job) -> tuple[str, ...]:
    said = (job.customer, job.contact, job.channel, job.item, job.consent)
    return *said, job.zone, job.photo


def list_row_problems(page: Page, news: News) -> list[Problem]:
    """What is wrong with rows whose job cannot be told."""
    place = page.columns.places["job_id"]
    found = list(page.sheet.problems)
    for row in news.nameless:
        said = "expected the number or the name of a job (at most 100 letters, no digits lost)"
        found.append(page.sheet.find_problem(said, line=row.line, place=place))
    for job_id, lines in news.doubled.items():
        others = " and ".join(str(line) for line in lines[:-1])
        said = f"{job_id} stands here and in line {others}, and they differ: neither is believed"
        found.append(page.sheet.find_problem(said, line=lines[-1], place=place))
    return [(problem.place, problem.what) for problem in found]


def plan_doubted(jobs: Sequence[Job]) -> list[list[Change]]:
    """A change that was settling has to stand anew once the job's rows say the same again."""
    return [
        [Put(replace(job, row="", pending="", pending_since=None))] for job in jobs if job.pending
    ]


def plan_missing(jobs: Sequence[Job], now: datetime) -> list[list[Change]]:
    """Jobs found missing are kept in mind; what their rows said last did not stand."""
    return [[Put(replace(job, missing_since=now, pending="", pending_since=None))] for job in jobs]


def plan_closed(jobs: Sequence[Job], now: datetime, *, by: str = BELFRY) -> list[list[Change]]:
    """Jobs are closed without a word; a row that comes back is looked at again."""
    closed = [
        replace(job, is_open=False, closed_at=now, missing_since=job.missing_since or now)
        for job in jobs
    ]
    return [record_job(job, action="closed", at=now, by=by) for job in closed]


__all__ = ["AT_ONCE", "Absences", "Mishap", "judge_absences"]

AT_ONCE = "are missing from the board at once"


def judge_absences(
    seen: Sightings, present: Mapping[str, object], now: datetime, *, may_close: bool = True
) -> Absences | Mishap:
    """Not `may_close` while there are rows of which nobody can tell whose they are."""
    missing = seen.still_open.keys() - present.keys()
    return judge_missing(missing, len(seen.still_open), seen.unsettled, now, may_close=may_close)


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
