"""Poll the board, and record what has become of each job since the last poll.

A row that cannot be read is reported and left out. A job that another process changes at the same
moment is read again at the next poll.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import compress

from belfry.jobs.board.moves import (
    COLUMNS,
    ROW_DETAILS,
    ChangedRows,
    FindLastUpdate,
    JudgedRow,
    Page,
    Poll,
    SeenRows,
    doubt_job,
    find_changed_rows,
    find_nothing,
    judge_row,
    list_numbers,
    read_board_row,
)
from belfry.jobs.customers.customers import find_last_update
from belfry.jobs.jobs import (
    BELFRY,
    BOARD_KEY,
    ROOM,
    Board,
    Course,
    Job,
    LastUpdate,
    Move,
    record_job,
    record_move,
)
from belfry.jobs.ports import Jobs, OpenJobs
from belfry.jobs.settings.read_shop import SETTINGS_DOC, ReadShop, ShopNow
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.records import Claim
from belfry.kernel.sheets import Row, RowReader, SheetError
from belfry.kernel.sheets.columns import list_formula_errors
from belfry.kernel.texts import digest_of
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store, commit_in_batches, try_commit
from belfry.workspace.docs import NeverRead
from belfry.workspace.tables import (
    Absences,
    KeepDataProblems,
    Mishap,
    ReadTable,
    Table,
    TableKind,
    judge_missing,
)

BOARD = TableKind("jobs/board.csv", COLUMNS, ("job_id",))
# Raised when cells are read in another way, so that every row is read again.
READER = 3
# Holds what the last poll with nothing left to do has seen.
SEEN = "jobs/board seen"
DOUBLED = "it stands on the board more than once"
MISSING_AT_ONCE = "are missing from the board at once"

Problem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Polled:
    """The result of a poll; `problems` as (place, text).

    Not `is_whole` if the board could not be read, or (without a problem) if there is none. Not
    `is_written` if another process was changing a job at the same moment.
    """

    at: datetime
    jobs: int = 0
    is_whole: bool = True
    is_written: bool = True
    moves: tuple[Move, ...] = ()
    pending: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def __str__(self) -> str:
        if not self.is_whole:
            why = "; ".join(f"{place}: {text}" for place, text in self.problems)
            return why or "this team keeps no job board"
        new = sum(move.course is Course.NEW for move in self.moves)
        counts = {
            "new": new,
            "moved": len(self.moves) - new,
            "settling": len(self.pending),
            "closed": len(self.closed),
            "problems": len(self.problems),
        }
        parts = [f"{count} {what}" for what, count in counts.items() if count]
        return ", ".join([f"{self.jobs} jobs on the board", *parts])


@dataclass(frozen=True, slots=True)
class PollBoard:
    store: Store
    jobs: Jobs
    open_jobs: OpenJobs
    messages: Messages
    clock: Clock
    crash_points: CrashPoints
    read_shop: ReadShop
    read_table: ReadTable
    keep_data_problems: KeepDataProblems
    set_aside_photos: Callable[[Collection[str]], None]
    plan_page: Callable[[Job], list[Change]]

    def __call__(self) -> Polled:
        """Poll once; an unreadable board or settings file is reported and changes no job."""
        now = self.clock.now()
        board = self.store.find(Board, BOARD_KEY)
        has_file = self.read_table.folder.exists
        if board is None and not (has_file(SETTINGS_DOC) or has_file(BOARD.name)):
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

    def poll_if_changed(self) -> Polled | None:
        """Poll once; None if all that a poll would find was found by an earlier one.

        The stamps are taken first: what is saved while the board is read is found by the next poll.
        """
        stamps = self.read_table.folder.stamps("jobs", is_deep=False)
        files = "".join(f"\n{name} {stamps.get(name)}" for name in (BOARD.name, SETTINGS_DOC))
        seen = digest_of(f"{READER} {self.read_shop.country}{files}")
        last = self.store.find(Claim, SEEN) or Claim(SEEN, "")
        if last.owner == seen and not self.open_jobs.list_unsettled(limit=1):
            return None
        polled = self()
        is_done = polled.is_whole and polled.is_written and not polled.pending
        if is_done and last.owner != seen:
            try_commit(self.store, [Put(replace(last, owner=seen))])
        return polled

    def close_missing(self, *, by: str) -> tuple[str, ...]:
        """Close the open jobs that are missing from the board, when a person confirms it.

        The jobs that were closed; their customers get no message.
        """
        table = self.read_table(BOARD)
        seen = self.jobs.list_seen_rows()
        place = table.columns.places["job_id"]
        present = find_changed_rows(table.rows, place, seen, is_reread=False).present
        gone = self.jobs.list_current(seen.still_open.keys() - present.keys())
        now = self.clock.now()
        written = commit_in_batches(self.store, plan_closed(gone, now, by=by))
        if board := self.store.find(Board, BOARD_KEY):
            self._put_board(board, replace(board, is_doubtful=False))
        return tuple(sorted(job.id for job in compress(gone, written)))

    def _poll(self, board: Board | None, table: Table, shop_now: ShopNow, now: datetime) -> Polled:
        id_place = table.columns.places["job_id"]
        seen = self.jobs.list_seen_rows(list_numbers(table.rows, id_place))
        reading = digest_of(f"{READER}\n{shop_now.text}\n{table.sheet.head.text}")
        is_reread = board is None or board.reading != reading
        changed = find_changed_rows(table.rows, id_place, seen, is_reread=is_reread)
        poll = Poll(now, shop_now.shop, shop_now.calendar, is_first=board is None)
        page = Page(table.sheet, table.columns, self.read_shop.country)
        jobs = self.jobs.list_current(list(changed.rows))
        plan = plan_rows(page, changed.rows, jobs, poll, self._find_last_update)
        written = self._commit(plan)
        if changed.doubled:
            written += self._doubt(changed.doubled)
        is_sure = not changed.nameless and not table.problems
        absences = judge_absences(seen, changed.present, now, may_close=is_sure)
        closed, is_closed = self._close_absent(absences, now)
        # A job that another process changed is read again with these settings at the next poll.
        polled_board = replace(
            board or Board(first_at=now),
            reading=reading if all(written) else "",
            is_doubtful=isinstance(absences, Mishap),
        )
        self._put_board(board, polled_board)
        moves = compress(plan.moves, written)
        return Polled(
            at=now,
            jobs=len(changed.present),
            is_written=all(written) and is_closed,
            moves=tuple(move for move in moves if move),
            pending=tuple(plan.pending),
            closed=closed,
            problems=(
                *shop_now.problems,
                *_list_mishap(absences),
                *list_row_problems(page, changed),
                *plan.problems,
            ),
        )

    def _commit(self, plan: Plan) -> list[bool]:
        if plan.successors:
            self.set_aside_photos(plan.successors)
        for changes, job in plan.settling:  # what is foreseen of its message has the link
            changes += self.plan_page(job)
        written = commit_in_batches(self.store, plan.commits)
        self.crash_points.reached("jobs.recorded")
        return written

    def _doubt(self, numbers: Collection[str]) -> list[bool]:
        return commit_in_batches(self.store, plan_doubted(self.jobs.list_current(numbers)))

    def _find_last_update(self, job: Job) -> LastUpdate | None:
        return find_last_update(self.messages, job)

    def _close_absent(
        self, absences: Absences | Mishap, now: datetime
    ) -> tuple[tuple[str, ...], bool]:
        """Note missing jobs, and close those missing for long enough; none after a mishap.

        The closed ones, and whether all of it was written.
        """
        if isinstance(absences, Mishap):
            return (), True
        noticed = self.jobs.list_current(absences.noticed)
        noted = commit_in_batches(self.store, plan_missing(noticed, now))
        gone = self.jobs.list_current(absences.closed)
        written = commit_in_batches(self.store, plan_closed(gone, now))
        return tuple(job.id for job in compress(gone, written)), all(noted) and all(written)

    def _put_board(self, before: Board | None, board: Board) -> None:
        """Comes last: a poll that did not get here is repeated from the beginning."""
        if board == before:
            return
        try:
            self.store.commit([Put(board)])
        except Conflict:  # another poll has just finished, and decides the same
            return


def _list_reasons(error: InputError | NotFound) -> Sequence[Problem]:
    match error:
        case NeverRead():
            return error.problems
        case SheetError():
            return [(error.problem.place, error.problem.what)]
        case _:
            return [(BOARD.name, str(error))]


@dataclass(frozen=True, slots=True)
class Plan:
    """One commit for each changed job with its move, if any; pending jobs; problems.

    `successors` are the numbers that went to another customer, `settling` the commits and jobs of
    new pending changes.
    """

    commits: list[list[Change]] = field(default_factory=list)
    moves: list[Move | None] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    successors: list[str] = field(default_factory=list)
    settling: list[tuple[list[Change], Job]] = field(default_factory=list)


def plan_rows(
    page: Page,
    rows: Mapping[str, Row],
    jobs: Iterable[Job],
    poll: Poll,
    find_last_update: FindLastUpdate = find_nothing,
) -> Plan:
    """What to record for the changed rows; `jobs` are those already known."""
    plan = Plan()
    known = {job.number: job for job in jobs}
    for number, row in rows.items():
        reader = RowReader(page.sheet, page.columns, row)
        is_over = poll.shop.stages.find(reader.text("stage")) == poll.shop.stages.last
        read = read_board_row(reader, job_id=number, country=page.country, is_over=is_over)
        judged = judge_row(read, known.get(number), poll, find_last_update)
        _plan_row(plan, reader, judged, number, known.get(number), poll)
    return plan


def _plan_row(
    plan: Plan, reader: RowReader, judged: JudgedRow, number: str, job: Job | None, poll: Poll
) -> None:
    if judged.problem:
        reader.blame("stage", judged.problem)
    plan.problems.extend((problem.place, problem.what) for problem in reader.problems)
    if judged.job and judged.job.pending:
        plan.pending.append(number)
    changes: list[Change] = []
    if judged.closed and judged.closed != job:
        changes += record_job(judged.closed, action="closed", at=poll.now)
        plan.successors.append(number)
    if judged.job and judged.job != job:
        changes += _plan_commit(judged.job, judged.move, job, poll)
    if changes:
        plan.moves.append(judged.move)
        plan.commits.append(changes)
        if judged.job and judged.job.pending and job and not job.pending:
            plan.settling.append((changes, judged.job))


def _plan_commit(job: Job, move: Move | None, before: Job | None, poll: Poll) -> list[Change]:
    if move:
        return record_move(job, move, at=poll.now)
    if before and before.closed_at:
        return record_job(job, action="reopened", at=poll.now)
    if before and any(getattr(job, name) != getattr(before, name) for name in ROW_DETAILS):
        return record_job(job, action="details changed", at=poll.now)
    return [Put(job)]


def list_row_problems(page: Page, changed: ChangedRows) -> list[Problem]:
    place = page.columns.places["job_id"]
    problems = [*page.sheet.problems, *list_formula_errors(page.sheet, page.columns)]
    for row in changed.nameless:
        what = "expected the number or the name of a job (at most 100 letters, no digits lost)"
        problems.append(page.sheet.find_problem(what, line=row.line, place=place))
    for job_id, lines in changed.doubled.items():
        others = " and ".join(str(line) for line in lines[:-1])
        what = f"{job_id} stands here and in line {others}, and they differ: neither is believed"
        problems.append(page.sheet.find_problem(what, line=lines[-1], place=place))
    return [(problem.place, problem.what) for problem in problems]


def plan_doubted(jobs: Sequence[Job]) -> list[list[Change]]:
    """Doubt jobs with rows that differ: a change settles anew once the rows agree."""
    doubted = [(job, doubt_job(job, DOUBLED)) for job in jobs if not job.closed_at]
    return [[Put(after)] for job, after in doubted if after != job]


def plan_missing(jobs: Sequence[Job], now: datetime) -> list[list[Change]]:
    """Note jobs as missing; a pending change of theirs did not stand."""
    return [[Put(replace(job, missing_since=now, pending="", pending_since=None))] for job in jobs]


def plan_closed(jobs: Sequence[Job], now: datetime, *, by: str = BELFRY) -> list[list[Change]]:
    """Close jobs without a message; a row that comes back reopens its job."""
    closed = [
        replace(job, is_open=False, closed_at=now, missing_since=job.missing_since or now)
        for job in jobs
    ]
    return [record_job(job, action="closed", at=now, by=by) for job in closed]


def judge_absences(
    seen: SeenRows, present: Mapping[str, object], now: datetime, *, may_close: bool = True
) -> Absences | Mishap:
    """Which open jobs are missing; many at once are a mishap, and none of them is closed.

    Not `may_close` while there are rows whose job cannot be read.
    """
    missing = seen.still_open.keys() - present.keys()
    return judge_missing(missing, len(seen.still_open), seen.unsettled, now, may_close=may_close)


def _list_mishap(absences: Absences | Mishap) -> list[Problem]:
    if not isinstance(absences, Mishap):
        return []
    what = (
        f"{absences.missing} of {absences.of} open jobs {MISSING_AT_ONCE}, so "
        "none of them is closed and no customer is chased. Put them back, or say that they are done"
    )
    return [(BOARD.name, what)]
