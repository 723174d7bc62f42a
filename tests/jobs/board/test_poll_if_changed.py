"""When a poll may be left out: nothing was saved, and nothing is left to be decided."""

from __future__ import annotations

import pytest
from tests.jobs.shops import Bench

from belfry.jobs.board.poll_board import Polled
from belfry.kernel.errors import Temporary


def poll(bench: Bench, *, after: float = 3) -> Polled | None:
    bench.go(minutes=after)
    return bench.app.services.jobs.poll_board.poll_if_changed()


@pytest.fixture
def settled(bench: Bench) -> Bench:
    """Two jobs, of which all is known."""
    bench.put("J-1", "received")
    bench.put("J-2", "received")
    assert poll(bench)
    assert poll(bench) is None
    return bench


def test_change_is_polled_until_it_has_settled(settled: Bench) -> None:
    settled.put("J-1", "ready")
    seen, counted = poll(settled), poll(settled)
    assert seen
    assert seen.pending == ("J-1",)
    assert counted
    assert [move.went_to for move in counted.moves] == ["ready"]
    assert poll(settled) is None


def test_changed_settings_are_polled(settled: Bench) -> None:
    settled.set("Buffer: 50%", without=("Buffer",))
    assert poll(settled)
    assert poll(settled) is None


def test_missing_job_is_polled_until_it_is_closed(settled: Bench) -> None:
    settled.take_away("J-1")
    closed: list[str] = []
    while polled := poll(settled, after=4):
        closed += polled.closed
    assert closed == ["J-1"]
    assert not settled.job("J-1").is_open


def test_unreadable_board_is_polled_every_time(settled: Bench) -> None:
    settled.write("jobs/board.csv", "no board")
    problems = [polled.problems for polled in (poll(settled), poll(settled)) if polled]
    assert len(problems) == 2
    assert problems[0] == problems[1] != ()


def test_rows_with_a_mistake_are_shown_until_the_board_is_saved(settled: Bench) -> None:
    settled.put("J-3", "eaten by mice")
    assert poll(settled)
    shown = settled.data_problems()
    assert shown
    assert poll(settled) is None
    assert settled.data_problems() == shown


def test_team_without_a_board_is_looked_at_every_time(bench: Bench) -> None:
    bench.folder.files.clear()
    assert [polled.is_whole for polled in (poll(bench), poll(bench)) if polled] == [False, False]


def test_poll_that_fails_is_not_remembered(settled: Bench) -> None:
    settled.put("J-1", "ready")
    settled.folder.busy.add("jobs/board.csv")
    with pytest.raises(Temporary):
        poll(settled)
    settled.folder.busy.clear()
    assert poll(settled)


def test_change_recorded_by_a_poll_that_died_is_settled_though_the_board_is_as_before(
    settled: Bench,
) -> None:
    """The board is put back before the next poll: the files look as if nothing had happened."""
    board = settled.folder.files["jobs/board.csv"]
    settled.put("J-1", "ready")
    settled.app.crash_points.crash_at("jobs.recorded")
    with pytest.raises(BaseException, match=r"jobs\.recorded"):
        poll(settled)
    settled.folder.files["jobs/board.csv"] = board
    assert settled.job("J-1").pending == "ready"
    assert poll(settled)
    assert settled.job("J-1").pending == ""
    assert poll(settled) is None
