"""Which jobs will be chased if nothing moves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.jobs.shops import Bench, fill

WEEK = timedelta(days=7)


def at(day: int, hour: int) -> datetime:
    """A moment of November 2026; the 16th is a Monday."""
    return datetime(2026, 11, day, hour, tzinfo=UTC)


def foresee(bench: Bench, within: timedelta = WEEK, limit: int = 99) -> list[tuple[str, datetime]]:
    found = bench.house.services.jobs.foresee_chases(within=within, limit=limit)
    return [(chase.job.id, chase.at) for chase in found]


def test_chases_are_foreseen_the_soonest_first(bench: Bench) -> None:
    bench.put("slow", "in progress")
    bench.put("quick", "ready")
    bench.put("unwatched", "received")
    bench.put("over", "collected")
    bench.poll()

    assert foresee(bench) == [("quick", at(16, 16)), ("slow", at(19, 12))]
    assert foresee(bench, timedelta(days=1)) == [("quick", at(16, 16))]
    assert foresee(bench, limit=1) == [("quick", at(16, 16))]


def test_a_job_that_was_chased_is_foreseen_after_the_long_while(bench: Bench) -> None:
    fill(bench, 1, "ready")
    bench.go_to(at(17, 10))
    bench.sweep()

    assert foresee(bench) == []
    assert foresee(bench, timedelta(days=14)) == [("J-0", at(17, 10) + timedelta(days=14))]


def test_jobs_that_are_missing_or_about_to_move_are_not_foreseen(bench: Bench) -> None:
    fill(bench, 6, "ready")
    bench.take_away("J-0")
    bench.put("J-1", "collected")
    bench.poll(after=3)

    assert [job_id for job_id, _ in foresee(bench)] == ["J-2", "J-3", "J-4", "J-5"]


def test_a_foreseen_chase_comes_true(bench: Bench) -> None:
    fill(bench, 1, "in progress")
    ((job_id, moment),) = foresee(bench)
    bench.go_to(moment)
    assert bench.sweep().chased == ()

    bench.go(minutes=1)
    assert bench.sweep().chased == (job_id,)
