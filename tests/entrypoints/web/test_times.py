"""Whether moments and lengths of time are said as people say them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loops import for_each
from tests.samples import NOON

from belfry.entrypoints.web.times import (
    TimeWords,
    parse_span,
    render_day,
    render_duration,
    render_near_day,
    render_schedule,
    render_span,
    render_utc,
)
from belfry.kernel.cron import Cron, parse_cron
from belfry.kernel.errors import InputError

NEW_YORK = ZoneInfo("America/New_York")
HERE = TimeWords(NOON, ZoneInfo("Europe/London"))


@pytest.mark.parametrize(
    "moment, expected",
    [
        pytest.param(NOON, "today 12:00", id="this moment is today"),
        pytest.param(datetime(2026, 11, 17, tzinfo=UTC), "tomorrow 00:00", id="midnight is a day"),
        pytest.param(datetime(2026, 11, 15, 23, 59, tzinfo=UTC), "yesterday 23:59", id="yesterday"),
        pytest.param(datetime(2026, 11, 18, 9, 5, tzinfo=UTC), "Wed 18 Nov 09:05", id="this year"),
        pytest.param(datetime(2027, 7, 1, 8, 0, tzinfo=UTC), "Thu 1 Jul 2027 09:00", id="summer"),
    ],
)
def test_moment_is_said_on_the_wall_clock_of_the_team(moment: datetime, expected: str) -> None:
    assert HERE.say(moment) == expected


def test_day_is_the_day_of_the_zone_that_is_asked_for() -> None:
    words = TimeWords(datetime(2026, 11, 17, 1, 30, tzinfo=UTC), NEW_YORK)
    assert words.say(datetime(2026, 11, 17, 2, 0, tzinfo=UTC)) == "today 21:00"
    assert words.today == "Monday 16 November"
    assert words.say(datetime(2026, 11, 17, 2, 0, tzinfo=UTC), ZoneInfo("UTC")) == "today 02:00"


def test_full_moment_names_its_zone() -> None:
    expected = "Monday 16 November 2026, 07:00:00 (America/New_York)"
    assert HERE.full(NOON, NEW_YORK) == expected


def test_utc_of_a_moment_is_for_machines() -> None:
    assert render_utc(NOON.astimezone(NEW_YORK)) == "2026-11-16T12:00:00Z"
    assert render_utc(NOON + timedelta(microseconds=5)) == "2026-11-16T12:00:00Z"


def test_stamp_says_a_moment_shortly_with_the_whole_of_it_behind() -> None:
    assert TimeWords(NOON, NEW_YORK).stamp(NOON + timedelta(days=1, seconds=9)) == (
        '<time datetime="2026-11-17T12:00:09Z" '
        'title="Tuesday 17 November 2026, 07:00:09 (America/New_York)">tomorrow 07:00</time>'
    )


@pytest.mark.parametrize(
    "gap, expected",
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
def test_distance_is_said_in_its_largest_unit(gap: timedelta, expected: str) -> None:
    assert HERE.away(NOON + gap) == expected


def test_moments_in_our_own_sentences_are_told_in_the_zone_of_the_team() -> None:
    words = TimeWords(NOON, NEW_YORK)
    text = "Belfry was away from 2026-11-15 22:10 UTC to 2026-11-16 06:46 UTC"
    assert words.localise(text) == "Belfry was away from yesterday 17:10 to today 01:46"


@pytest.mark.parametrize(
    "span, expected",
    [
        (timedelta(0), "0 ms"),
        (timedelta(milliseconds=45), "45 ms"),
        (timedelta(seconds=1.24), "1.2 s"),
        (timedelta(seconds=75.4), "1 min 15 s"),
        (timedelta(hours=3, minutes=2), "3 h 2 min"),
    ],
)
def test_duration_is_as_fine_as_it_is_short(span: timedelta, expected: str) -> None:
    assert render_duration(span) == expected


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


@pytest.mark.parametrize(
    ("this_year", "expected"),
    [(2026, "Thu 10 Dec"), (2027, "Thu 10 Dec 2026"), (None, "Thu 10 Dec 2026")],
    ids=["this year", "another year", "nobody knows which year it is"],
)
def test_day_has_its_year_unless_it_is_this_one(this_year: int | None, expected: str) -> None:
    assert render_day(date(2026, 12, 10), this_year) == expected


@pytest.mark.parametrize(
    ("today", "off"),
    [
        (date(2026, 12, 10), "today"),
        (date(2026, 12, 9), "tomorrow"),
        (date(2026, 12, 11), "yesterday"),
        (date(2026, 12, 5), "in 5 days"),
        (date(2026, 12, 13), "3 days ago"),
    ],
)
def test_near_day_is_told_with_how_far_off_it_is(today: date, off: str) -> None:
    assert render_near_day(date(2026, 12, 10), today, 2026) == ("2026-12-10", "Thu 10 Dec", off)
    assert render_near_day(date(2026, 12, 10), today, 2027).text == "Thu 10 Dec 2026"


@for_each(
    "cron, expected",
    [
        (None, "Only on request"),
        ("@daily", "Every day at 00:00"),
        ("* * * * *", "Every minute"),
        ("*/15 * * * *", "Every 15 minutes"),
        ("0 * * * *", "Every hour on the hour"),
        ("5 * * * *", "Every hour at 5 past"),
        ("0 */6 * * *", "Every day at 00:00, 06:00, 12:00 and 18:00"),
        ("0 */2 * * *", "Every 2 hours"),
        ("30 */2 * * *", "Every 2 hours at 30 past"),
        ("0 9 * * 1-5", "Monday to Friday at 09:00"),
        ("0 8 * * 1-6", "Monday to Saturday at 08:00"),
        ("0 9 * * 6,0", "Every Saturday and Sunday at 09:00"),
        ("0 9 * * 0,1,2", "Every Monday, Tuesday and Sunday at 09:00"),
        ("30 9,17 * * MON", "Every Monday at 09:30 and 17:30"),
        ("*/20 9-17 * * 1-5", "Every 20 minutes from 09:00 to 17:40, Monday to Friday"),
        ("* 8-9 * * *", "Every minute from 08:00 to 09:59"),
        ("0 8-17 * * *", "Every hour from 08:00 to 17:00"),
        ("0 9 1 * *", "On the 1st of the month at 09:00"),
        ("0 9 2,3,11,22 * *", "On the 2nd, 3rd, 11th and 22nd of the month at 09:00"),
        ("0 9 L * *", "On the last day of the month at 09:00"),
        ("0 9 15,LW * *", "On the 15th and last workday of the month at 09:00"),
        ("0 9 * * 5#2", "On the second Friday of the month at 09:00"),
        ("0 9 * * 5L", "On the last Friday of the month at 09:00"),
        ("0 9 1 1,7 *", "On the 1st of January and July at 09:00"),
        ("0 9 * 12 1", "Every Monday in December at 09:00"),
        ("0 9 * 12 *", "Every day in December at 09:00"),
        ("0 0 13 * 5", "On the 13th of the month and every Friday at 00:00"),
        ("rate(7 minutes)", "Every 7 minutes, counted from when it was set"),
        ("at(2026-12-24T16:00:00)", "Once, on 24 December 2026 at 16:00"),
        pytest.param("7,13,44 1,5,8 * * *", "", id="too many times for a sentence"),
        pytest.param("0 0 */2 * 1", "", id="two day fields that must both match"),
        pytest.param("0 9 1-10 * *", "", id="too many days for a sentence"),
        pytest.param("cron(0 9 1 1 ? 2027)", "", id="a schedule with years"),
        pytest.param("gibberish", "", id="a schedule that nobody can read"),
    ],
)
def test_schedule_is_said_in_one_sentence(cron: str | None, expected: str) -> None:
    assert render_schedule(cron) == expected


def test_two_schedules_that_sound_alike_are_the_same() -> None:
    fields = (
        ("0", "30", "*", "*/15", "5,35", "0-29"),
        ("9", "*", "*/2", "8-17", "6,18", "9-20/3"),
        ("*", "1", "31", "1,15", "L", "LW", "15,L"),
        ("*", "2", "1,7"),
        ("*", "1", "1-5", "0", "6,0", "5L", "5#2", "1,5#2"),
    )
    heard: dict[str, Cron] = {}
    for parts in product(*fields):
        expression = parse_cron(" ".join(parts)) if parts[2:4] != ("31", "2") else None
        if isinstance(expression, Cron) and (schedule := render_schedule(expression.text)):
            assert meaning_of(heard.setdefault(schedule, expression)) == meaning_of(expression), (
                schedule
            )
    assert len(heard) > 1000


def meaning_of(cron: Cron) -> tuple[object, ...]:
    days = (cron.days, cron.weekdays, cron.needs_both)
    return (cron.minutes, cron.hours, cron.months, days)
