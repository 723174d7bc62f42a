"""When a message that is due on a day off is released."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.hours.shops import LONDON, ZONES, london, moments

from belfry.kernel.hours.quiet import DEFAULT_QUIET, NEVER_QUIET, QuietHours, find_release

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
NOON_QUIET = QuietHours(time(12), time(14))
CHRISTMAS = {date(2026, 12, 25), date(2026, 12, 28)}


def is_weekend(day: date) -> bool:
    return day.weekday() >= 5


def is_off_at_christmas(day: date) -> bool:
    return is_weekend(day) or day in CHRISTMAS


@pytest.mark.parametrize(
    "quiet, at, release",
    [
        pytest.param(DEFAULT_QUIET, "2026-11-20 19:59", None, id="Friday before the quiet hours"),
        pytest.param(DEFAULT_QUIET, "2026-11-20 20:00", "2026-11-23 09:00", id="Friday evening"),
        pytest.param(DEFAULT_QUIET, "2026-11-21 12:00", "2026-11-23 09:00", id="Saturday noon"),
        pytest.param(DEFAULT_QUIET, "2026-11-22 23:59", "2026-11-23 09:00", id="Sunday night"),
        pytest.param(DEFAULT_QUIET, "2026-11-23 00:00", "2026-11-23 09:00", id="Monday, too soon"),
        pytest.param(DEFAULT_QUIET, "2026-11-23 09:00", None, id="Monday morning"),
        pytest.param(NEVER_QUIET, "2026-11-21 00:00", "2026-11-23 00:00", id="no quiet hours"),
        pytest.param(NEVER_QUIET, "2026-11-20 23:59", None, id="the last minute of Friday"),
        pytest.param(NOON_QUIET, "2026-11-20 13:00", "2026-11-20 14:00", id="only noon is quiet"),
        pytest.param(NOON_QUIET, "2026-11-21 13:00", "2026-11-23 00:00", id="noon of a Saturday"),
        pytest.param(DEFAULT_QUIET, "2026-12-24 21:00", "2026-12-29 09:00", id="over Christmas"),
        pytest.param(DEFAULT_QUIET, "2026-10-24 12:00", "2026-10-26 09:00", id="clocks going back"),
        pytest.param(DEFAULT_QUIET, "2026-03-28 12:00", "2026-03-30 09:00", id="clocks going on"),
    ],
)
def test_release_is_the_end_of_quiet_hours_on_the_next_working_day(
    quiet: QuietHours, at: str, release: str | None
) -> None:
    moment = london(at)

    release_at = find_release(moment, quiet, LONDON, is_off_at_christmas)

    assert release_at == (london(release) if release else moment)


def test_release_after_a_whole_month_off_is_the_first_morning_after_it() -> None:
    def is_august(day: date) -> bool:
        return day.month == 8

    release = find_release(london("2026-08-01 00:00"), DEFAULT_QUIET, LONDON, is_august)

    assert release == london("2026-09-01 09:00")


@pytest.mark.parametrize(
    "at, release",
    [
        pytest.param("2026-11-21 12:00", "2026-11-21 12:00", id="by day, at once"),
        pytest.param("2026-11-21 22:00", "2026-11-22 09:00", id="at night, in the morning"),
    ],
)
def test_release_does_not_wait_if_every_day_is_off(at: str, release: str) -> None:
    release_at = find_release(london(at), DEFAULT_QUIET, LONDON, lambda day: True)

    assert release_at == london(release)


def test_day_off_is_that_of_the_recipients_zone() -> None:
    """Friday evening in London is Saturday morning in Tokyo."""
    tokyo = ZoneInfo("Asia/Tokyo")
    friday = london("2026-11-20 18:00")

    release = find_release(friday, NEVER_QUIET, tokyo, is_weekend)

    assert release == datetime(2026, 11, 23, tzinfo=tokyo)


def test_day_that_the_calendar_leaves_out_is_passed() -> None:
    """There was no 30 December 2011 in Samoa."""
    apia = ZoneInfo("Pacific/Apia")
    moment = datetime(2011, 12, 29, 12, tzinfo=apia)

    release = find_release(moment, NEVER_QUIET, apia, lambda day: day == date(2011, 12, 29))

    assert release == datetime(2011, 12, 31, tzinfo=apia)


@pytest.mark.parametrize(
    "off, release",
    [
        pytest.param("2010-11-06", "2010-11-07T03:01+00:00", id="Saturday: it is over already"),
        pytest.param("2010-11-07", "2010-11-08T03:30+00:00", id="Sunday: it has begun already"),
    ],
)
def test_day_that_has_begun_goes_on_when_the_clocks_go_back_over_midnight(
    off: str, release: str
) -> None:
    """At one minute past midnight it was one past eleven again, on Saturday."""
    moment = datetime(2010, 11, 7, 3, 1, tzinfo=UTC)
    newfoundland = ZoneInfo("America/St_Johns")
    assert moment.astimezone(newfoundland).isoformat() == "2010-11-06T23:31:00-03:30"

    release_at = find_release(moment, NEVER_QUIET, newfoundland, date.fromisoformat(off).__eq__)

    assert release_at == datetime.fromisoformat(release)


def test_quiet_hours_that_have_begun_go_on_when_the_clocks_go_back_over_midnight() -> None:
    moment = datetime(2010, 11, 7, 2, 31, tzinfo=UTC)
    release = find_release(moment, QuietHours(time(0), time(0, 30)), ZoneInfo("America/St_Johns"))
    assert release == datetime(2010, 11, 7, 4, 0, tzinfo=UTC)


def walk(
    moment: datetime, quiet: QuietHours, zone: ZoneInfo, is_day_off: Callable[[date], bool]
) -> datetime:
    """Minute by minute; a clock that is set back shows nothing new until it has caught up."""
    at = moment - 2 * DAY
    furthest = at.astimezone(zone).replace(tzinfo=None)
    while True:
        furthest = max(furthest, at.astimezone(zone).replace(tzinfo=None))
        if at >= moment and not is_day_off(furthest.date()) and not covers(quiet, furthest.time()):
            return at
        at += MINUTE


def covers(quiet: QuietHours, reading: time) -> bool:
    if quiet.start <= quiet.end:
        return quiet.start <= reading < quiet.end
    return reading >= quiet.start or reading < quiet.end


quiet_hours = st.builds(
    QuietHours,
    st.builds(time, st.integers(0, 23), st.sampled_from([0, 30, 59])),
    st.builds(time, st.integers(0, 23), st.sampled_from([0, 30, 59])),
)
# Some days right around the moment, so that most of them matter.
runs_of_days = st.frozensets(st.integers(-1, 6), max_size=6)
# Nights on which midnight comes twice, or never, and any other moment.
changes = st.sampled_from(
    [datetime(2010, 11, 7, 2, 31, tzinfo=UTC), datetime(2010, 3, 14, 3, 31, tzinfo=UTC)]
)
near_changes = st.builds(
    lambda at, minutes: at + minutes * MINUTE, changes, st.integers(-1500, 1500)
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(near_changes | moments, quiet_hours, st.sampled_from(ZONES), runs_of_days)
def test_release_is_what_walking_through_the_minutes_finds(
    moment: datetime, quiet: QuietHours, name: str, offsets: Collection[int]
) -> None:
    zone = ZoneInfo(name)
    today = moment.astimezone(zone).date()
    days = {today + offset * DAY for offset in offsets}

    release = find_release(moment, quiet, zone, days.__contains__)

    assert release.tzinfo is UTC
    assert release == walk(moment, quiet, zone, days.__contains__)
