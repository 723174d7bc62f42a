"""What the shop is told of jobs that sit still, and of times that have passed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.jobs.jobs import Job
from belfry.jobs.updates.digests import write_digest


def at(day: int) -> datetime:
    return datetime(2026, 11, day, 9, tzinfo=UTC)


NINE = at(9)
NOW = NINE + timedelta(hours=5)


def a_job(job_id: str, stage: str, entered_at: datetime = NINE, **more: Any) -> Job:
    unsaid = {"row": "", "customer": "", "contact": "", "channel": "sms", "item": ""}
    return Job(**{**unsaid, **more}, id=job_id, stage=stage, entered_at=entered_at)


PHONE = a_job("J-2", "awaiting parts", at(3), customer="Maya Lindqvist", item="iPhone 13")
BIKE = a_job("J-1", "ready", item="bike")
LAMP = a_job("J-0", "ready")
SUIT = a_job(
    "J-7",
    "in progress",
    customer="Tom",
    item="suit",
    eta="Thursday afternoon",
    eta_stage="ready",
    eta_by=at(12),
)
HEM = a_job(
    "J-8",
    "diagnosing",
    customer="Ann",
    item="hem",
    eta="Monday morning",
    eta_stage="in progress",
    eta_by=at(9),
)


def test_the_digest_tells_all_with_what_has_waited_longest_first() -> None:
    words = write_digest(
        "The Repair Bench",
        stuck=[BIKE, PHONE, LAMP],
        passed=[SUIT, HEM],
        now=NOW,
    )
    assert words is not None
    assert words.subject == (
        "The Repair Bench: 3 jobs have been in one stage for a while; 2 times we gave have passed"
    )
    assert words.text == (
        "3 jobs have been in one stage for a while:\n"
        "- J-2 (Maya Lindqvist, iPhone 13): awaiting parts for 6 days\n"
        "- J-0: ready for 5 hours\n"
        "- J-1 (bike): ready for 5 hours\n"
        "\n"
        "2 times we gave have passed:\n"
        "- J-8 (Ann, hem): in progress was expected by Monday morning; it is still diagnosing\n"
        "- J-7 (Tom, suit): ready was expected by Thursday afternoon; it is still in progress"
    )


def test_a_digest_of_one_job_speaks_of_one() -> None:
    words = write_digest("A", stuck=[PHONE], now=NOW)
    assert words is not None
    assert words.subject == "A: one job has been in one stage for a while"
    assert words.text == (
        "One job has been in one stage for a while:\n"
        "- J-2 (Maya Lindqvist, iPhone 13): awaiting parts for 6 days"
    )


def test_there_is_no_digest_when_all_is_well() -> None:
    assert write_digest("A", now=NOW) is None


JOBS = st.builds(
    a_job,
    st.integers(1, 999).map(lambda number: f"J-{number}"),
    st.just("ready"),
    st.integers(1, 8).map(at),
)


@settings(derandomize=True)
@given(st.lists(JOBS, min_size=1, max_size=30))
def test_every_job_has_its_line_whatever_the_order(jobs: list[Job]) -> None:
    shuffled = sorted(jobs, key=lambda job: job.id[::-1])
    first = write_digest("A", stuck=jobs, now=NOW)
    second = write_digest("A", stuck=shuffled, now=NOW)
    assert first == second
    assert first is not None
    assert len(first.text.splitlines()) == len(jobs) + 1
