"""How long something has been waiting, as a person says it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.samples import NOON

from belfry.jobs.board.stage_times import say_wait


@pytest.mark.parametrize(
    ("waited", "said"),
    [
        (timedelta(minutes=59, seconds=59), "less than an hour"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(hours=2, minutes=59), "2 hours"),
        (timedelta(hours=23, minutes=59), "23 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=2, hours=23), "2 days"),
        (timedelta(minutes=-5), "less than an hour"),
    ],
)
def test_a_wait_is_told_in_whole_days_or_hours(waited: timedelta, said: str) -> None:
    assert say_wait(NOON - waited, NOON) == said
