"""Whether the people of the sample shop do the same things on the same days, in opening hours."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.entrypoints.demo.board import FIRST, SLOTS
from belfry.entrypoints.demo.days import BENCH, COUNTER, list_deeds
from belfry.entrypoints.demo.history import LENGTH
from belfry.entrypoints.demo.sample import TIMEZONE
from belfry.kernel.cron import find_zone

LONDON = find_zone(TIMEZONE)
NAMES = {*FIRST, *(name.partition(" ")[0] for name in (*COUNTER, *BENCH))}
MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)
FROM, TO = (datetime.fromisoformat(day) for day in ("2025-01-01", "2031-01-01"))
MOMENTS = st.datetimes(FROM, TO, timezones=st.just(LONDON)).map(
    lambda moment: moment.astimezone(UTC)
)


def count_taken_in(since: datetime, until: datetime) -> int:
    return sum(deed.what.count(" taken in ") for deed in list_deeds(since, until))


@given(MOMENTS)
def test_any_four_weeks_bring_sixty_jobs(until: datetime) -> None:
    since = (until.astimezone(LONDON) - LENGTH).astimezone(UTC)
    assert count_taken_in(since, until) == 4 * len(SLOTS) == 60


@given(MOMENTS, st.integers(0, 14 * 24 * 60), st.integers(0, 14 * 24 * 60))
def test_days_told_in_two_parts_are_the_same_days(since: datetime, some: int, more: int) -> None:
    middle = since + timedelta(minutes=some)
    until = middle + timedelta(minutes=more)
    assert [*list_deeds(since, middle), *list_deeds(middle, until)] == list(
        list_deeds(since, until)
    )


@given(MOMENTS)
def test_nobody_works_at_night_or_on_sundays(since: datetime) -> None:
    moments = [deed.at.astimezone(LONDON) for deed in list_deeds(since, since + timedelta(days=7))]
    assert [one for one in moments if one.weekday() == 6] == []
    assert [one for one in moments if not time(9) <= one.time() <= time(21)] == []


def test_deeds_come_in_order_and_each_says_what_it_is() -> None:
    deeds = list_deeds(MONDAY, MONDAY + timedelta(days=7))
    assert [deed.at for deed in deeds] == sorted(deed.at for deed in deeds)
    assert {deed.what.partition(" ")[0] for deed in deeds} <= {*NAMES, "the", "somebody", "whoever"}


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(" saves the board: ", id="jobs are taken in and moved on"),
        pytest.param(" into the folder", id="a picture is dropped into the folder"),
        pytest.param("goes round its checks", id="controls are marked done"),
        pytest.param(" answers: STOP", id="a customer wants no more texts"),
        pytest.param("Could I come by", id="a customer asks something"),
        pytest.param("asks for cover", id="somebody asks for cover"),
        pytest.param("asks to be off", id="somebody asks for time off"),
    ],
)
def test_two_weeks_bring_one_of_each(words: str) -> None:
    said = [deed.what for deed in list_deeds(MONDAY, MONDAY + timedelta(days=14))]
    assert [one for one in said if words in one]


def test_deeds_do_not_depend_on_how_python_hashes() -> None:
    script = (
        "from datetime import UTC, datetime, timedelta;"
        "from belfry.entrypoints.demo.days import list_deeds;"
        "at = datetime(2026, 11, 16, tzinfo=UTC);"
        "print([(one.at, one.what) for one in list_deeds(at, at + timedelta(days=28))])"
    )
    told = {
        subprocess.run(
            (sys.executable, "-c", script),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
