"""Whether the people of the sample shop do the same things on the same days, in opening hours."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.entrypoints.demo.days import JOBS, list_changed, list_deeds, save_board
from belfry.entrypoints.demo.history import LENGTH
from belfry.entrypoints.demo.team import TIMEZONE
from belfry.kernel.cron import find_zone

LONDON = find_zone(TIMEZONE)
MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)
FROM, TO = (datetime.fromisoformat(day) for day in ("2025-01-01", "2031-01-01"))
MOMENTS = st.datetimes(FROM, TO, timezones=st.just(LONDON)).map(
    lambda moment: moment.astimezone(UTC)
)


@given(MOMENTS)
def test_any_four_weeks_bring_sixty_jobs(until: datetime) -> None:
    since = (until.astimezone(LONDON) - LENGTH).astimezone(UTC)
    saves = [deed.args[0] for deed in list_deeds(since, until) if deed.act is save_board]
    taken_in = sum(journey.taken == save for save in saves for journey in list_changed(save))
    assert taken_in == 4 * len(JOBS) == 60


@given(MOMENTS, st.integers(0, 14 * 24 * 60), st.integers(0, 14 * 24 * 60))
def test_days_listed_in_two_parts_are_the_same_days(since: datetime, some: int, more: int) -> None:
    middle = since + timedelta(minutes=some)
    until = middle + timedelta(minutes=more)
    assert [*list_deeds(since, middle), *list_deeds(middle, until)] == list(
        list_deeds(since, until)
    )


@given(MOMENTS)
def test_nobody_works_at_night_or_on_sundays(since: datetime) -> None:
    moments = [deed.at.astimezone(LONDON) for deed in list_deeds(since, since + timedelta(days=7))]
    assert [moment for moment in moments if moment.weekday() == 6] == []
    assert [moment for moment in moments if not time(9) <= moment.time() <= time(21)] == []


def test_deeds_come_in_order() -> None:
    moments = [deed.at for deed in list_deeds(MONDAY, MONDAY + timedelta(days=7))]
    assert moments == sorted(moments)


@pytest.mark.parametrize(
    "act, words",
    [
        pytest.param("save_board", "", id="jobs are taken in and moved on"),
        pytest.param("put_picture", "", id="a picture is dropped into the folder"),
        pytest.param("go_round", "", id="controls are marked done"),
        pytest.param("reply", "STOP", id="a customer wants no more texts"),
        pytest.param("reply", "Could I come by", id="a customer asks something"),
        pytest.param("ask_for_cover", "fri-close", id="somebody asks for cover"),
        pytest.param("offer_cover", "", id="somebody offers to cover"),
        pytest.param("ask_time_off", "", id="somebody asks for time off"),
    ],
)
def test_two_weeks_bring_one_of_each(act: str, words: str) -> None:
    deeds = list_deeds(MONDAY, MONDAY + timedelta(days=14))
    assert [deed for deed in deeds if deed.act.__name__ == act and words in repr(deed.args)]


def test_deeds_do_not_depend_on_how_python_hashes() -> None:
    script = (
        "from datetime import UTC, datetime, timedelta;"
        "from belfry.entrypoints.demo.days import list_deeds;"
        "at = datetime(2026, 11, 16, tzinfo=UTC);"
        "deeds = list_deeds(at, at + timedelta(days=28));"
        "print([(deed.at, deed.act.__name__, deed.args) for deed in deeds])"
    )
    outputs = {
        subprocess.run(
            (sys.executable, "-c", script),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
