"""What the shop is told of jobs that sit still, times that have passed, and rows in doubt."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.jobs.updates.write_updates import PassedEta, StuckJob, UnreadRow, write_digest


def at(day: int) -> datetime:
    return datetime(2026, 11, day, 9, tzinfo=UTC)


PHONE = StuckJob("J-2", "Maya Lindqvist", "iPhone 13", "awaiting parts", at(3), "6 days")
BIKE = StuckJob("J-1", "", "bike", "ready", at(9), "5 hours")
LAMP = StuckJob("J-0", "", "", "ready", at(9), "5 hours")
SUIT = PassedEta("J-7", "Tom", "suit", "in progress", "Thursday afternoon", "ready", at(12))
HEM = PassedEta("J-8", "Ann", "hem", "diagnosing", "Monday morning", "in progress", at(9))


def test_the_digest_tells_all_with_what_has_waited_longest_first() -> None:
    words = write_digest(
        "The Repair Bench",
        stuck=[BIKE, PHONE, LAMP],
        passed=[SUIT, HEM],
        unread=[UnreadRow(12, "no job id"), UnreadRow(4, 'stage "redy":\ndid you mean ready?')],
    )
    assert words is not None
    assert words.subject == (
        "The Repair Bench: 3 jobs have been in one stage for a while; "
        "2 times we gave have passed; 2 rows of the board could not be read"
    )
    assert words.text == (
        "3 jobs have been in one stage for a while:\n"
        "- J-2 (Maya Lindqvist, iPhone 13): awaiting parts for 6 days\n"
        "- J-0: ready for 5 hours\n"
        "- J-1 (bike): ready for 5 hours\n"
        "\n"
        "2 times we gave have passed:\n"
        "- J-8 (Ann, hem): in progress was expected by Monday morning; it is still diagnosing\n"
        "- J-7 (Tom, suit): ready was expected by Thursday afternoon; it is still in progress\n"
        "\n"
        "2 rows of the board could not be read:\n"
        '- Row 4: stage "redy": did you mean ready?\n'
        "- Row 12: no job id"
    )


def test_a_digest_of_one_job_speaks_of_one() -> None:
    words = write_digest("A", stuck=[PHONE])
    assert words is not None
    assert words.subject == "A: one job has been in one stage for a while"
    assert words.text == (
        "One job has been in one stage for a while:\n"
        "- J-2 (Maya Lindqvist, iPhone 13): awaiting parts for 6 days"
    )


def test_there_is_no_digest_when_all_is_well() -> None:
    assert write_digest("A") is None


JOBS = st.builds(
    StuckJob,
    st.integers(1, 999).map(lambda number: f"J-{number}"),
    st.just(""),
    st.just(""),
    st.just("ready"),
    st.integers(1, 28).map(at),
    st.just("a day"),
)


@settings(derandomize=True)
@given(st.lists(JOBS, min_size=1, max_size=30))
def test_every_job_has_its_line_whatever_the_order(jobs: list[StuckJob]) -> None:
    shuffled = sorted(jobs, key=lambda job: job.job_id[::-1])
    first, second = write_digest("A", stuck=jobs), write_digest("A", stuck=shuffled)
    assert first == second
    assert first is not None
    assert len(first.text.splitlines()) == len(jobs) + 1
