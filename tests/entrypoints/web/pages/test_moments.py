"""Whether moments and lengths of time are said as people say them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.samples import NOON

from belfry.entrypoints.web.pages.moments import (
    TimeWords,
    parse_span,
    render_duration,
    render_span,
    render_utc,
)
from belfry.kernel.errors import InputError

NEW_YORK = ZoneInfo("America/New_York")
HERE = TimeWords(NOON, ZoneInfo("Europe/London"))


@pytest.mark.parametrize(
    "moment, said",
    [
        pytest.param(NOON, "today 12:00", id="this moment is today"),
        pytest.param(datetime(2026, 11, 17, tzinfo=UTC), "tomorrow 00:00", id="midnight is a day"),
        pytest.param(datetime(2026, 11, 15, 23, 59, tzinfo=UTC), "yesterday 23:59", id="yesterday"),
        pytest.param(datetime(2026, 11, 18, 9, 5, tzinfo=UTC), "Wed 18 Nov 09:05", id="this year"),
        pytest.param(datetime(2027, 7, 1, 8, 0, tzinfo=UTC), "Thu 1 Jul 2027 09:00", id="summer"),
    ],
)
def test_moment_is_said_on_the_wall_clock_of_the_team(moment: datetime, said: str) -> None:
    assert HERE.say(moment) == said


def test_day_is_the_day_of_the_zone_that_is_asked_for() -> None:
    there = TimeWords(datetime(2026, 11, 17, 1, 30, tzinfo=UTC), NEW_YORK)
    assert there.say(datetime(2026, 11, 17, 2, 0, tzinfo=UTC)) == "today 21:00"
    assert there.today == "Monday 16 November"
    assert there.say(datetime(2026, 11, 17, 2, 0, tzinfo=UTC), ZoneInfo("UTC")) == "today 02:00"


def test_full_moment_names_its_zone() -> None:
    said = "Monday 16 November 2026, 07:00:00 (America/New_York)"
    assert HERE.full(NOON, NEW_YORK) == said


def test_utc_of_a_moment_is_for_machines() -> None:
    assert render_utc(NOON.astimezone(NEW_YORK)) == "2026-11-16T12:00:00Z"
    assert render_utc(NOON + timedelta(microseconds=5)) == "2026-11-16T12:00:00Z"


def test_stamp_says_a_moment_shortly_with_the_whole_of_it_behind() -> None:
    assert TimeWords(NOON, NEW_YORK).stamp(NOON + timedelta(days=1, seconds=9)) == (
        '<time datetime="2026-11-17T12:00:09Z" '
        'title="Tuesday 17 November 2026, 07:00:09 (America/New_York)">tomorrow 07:00</time>'
    )


@pytest.mark.parametrize(
    "gap, said",
    [
        (timedelta(seconds=10), "any moment"),
        (timedelta(seconds=-10), "just now"),
        (timedelta(seconds=60), "in 60 s"),
        (timedelta(minutes=19), "in 19 min"),
        (timedelta(minutes=-90), "2 h ago"),
        (timedelta(hours=30), "in 30 h"),
        (timedelta(days=-4), "4 days ago"),
    ],
)
def test_distance_is_said_in_its_largest_unit(gap: timedelta, said: str) -> None:
    assert HERE.away(NOON + gap) == said


def test_moments_in_our_own_sentences_are_told_in_the_zone_of_the_team() -> None:
    there = TimeWords(NOON, NEW_YORK)
    text = "Belfry was away from 2026-11-15 22:10 UTC to 2026-11-16 06:46 UTC"
    assert there.localise(text) == "Belfry was away from yesterday 17:10 to today 01:46"


@pytest.mark.parametrize(
    "span, said",
    [
        (timedelta(0), "0 ms"),
        (timedelta(milliseconds=45), "45 ms"),
        (timedelta(seconds=1.24), "1.2 s"),
        (timedelta(seconds=75.4), "1 min 15 s"),
        (timedelta(hours=3, minutes=2), "3 h 2 min"),
    ],
)
def test_duration_is_as_fine_as_it_is_short(span: timedelta, said: str) -> None:
    assert render_duration(span) == said


@pytest.mark.parametrize(
    "text, span",
    [
        ("30 s", timedelta(seconds=30)),
        ("5min", timedelta(minutes=5)),
        ("5 minutes", timedelta(minutes=5)),
        ("90 m", timedelta(minutes=90)),
        ("1 h 30 min", timedelta(minutes=90)),
        ("2 Hours", timedelta(hours=2)),
        ("1 day", timedelta(days=1)),
        (" 3 d ", timedelta(days=3)),
        ("0 s", timedelta(0)),
    ],
)
def test_span_is_read_as_people_write_it(text: str, span: timedelta) -> None:
    assert parse_span(text, field="grace") == span


@pytest.mark.parametrize("text", ["", "5", "soon", "5 weeks", "1.5 h", "-5 min", "5 min later"])
def test_span_that_is_none_is_refused_with_examples(text: str) -> None:
    with pytest.raises(InputError, match="write it like 30 s, 5 min, 2 h or 1 day") as caught:
        parse_span(text, field="grace")
    assert caught.value.field == "grace"


@given(st.integers(0, 100 * 86400))
def test_span_that_is_shown_reads_back_the_same(seconds: int) -> None:
    span = timedelta(seconds=seconds)
    assert parse_span(render_span(span), field="grace") == span
