"""What to write down after one look at the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from belfry.jobs.board.moves import Move
from belfry.jobs.board.polls import Look, judge_row
from belfry.jobs.board.rows import read_board_row
from belfry.jobs.board.sightings import News
from belfry.jobs.entries import BELFRY, record_job, record_move
from belfry.jobs.jobs import Job
from belfry.kernel.changes import Change, Put
from belfry.kernel.sheets import Columns, Row, RowReader, Sheet

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
