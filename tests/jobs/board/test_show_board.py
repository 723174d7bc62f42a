"""Whether the board is shown stage by stage, with no more jobs read than are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from tests.jobs.shops import Bench

from belfry.jobs.board.show_board import BoardShown, ShowBoard
from belfry.jobs.jobs import Job
from belfry.jobs.ports import OpenJobs


class CountedJobs:
    """The jobs as they stand, with a count of what was asked and how many were read."""

    def __init__(self, open_jobs: OpenJobs) -> None:
        self.asked: Counter[str] = Counter()
        self.read = 0
        self._lineup = open_jobs

    def __getattr__(self, name: str) -> Any:
        self.asked[name] += 1
        return getattr(self._lineup, name)

    def list_newest(self, stage: str, *, limit: int) -> Sequence[Job]:
        newest = self._lineup.list_newest(stage, limit=limit)
        self.read += len(newest)
        return newest


def fill(bench: Bench, count: int) -> None:
    bench.set()
    for number in range(count):
        job_id = f"J-{number}"
        bench.lines[job_id] = [job_id, "Ann", "a@example.com", "", "", "received"]
    bench.save()
    bench.poll()


def show(bench: Bench) -> BoardShown:
    return bench.app.services.jobs.show_board(per_lane=5)


@pytest.mark.parametrize("count, read", [(40, 6), (400, 6), (5, 5)])
def test_board_reads_what_it_shows_and_one_more_of_a_stage(
    bench: Bench, count: int, read: int
) -> None:
    fill(bench, count)
    verb: ShowBoard = bench.app.services.jobs.show_board
    counted = CountedJobs(verb.open_jobs)
    board = replace(verb, open_jobs=cast("OpenJobs", counted))(per_lane=5)
    lane = board.lanes[0]
    assert (lane.stage, lane.count, len(lane.cards), counted.read) == ("received", count, 5, read)
    assert counted.asked["count"] == (count > 5)


def test_more_than_a_thousand_are_not_counted(bench: Bench) -> None:
    fill(bench, 1001)
    lane = show(bench).lanes[0]
    assert (lane.count, lane.is_more) == (1000, True)


def test_lanes_are_the_stages_that_an_open_job_can_be_in(bench: Bench) -> None:
    fill(bench, 1)
    assert [(lane.stage, lane.is_side) for lane in show(bench).lanes] == [
        ("received", False),
        ("diagnosing", False),
        ("in progress", False),
        ("awaiting parts", True),
        ("ready", False),
    ]


def test_job_stands_still_from_the_moment_the_sweep_would_chase_it(bench: Bench) -> None:
    bench.set()
    bench.put("J-1", "ready")
    bench.poll()
    bench.go(hours=4)
    assert not show(bench).lanes[-1].cards[0].is_still
    bench.go(seconds=1)
    assert show(bench).lanes[-1].cards[0].is_still
    assert bench.sweep().chased == ("J-1",)


def test_row_that_cannot_be_read_whole_is_marked_until_it_is_mended(bench: Bench) -> None:
    fill(bench, 1)
    bench.put("J-0", "received", contact="nowhere")
    bench.poll()
    assert show(bench).lanes[0].cards[0].has_bad_row
    bench.put("J-0", "received", contact="a@example.com")
    bench.poll()
    assert not show(bench).lanes[0].cards[0].has_bad_row


def test_card_of_a_customer_who_said_no_promises_no_message(bench: Bench) -> None:
    fill(bench, 1)
    bench.app.services.jobs.customers.set_consent("J-0", "no", by="Tom")
    bench.put("J-0", "diagnosing")
    bench.poll()
    outlook = show(bench).lanes[1].cards[0].outlook
    assert outlook
    assert (outlook.told_at, outlook.why) == (None, "the customer wants no messages")


def put(bench: Bench, job_id: str, stage: str) -> None:
    """The board is changed, and that was seen."""
    bench.put(job_id, stage)
    bench.poll()


def counts(bench: Bench) -> dict[str, int]:
    return {lane.stage: lane.count for lane in show(bench).lanes if lane.count}


def test_job_stands_where_it_was_moved_to_from_the_first_moment(bench: Bench) -> None:
    fill(bench, 2)
    put(bench, "J-0", "ready")
    board = show(bench)
    cards = {lane.stage: [card.job.id for card in lane.cards] for lane in board.lanes}
    assert cards == {**dict.fromkeys(cards, []), "received": ["J-1"], "ready": ["J-0"]}
    bench.poll(after=3)
    assert counts(bench) == {"received": 1, "ready": 1}


def test_job_moved_to_the_last_stage_can_be_seen_until_it_counts(bench: Bench) -> None:
    fill(bench, 2)
    put(bench, "J-0", "collected")
    assert [card.job.id for card in show(bench).leaving] == ["J-0"]
    assert counts(bench) == {"received": 1}
    bench.poll(after=3)
    assert show(bench).leaving == ()


def test_full_lanes_count_the_moves_that_settle(bench: Bench) -> None:
    fill(bench, 30)
    for number in range(10):
        bench.put(f"J-{number}", "diagnosing")
    bench.poll()
    board = show(bench)
    assert counts(bench) == {"received": 20, "diagnosing": 10}
    assert [len(lane.cards) for lane in board.lanes[:2]] == [5, 5]
