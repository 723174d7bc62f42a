"""What the shop should look at today: jobs that sit still, times that passed, rows in doubt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.jobs.names import LONGEST_ITEM, LONGEST_NAME
from belfry.jobs.updates.plain import Words
from belfry.kernel.texts import make_harmless

_LONGEST_PROBLEM = 200


@dataclass(frozen=True)
class StuckJob:
    """A job in its stage for longer than the shop wants; `waited` says how long, in words."""

    job_id: str
    customer: str
    item: str
    stage: str
    since: datetime
    waited: str


@dataclass(frozen=True)
class PassedEta:
    """A job whose customer was given a time that has passed."""

    job_id: str
    customer: str
    item: str
    stage: str
    eta: str
    eta_stage: str
    by: datetime


@dataclass(frozen=True)
class UnreadRow:
    """A row of the board that could not be read, by its number in the sheet."""

    row: int
    problem: str


def write_digest(
    shop: str,
    *,
    stuck: Iterable[StuckJob] = (),
    passed: Iterable[PassedEta] = (),
    unread: Iterable[UnreadRow] = (),
) -> Words | None:
    """One message of all of them, what has waited longest first; None if all is well."""
    stuck_lines = [
        _say_stuck(job) for job in sorted(stuck, key=lambda job: (job.since, job.job_id))
    ]
    passed_lines = [
        _say_passed(one) for one in sorted(passed, key=lambda one: (one.by, one.job_id))
    ]
    row_lines = [_say_row(row) for row in sorted(unread, key=lambda row: (row.row, row.problem))]
    parts = [
        ("One job has", "{} jobs have", " been in one stage for a while", stuck_lines),
        ("One time we gave has", "{} times we gave have", " passed", passed_lines),
        ("One row of the board", "{} rows of the board", " could not be read", row_lines),
    ]
    told = [(_count(one, many, lines) + rest, lines) for one, many, rest, lines in parts if lines]
    if not told:
        return None
    sections = ["\n".join([f"{title}:", *lines]) for title, lines in told]
    subject = "; ".join(title[0].lower() + title[1:] for title, _ in told)
    return Words(f"{shop}: {subject}", "\n\n".join(sections))


def _count(one: str, many: str, lines: Sequence[str]) -> str:
    return one if len(lines) == 1 else many.format(len(lines))


def _say_stuck(job: StuckJob) -> str:
    return f"- {_say_job(job)}: {job.stage} for {job.waited}"


def _say_passed(one: PassedEta) -> str:
    return f"- {_say_job(one)}: {one.eta_stage} was expected by {one.eta}; it is still {one.stage}"


def _say_row(row: UnreadRow) -> str:
    return f"- Row {row.row}: {make_harmless(row.problem, most=_LONGEST_PROBLEM)}"


def _say_job(job: StuckJob | PassedEta) -> str:
    customer = make_harmless(job.customer, most=LONGEST_NAME)
    item = make_harmless(job.item, most=LONGEST_ITEM)
    about = ", ".join(part for part in (customer, item) if part)
    return f"{make_harmless(job.job_id, most=LONGEST_NAME)} ({about})" if about else job.job_id
