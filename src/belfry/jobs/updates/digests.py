"""What the shop is told each morning: jobs that stand still, times that passed, mistakes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from belfry.jobs.board.poll_board import BOARD
from belfry.jobs.board.stage_times import say_wait
from belfry.jobs.jobs import Job
from belfry.jobs.updates.plain import LONGEST_ITEM, LONGEST_NAME, Words
from belfry.kernel.texts import make_harmless
from belfry.workspace.tables import DataProblem

LONGEST_PROBLEM = 300


def list_unread(problems: Iterable[DataProblem]) -> list[DataProblem]:
    """The problems of rows of the board, whose customers may be waiting for an update."""
    return [problem for problem in problems if problem.place.startswith(f"{BOARD.name},")]


def write_digest(
    shop: str,
    *,
    stuck: Iterable[Job] = (),
    passed: Iterable[Job] = (),
    slips: Iterable[Job] = (),
    unread: Iterable[DataProblem] = (),
    now: datetime,
) -> Words | None:
    """One message of all of them, what has waited longest first; None if all is well.

    `passed` are the jobs whose customers were given a time that has passed, `slips` those whose
    customers were told a wrong stage, and `unread` the problems of rows.
    """
    parts = [
        ("One job has", "{} jobs have", " been in one stage for a while", _list_stuck(stuck, now)),
        ("One time we gave has", "{} times we gave have", " passed", _list_passed(passed, now)),
        ("One customer was", "{} customers were", " told a wrong stage", _list_slips(slips)),
        ("One row", "{} rows", " of the board cannot be read", _list_problems(unread)),
    ]
    titled_lists = [
        ((single if len(lines) == 1 else many.format(len(lines))) + rest, lines)
        for single, many, rest, lines in parts
        if lines
    ]
    if not titled_lists:
        return None
    sections = ["\n".join([f"{title}:", *lines]) for title, lines in titled_lists]
    subject = "; ".join(title[0].lower() + title[1:] for title, _ in titled_lists)
    return Words(f"{shop}: {subject}", "\n\n".join(sections))


def _list_stuck(jobs: Iterable[Job], now: datetime) -> list[str]:
    return [
        f"- {_say_job(job)}: {job.stage} for {say_wait(job.entered_at, now)}"
        for job in sorted(jobs, key=lambda job: (job.entered_at, job.id))
    ]


def _list_passed(jobs: Iterable[Job], now: datetime) -> list[str]:
    return [
        f"- {_say_job(job)}: {job.eta_stage} was expected by {job.eta}; it is still {job.stage}"
        for job in sorted(jobs, key=lambda job: (job.eta_by or now, job.id))
    ]


def _list_slips(jobs: Iterable[Job]) -> list[str]:
    return [
        f"- {_say_job(job)}: told {job.slip}, but it is {job.stage}; correct it or dismiss it on "
        "Today. Until then the customer hears nothing"
        for job in sorted(jobs, key=lambda job: job.id)
    ]


def _list_problems(problems: Iterable[DataProblem]) -> list[str]:
    return [
        f"- {problem.place}: {make_harmless(problem.text, most=LONGEST_PROBLEM)}"
        for problem in problems
    ]


def _say_job(job: Job) -> str:
    customer = make_harmless(job.customer, most=LONGEST_NAME)
    item = make_harmless(job.item, most=LONGEST_ITEM)
    about = ", ".join(part for part in (customer, item) if part)
    number = make_harmless(job.number, most=LONGEST_NAME)
    return f"{number} ({about})" if about else number
