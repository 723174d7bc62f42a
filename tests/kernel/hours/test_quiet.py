"""When quiet hours hold messages, and when they release them."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.hours.shops import LONDON, ZONES, london, moments

from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.hours.quiet import (
    DEFAULT_QUIET,
    NEVER_QUIET,
    QuietHours,
    find_release,
    is_quiet,
    parse_quiet_hours,
)

BY_DAY = QuietHours(time(12), time(14))


@pytest.mark.parametrize(
    "text, start, end",
    [
        ("8pm to 9am", time(20), time(9)),
        ("20:00-09:00", time(20), time(9)),
        ("from 20 until 9", time(20), time(9)),
        ("between 10.30pm and 7am", time(22, 30), time(7)),
        ("20:00 \u2013 9am.", time(20), time(9)),
        ("midnight to 7am", time(0), time(7)),
        ("9pm-24:00", time(21), time(0)),
        ("noon to 2pm", time(12), time(14)),
    ],
)
def test_quiet_hours_are_read_as_meant(text: str, start: time, end: time) -> None:
    assert parse_quiet_hours(text) == QuietHours(start, end)


@pytest.mark.parametrize("text", ["none", "Never", " off "])
def test_no_quiet_hours_can_be_said(text: str) -> None:
    assert parse_quiet_hours(text) == NEVER_QUIET


@pytest.mark.parametrize(
    "text, column, refused_text",
    [
        ("", 0, ""),
        ("at night", 0, "at"),
        ("8pm", 3, ""),
        ("8 to 9am", 0, "8"),
        ("8pm to 9", 0, "8pm"),
        ("8-9", 0, "8"),
        ("9am-9am", 4, "9am"),
        ("8pm to 9am please", 11, "please"),
        ("none at all", 5, "at"),
    ],
)
def test_quiet_hours_that_are_unclear_are_refused_at_their_place(
    text: str, column: int, refused_text: str
) -> None:
    with pytest.raises(ReadingError) as refused:
        parse_quiet_hours(text)

    assert (refused.value.column, refused.value.text) == (column, refused_text)


@pytest.mark.parametrize(
    "quiet, at, release",
    [
        pytest.param(DEFAULT_QUIET, "2026-11-17 19:59", None, id="a minute before they begin"),
        pytest.param(DEFAULT_QUIET, "2026-11-17 20:00", "2026-11-18 09:00", id="as they begin"),
        pytest.param(DEFAULT_QUIET, "2026-11-18 03:00", "2026-11-18 09:00", id="in the night"),
        pytest.param(DEFAULT_QUIET, "2026-11-18 08:59", "2026-11-18 09:00", id="a minute too soon"),
        pytest.param(DEFAULT_QUIET, "2026-11-18 09:00", None, id="as they end"),
        pytest.param(BY_DAY, "2026-11-18 13:00", "2026-11-18 14:00", id="within one day"),
        pytest.param(BY_DAY, "2026-11-18 03:00", None, id="at night, if only noon is quiet"),
        pytest.param(NEVER_QUIET, "2026-11-18 00:00", None, id="equal times are never quiet"),
        pytest.param(DEFAULT_QUIET, "2026-03-28 22:00", "2026-03-29 09:00", id="a short night"),
        pytest.param(DEFAULT_QUIET, "2026-10-24 22:00", "2026-10-25 09:00", id="a long night"),
        pytest.param(
            QuietHours(time(20), time(1, 30)),
            "2026-03-29 00:30",
            "2026-03-29 02:00",
            id="an end that the clocks skip is the first minute after",
        ),
    ],
)
def test_message_waits_for_the_end_of_quiet_hours(
    quiet: QuietHours, at: str, release: str | None
) -> None:
    moment = london(at)

    assert is_quiet(moment, quiet, LONDON) == (release is not None)
    assert find_release(moment, quiet, LONDON) == (london(release) if release else moment)


AUTUMN_END = QuietHours(time(20), time(1, 30))


@pytest.mark.parametrize(
    "utc, release",
    [
        pytest.param("00:10", "00:30", id="ends when 01:30 comes first"),
        pytest.param("00:45", "00:45", id="and not when it comes again"),
        pytest.param("01:10", "01:10", id="nor between"),
    ],
)
def test_quiet_hours_end_once_in_an_hour_that_comes_twice(utc: str, release: str) -> None:
    night = "2026-10-25T{}+00:00"
    moment = datetime.fromisoformat(night.format(utc))

    release_at = find_release(moment, AUTUMN_END, LONDON)

    assert release_at == datetime.fromisoformat(night.format(release))


def test_release_is_in_utc_whatever_zone_is_asked_in() -> None:
    moment = datetime(2026, 7, 1, 12, tzinfo=LONDON)

    assert find_release(moment, DEFAULT_QUIET, LONDON).isoformat() == "2026-07-01T11:00:00+00:00"


quiet_hours = st.builds(
    QuietHours,
    st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30, 59])),
    st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30, 59])),
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(moments, quiet_hours, st.sampled_from(ZONES))
def test_release_is_the_first_moment_that_is_not_quiet(
    moment: datetime, quiet: QuietHours, name: str
) -> None:
    zone = ZoneInfo(name)
    release = find_release(moment, quiet, zone)

    assert release.tzinfo is UTC
    assert not is_quiet(release, quiet, zone)
    waits = range(int((release - moment).total_seconds() // 60))
    assert all(is_quiet(moment + timedelta(minutes=later), quiet, zone) for later in waits)
