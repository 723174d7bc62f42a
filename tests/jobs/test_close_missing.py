"""Closing the jobs that a person says are done."""

from __future__ import annotations

import pytest
from tests.jobs.shops import BOARD, Bench, fill
from tests.samples import NOON

from belfry.kernel.errors import NotFound

BY = "user/1"


def test_missing_jobs_are_closed_without_a_word_and_the_doubt_is_over(bench: Bench) -> None:
    fill(bench, 4, "ready")
    bench.take_away("J-0", "J-1")
    bench.poll()

    closed = bench.house.services.jobs.close_missing(by=BY)

    assert closed == ("J-0", "J-1")
    assert bench.sweep().why_not == ""
    bench.poll(after=3)
    bench.deliver()
    assert (bench.said(), bench.data_problems()) == ([], [])
    job = bench.job("J-0")
    assert (job.is_open, job.closed_at) == (False, NOON)
    last = bench.ports.audit_log.list_entries("job/J-0")[-1]
    assert (last.action, last.by) == ("closed", BY)


def test_a_job_closed_too_soon_is_open_again_when_its_row_is_back(bench: Bench) -> None:
    fill(bench, 4, "ready")
    whole = bench.folder.files[BOARD]
    bench.take_away("J-0", "J-1")
    bench.poll()
    bench.house.services.jobs.close_missing(by=BY)
    bench.folder.files[BOARD] = whole
    bench.poll(after=3)

    job = bench.job("J-0")
    assert (job.is_open, job.closed_at, job.missing_since) == (True, None, None)


def test_with_everything_on_the_board_nothing_is_closed(bench: Bench) -> None:
    fill(bench, 4, "ready")

    assert bench.house.services.jobs.close_missing(by=BY) == ()


def test_rows_that_differ_are_on_the_board(bench: Bench) -> None:
    fill(bench, 4, "ready")
    bench.lines["again"] = [*bench.lines["J-0"][:-1], "received"]
    bench.save()

    assert bench.house.services.jobs.close_missing(by=BY) == ()


def test_nothing_is_closed_by_a_board_that_cannot_be_read(bench: Bench) -> None:
    fill(bench, 4, "ready")
    del bench.folder.files[BOARD]

    with pytest.raises(NotFound):
        bench.house.services.jobs.close_missing(by=BY)

    assert bench.job("J-0").is_open
