"""Shops that the tests of hours count in, and any others that a property may think of."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.hours.opening_hours import OpeningHours, Span, Spans, parse_opening_hours

LONDON = ZoneInfo("Europe/London")
USUAL = parse_opening_hours("Mon-Fri 9am-6pm; Sat 10am-4pm")
# Where clocks change by day, at midnight, by half an hour, or not at all.
ZONES = ("Europe/London", "America/St_Johns", "America/Havana", "Australia/Lord_Howe", "Asia/Tokyo")


def make_calendar(hours: str = "", *closed: str, zone: ZoneInfo = LONDON) -> Calendar:
    """The usual shop unless hours are given, closed on certain dates."""
    opening = parse_opening_hours(hours) if hours else USUAL
    days = frozenset(date.fromisoformat(day) for day in closed)
    return Calendar(opening, zone, days.__contains__)


def london(text: str) -> datetime:
    """A reading of the wall clock in London, as a moment."""
    return datetime.fromisoformat(text).replace(tzinfo=LONDON).astimezone(UTC)


def _pair_up(minutes: list[int]) -> Spans:
    ordered = sorted(minutes)
    return tuple(Span(*pair) for pair in zip(ordered[::2], ordered[1::2], strict=False))


def _hours_from(quarter: int) -> st.SearchStrategy[Spans]:
    """Up to two spans in a day, none before a certain quarter of an hour of it."""
    quarters = st.integers(quarter, 96).map(lambda quarters_past: quarters_past * 15)
    return st.lists(quarters, unique=True, max_size=4).map(_pair_up)


def _weeks_of(hours: st.SearchStrategy[Spans]) -> st.SearchStrategy[OpeningHours]:
    weeks = st.lists(hours, min_size=7, max_size=7).filter(any)
    return weeks.map(lambda week: OpeningHours(tuple(week)))


opening_weeks = _weeks_of(_hours_from(0))
# All day, or from after three on: no door opens or closes in an hour that comes twice.
late_weeks = _weeks_of(st.just((Span(0, 24 * 60),)) | _hours_from(13))
# Each of the zones changes its clocks twice in this year, but for Tokyo.
_NEW_YEAR = datetime(2010, 1, 1, tzinfo=UTC)
moments = st.integers(0, 366 * 24 * 60).map(lambda minute: _NEW_YEAR + timedelta(minutes=minute))
_closed_days = st.frozensets(
    st.integers(0, 366).map(lambda day: date(2010, 1, 1) + timedelta(days=day)), max_size=40
)


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    zone = ZoneInfo(draw(st.sampled_from(ZONES)))
    return Calendar(draw(opening_weeks), zone, draw(_closed_days).__contains__)
