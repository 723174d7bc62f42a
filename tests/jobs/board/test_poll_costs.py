"""That a look at a large board costs in proportion, and a quiet one next to nothing."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from types import FrameType
from typing import Any, cast

import pytest
from tests.jobs.board.test_judge_row import a_poll
from tests.jobs.board.test_poll_board import page
from tests.jobs.shops import Bench
from tests.samples import NOON

from belfry.jobs.board.moves import SeenRows, find_changed_rows
from belfry.jobs.board.poll_board import judge_absences, plan_rows
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Jobs


class CountedJobs:
    """Jobs as they are kept, with a count of what was asked and of what was read."""

    def __init__(self, jobs: Jobs) -> None:
        self.counts: Counter[str] = Counter()
        self._jobs = jobs

    def __getattr__(self, name: str) -> Any:
        self.counts["asked"] += 1
        return getattr(self._jobs, name)

    def list_current(self, numbers: Collection[str]) -> Sequence[Job]:
        jobs = self._jobs.list_current(numbers)
        self.counts["asked"] += 1
        self.counts["read"] += len(jobs)
        return jobs


def count_poll(bench: Bench, *, after: float = 3) -> dict[str, int]:
    """What one look asks, reads and writes."""
    counted = CountedJobs(bench.ports.jobs)
    bench.go(minutes=after)
    bench.app.crash_points.seen.clear()
    replace(bench.app.services.jobs.poll_board, jobs=cast("Jobs", counted))()
    return {**counted.counts, "written": bench.app.crash_points.seen.count("store.begin")}


@pytest.mark.parametrize("size", [40, 400])
def test_a_look_reads_and_writes_what_changed_and_no_more(bench: Bench, size: int) -> None:
    for number in range(size):
        bench.lines[f"J-{number}"] = [f"J-{number}", "Ann", "a@example.com", "", "", "received"]
    bench.save()
    bench.poll()
    quiet = count_poll(bench)
    bench.put("J-7", "ready")
    first_seen = count_poll(bench)
    counted = count_poll(bench)

    assert (quiet.get("read", 0), quiet["written"]) == (0, 0)
    assert (first_seen["read"], first_seen["written"]) == (1, 1)
    assert (counted["read"], counted["written"]) == (1, 1)
    assert quiet["asked"] == first_seen["asked"] == counted["asked"]


def count_calls(act: Callable[[], object]) -> int:
    """How many calls an act makes, of Python's own functions too."""
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("is_doubled", [False, True], ids=["each job once", "many jobs twice"])
def test_twice_the_rows_are_at_most_twice_the_work(is_doubled: bool) -> None:
    def judge(size: int) -> int:
        ids = [f"J-{number % (size - size // 4 if is_doubled else size)}" for number in range(size)]
        lines = [f"{job_id},Ann,a@example.com,,{n},ready" for n, job_id in enumerate(ids)]
        board = page(*lines)
        seen = SeenRows({f"K-{number}": "" for number in range(size)})

        def act() -> None:
            changed = find_changed_rows(board.sheet.rows, 0, seen, is_reread=False)
            plan_rows(board, changed.rows, [], a_poll())
            judge_absences(seen, changed.present, NOON)

        act()
        return count_calls(act)

    assert judge(400) <= 2.1 * judge(200)
