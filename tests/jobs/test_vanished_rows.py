"""What becomes of jobs whose rows are gone, doubled, or nobody's."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
from tests.jobs.shops import BOARD, Bench, fill
from tests.samples import NOON

from belfry.jobs.jobs import BOARD_KEY, Board, Job
from belfry.jobs.ports import Jobs
from belfry.kernel.changes import Put

MINUTE = timedelta(minutes=1)


def test_a_job_that_was_put_away_is_closed_without_a_word(bench: Bench) -> None:
    fill(bench, 6)
    bench.take_away("J-0")

    assert bench.poll(after=3).closed == ()
    assert bench.poll(after=9).closed == ()
    assert bench.poll(after=1).closed == ("J-0",)
    bench.deliver()

    job = bench.job("J-0")
    assert (job.is_open, job.closed_at) == (False, NOON + 13 * MINUTE)
    assert (bench.said(), bench.data_problems()) == ([], [])


def test_one_look_is_never_enough_to_close_a_job(bench: Bench) -> None:
    fill(bench, 6)
    bench.take_away("J-0")

    assert bench.poll(after=600).closed == ()


def test_a_job_that_comes_back_is_open_again_without_a_word(bench: Bench) -> None:
    fill(bench, 6)
    line = bench.lines["J-0"]
    bench.take_away("J-0")
    bench.poll()
    bench.poll(after=10)
    bench.lines["J-0"] = line
    bench.save()
    bench.settle()
    bench.deliver()

    job = bench.job("J-0")
    assert (job.is_open, job.closed_at, job.missing_since) == (True, None, None)
    assert (len(bench.moves("J-0")), bench.said()) == (1, [])
    actions = [entry.action for entry in bench.ports.audit_log.list_entries("job/J-0")]
    assert actions == ["moved new", "closed", "reopened"]


def test_a_change_has_to_stand_anew_after_its_row_was_gone(bench: Bench) -> None:
    fill(bench, 6)
    bench.put("J-0", "ready")
    bench.poll(after=3)
    line = bench.lines["J-0"]
    bench.take_away("J-0")
    bench.poll(after=3)
    bench.lines["J-0"] = line
    bench.save()

    assert bench.poll(after=3).pending == ("J-0",)
    assert [move.went_to for move in bench.poll(after=3).moves] == ["ready"]


def test_many_jobs_missing_at_once_are_a_mishap(bench: Bench) -> None:
    fill(bench, 9)
    bench.take_away("J-0", "J-1")
    for _ in range(5):
        assert bench.poll(after=6).closed == ()

    said = (
        "2 of 9 open jobs are missing from the board at once, so none of them is closed and "
        "nobody is chased. Put them back, or say that they are done"
    )
    assert bench.data_problems() == [(BOARD, said)]
    assert [bench.job(job_id).is_open for job_id in ("J-0", "J-1")] == [True, True]


def test_a_mishap_is_over_when_the_rows_are_back(bench: Bench) -> None:
    fill(bench, 9)
    whole = bench.folder.files[BOARD]
    bench.take_away("J-0", "J-1")
    bench.poll(after=3)
    bench.folder.files[BOARD] = whole
    bench.poll(after=3)

    assert bench.data_problems() == []
    assert [bench.job(job_id).missing_since for job_id in ("J-0", "J-1")] == [None, None]


def test_an_emptied_board_closes_nobody(bench: Bench) -> None:
    fill(bench, 3)
    bench.take_away("J-0", "J-1", "J-2")
    for _ in range(3):
        bench.poll(after=10)

    assert [bench.job(f"J-{number}").is_open for number in range(3)] == [True, True, True]


def test_rows_that_differ_are_not_believed_and_their_job_is_not_closed(bench: Bench) -> None:
    fill(bench, 6)
    bench.lines["again"] = [*bench.lines["J-0"][:-1], "ready"]
    bench.save()
    for _ in range(3):
        assert bench.poll(after=10).closed == ()

    said = "J-0 stands here and in line 2, and they differ: neither is believed"
    assert bench.data_problems() == [("jobs/board.csv, line 8, column A (job_id)", said)]
    assert (bench.job("J-0").stage, bench.job("J-0").is_open) == ("in progress", True)
    assert (len(bench.moves("J-0")), bench.job("J-0").missing_since) == (1, None)


def test_rows_that_are_equal_are_one(bench: Bench) -> None:
    fill(bench, 2)
    bench.lines["again"] = bench.lines["J-0"]
    bench.save()
    bench.settle()

    assert (bench.data_problems(), bench.poll().jobs) == ([], 2)


def test_a_change_has_to_stand_anew_after_its_rows_differed(bench: Bench) -> None:
    fill(bench, 2)
    bench.put("J-0", "ready")
    bench.poll(after=3)
    bench.lines["again"] = [*bench.lines["J-0"][:-1], "received"]
    bench.save()
    bench.poll(after=3)
    bench.take_away("again")

    assert bench.poll(after=3).moves == ()
    assert [move.went_to for move in bench.poll(after=3).moves] == ["ready"]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(["", "Ann", "ann@example.com", "", "", "ready"], id="a row without an id"),
        pytest.param(["J-0", "Ann", "ann@example.com", "", "", "ready", "x"], id="a cell too many"),
    ],
)
def test_nobody_is_closed_while_a_row_cannot_be_told(bench: Bench, line: list[str]) -> None:
    """It may well be the row of the job that is missed."""
    fill(bench, 6)
    bench.lines["J-0"] = line
    bench.save()
    for _ in range(3):
        assert bench.poll(after=10).closed == ()
    assert len(bench.data_problems()) == 1
    assert bench.job("J-0").missing_since is not None

    bench.take_away("J-0")
    assert bench.poll(after=3).closed == ("J-0",)


def test_more_troubles_than_anybody_reads_are_counted(bench: Bench) -> None:
    for number in range(300):
        bench.put(f"J-{number}", "lost")
    bench.poll()

    data_problems = bench.data_problems()
    assert len(data_problems) == 201
    assert ("jobs", "and 100 more like these") in data_problems


def test_a_row_that_was_not_ours_to_write_is_read_again(bench: Bench) -> None:
    """Somebody changes a job while a look goes on: it is read by the new settings the next time."""
    fill(bench, 2)
    bench.set(
        "Stages: booked in (also: received), in work (also: in progress), ready, collected",
        without=["Stages", "Typical", "Chase after"],
    )
    store = bench.ports.store
    read = bench.ports.jobs.list_by_id(["J-0"])[0]

    class Meddled:
        """J-0 is changed between the look's reading and its writing."""

        def __getattr__(self, name: str) -> Any:
            return getattr(bench.ports.jobs, name)

        def list_by_id(self, ids: Collection[str]) -> Any:
            found = bench.ports.jobs.list_by_id(ids)
            if store.find(Job, "J-0") == read:
                store.commit([Put(replace(read, chases=7))])
            return found

    watch = bench.house.services.jobs.poll_board
    replace(watch, jobs=cast("Jobs", Meddled()))()
    assert [bench.job(job_id).stage for job_id in ("J-0", "J-1")] == ["in progress", "in work"]

    bench.poll(after=3)
    assert [bench.job(job_id).stage for job_id in ("J-0", "J-1")] == ["in work", "in work"]
    assert bench.job("J-0").chases == 7


def test_a_look_that_finds_nothing_new_writes_nothing(bench: Bench) -> None:
    fill(bench, 20)
    bench.poll(after=3)
    crash_points = bench.house.crash_points
    crash_points.seen.clear()

    bench.poll(after=3)

    assert crash_points.seen.count("store.begin") == 0
    board = bench.ports.store.find(Board, BOARD_KEY)
    assert board is not None
    assert board.revision == 1


def test_the_header_is_enough_for_a_board(bench: Bench) -> None:
    bench.save()

    assert str(bench.poll()) == "0 jobs on the board"
