"""Keys of runs, and their jitter."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st
from tests.samples import NOON

from belfry.scheduler.runs import find_jitter, run_key


@given(
    at=st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)),  # noqa: DTZ001 - made aware below
    offset=st.integers(-14 * 60, 14 * 60),
)
def test_run_key_is_equal_whatever_zone_the_time_is_written_in(at: datetime, offset: int) -> None:
    utc = at.replace(tzinfo=UTC)

    assert run_key(7, utc) == run_key(7, utc.astimezone(timezone(timedelta(minutes=offset))))


def test_run_key_differs_by_workflow_and_by_minute() -> None:
    keys = {run_key(1, NOON), run_key(11, NOON), run_key(1, NOON + timedelta(minutes=1))}

    assert len(keys) == 3


def test_jitter_is_stable_within_bounds_and_spread() -> None:
    within = timedelta(minutes=10)
    delays = [find_jitter(number, within) for number in range(200)]

    assert delays == [find_jitter(number, within) for number in range(200)]
    assert all(timedelta(0) <= delay < within for delay in delays)
    assert len(set(delays)) > 100
    assert find_jitter(1, timedelta(0)) == timedelta(0)
