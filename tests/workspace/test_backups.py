"""Which backups are kept, and the warning when one is missing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.ports.files import Stored
from belfry.workspace.backups import find_old, judge_age

NOW = datetime(2026, 11, 16, 3, 10, tzinfo=UTC)


def store(*hours_ago: int) -> list[Stored]:
    return [Stored(f"-{ago}", NOW - timedelta(hours=ago), 1) for ago in sorted(hours_ago)[::-1]]


def test_only_the_last_nights_are_kept() -> None:
    nights = store(*range(0, 24 * 16, 24))
    assert find_old(nights, 14) == nights[:2]


def test_of_one_day_only_the_newest_stays() -> None:
    nights = store(0, 1, 2, 24)
    assert find_old(nights, 14) == nights[1:3]


@given(st.sets(st.integers(0, 2000), min_size=1, max_size=60), st.integers(1, 20))
def test_newest_always_stays_and_as_many_days_as_there_are(hours: set[int], keep: int) -> None:
    stored = store(*hours)
    old = find_old(stored, keep)
    staying = [backup for backup in stored if backup not in old]
    days = {backup.made_at.date() for backup in stored}
    assert staying[-1] == stored[-1]
    assert [backup.made_at.date() for backup in staying] == sorted(days)[-keep:]


@pytest.mark.parametrize(
    "hours, message",
    [
        pytest.param((48, 72), "", id="one of two days ago will do"),
        pytest.param((49, 500), "the last nightly backup is 2 days old", id="an older one"),
        pytest.param((240,), "the last nightly backup is 10 days old", id="one long ago"),
    ],
)
def test_age_is_that_of_the_newest(hours: tuple[int, ...], message: str) -> None:
    assert judge_age(store(*hours), since=NOW, now=NOW) == message


@pytest.mark.parametrize("days, message", [(2, ""), (3, "there is no nightly backup yet")])
def test_new_team_is_given_two_days(days: int, message: str) -> None:
    assert judge_age([], since=NOW - timedelta(days=days), now=NOW) == message
