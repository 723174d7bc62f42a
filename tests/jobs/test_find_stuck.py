"""Whether the jobs that stand still are found as the sweep finds them, and one can be told of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.fakes.channel import MemoryChannel
from tests.jobs.shops import Bench, fill

from belfry.kernel.errors import Conflict, NotFound, Unknown

BY = "user/1"


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment of November 2026; the 16th is a Monday."""
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def list_stuck(bench: Bench, limit: int = 9) -> list[str]:
    return [job.id for job in bench.house.services.jobs.find_stuck(limit=limit)]


@pytest.mark.parametrize("stage", ["ready", "diagnosing", "in progress", "awaiting parts"])
def test_those_found_are_those_the_sweep_finds(bench: Bench, stage: str) -> None:
    fill(bench, 3, stage)
    for day in range(16, 24):
        for hour in (10, 12, 16):
            if at(day, hour, 1) > bench.house.clock.now():
                bench.go_to(at(day, hour, 1))
                assert list_stuck(bench) == list(bench.sweep().stuck)


def test_no_more_are_found_than_are_asked_for(bench: Bench) -> None:
    fill(bench, 5, "ready")
    bench.go_to(at(20, 12))
    assert list_stuck(bench, limit=2) == ["J-0", "J-1"]


def test_customer_is_told_at_once_and_only_once(bench: Bench) -> None:
    fill(bench, 1, "ready")
    bench.go_to(at(20, 12))
    chase = bench.house.services.jobs.chase
    chase("J-0", chases=0, by=BY)
    with pytest.raises(Conflict, match="was told in the meantime"):
        chase("J-0", chases=0, by=BY)
    bench.deliver()
    assert [message for message, state, _ in bench.said() if state == "sent"] == [
        "jobs/J-0/holding-1-1"
    ]
    entries = bench.ports.audit_log.list_entries("job/J-0")
    assert (entries[-1].action, entries[-1].by) == ("chased", BY)
    assert bench.sweep().chased == ()


def test_nobody_is_told_while_the_last_message_is_in_doubt(bench: Bench) -> None:
    fill(bench, 1, "ready")
    bench.go_to(at(20, 12))
    chase = bench.house.services.jobs.chase
    chase("J-0", chases=0, by=BY)
    channel = bench.ports.channels["email"]
    assert isinstance(channel, MemoryChannel)
    channel.answer_with(Unknown("the line broke"))
    bench.deliver()
    with pytest.raises(Conflict, match="is uncertain: settle that first"):
        chase("J-0", chases=1, by=BY)


def test_job_that_is_not_there_is_not_found(bench: Bench) -> None:
    with pytest.raises(NotFound):
        bench.house.services.jobs.chase("J-9", chases=0, by=BY)
