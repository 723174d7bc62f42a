"""By when customers are told to expect the next stage."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.shops import Bench
from tests.kernel.hours.shops import calendars, london, make_calendar, moments
from tests.loops import for_each

from belfry.jobs.settings.shop import DEFAULT_BUFFER
from belfry.jobs.updates.eta import Eta, explain_eta, find_eta, is_passed
from belfry.kernel.hours.calendar import Calendar, Stretch, parse_stretch
from belfry.kernel.hours.holidays import parse_holidays
from belfry.kernel.hours.opening_hours import parse_opening_hours

_FILE = Path(__file__).parents[2] / "data" / "eta.jsonl"
_CASES: list[dict[str, Any]] = [json.loads(line) for line in _FILE.read_text().splitlines()]
TYPICAL = {"diagnosing": "half a day", "in progress": "2 days"}
HOURS = "Mon-Fri 9am-6pm; Sat 10am-4pm"


def make_shop(hours: str = HOURS) -> Calendar:
    opening = parse_opening_hours(hours)
    return Calendar(opening, ZoneInfo("Europe/London"), parse_holidays("GB").is_holiday)


def find(entered_at: datetime, typical: str | None, shop: Calendar) -> Eta | None:
    stretch = parse_stretch(typical) if typical else None
    return find_eta(entered_at=entered_at, typical=stretch, buffer=DEFAULT_BUFFER, calendar=shop)


@pytest.mark.parametrize("case", _CASES, ids=lambda case: f"{case['stage']} at {case['at']}")
def test_eta_of_a_stage_is_as_known(case: dict[str, Any]) -> None:
    eta = find(datetime.fromisoformat(case["at"]), TYPICAL.get(case["stage"]), make_shop())

    assert (eta.text if eta else None) == case["eta"]
    assert (eta.by.isoformat() if eta else None) == case["by"]


@for_each(
    "stage, entered, text, by",
    [
        ("diagnosing", "2026-11-17 09:00", "Tuesday afternoon", "2026-11-17 18:00"),
        ("diagnosing", "2026-11-17 12:36", "Tuesday afternoon", "2026-11-17 18:00"),
        ("diagnosing", "2026-11-17 12:37", "Wednesday morning", "2026-11-18 12:00"),
        ("diagnosing", "2026-11-17 15:35", "Wednesday morning", "2026-11-18 12:00"),
        ("diagnosing", "2026-11-17 15:36", "Wednesday afternoon", "2026-11-18 18:00"),
        ("diagnosing", "2026-11-20 17:00", "Saturday afternoon", "2026-11-21 16:00"),
        ("diagnosing", "2026-11-20 13:00", "Saturday morning", "2026-11-21 12:00"),
        ("diagnosing", "2026-11-21 10:00", "Saturday afternoon", "2026-11-21 16:00"),
        ("diagnosing", "2026-11-21 15:00", "Monday morning", "2026-11-23 12:00"),
        ("diagnosing", "2026-11-21 16:00", "Monday afternoon", "2026-11-23 18:00"),
        ("diagnosing", "2026-11-22 13:00", "Monday afternoon", "2026-11-23 18:00"),
        ("diagnosing", "2026-12-24 17:00", "Tuesday afternoon", "2026-12-29 18:00"),
        ("in progress", "2026-11-17 08:00", "Thursday afternoon", "2026-11-19 18:00"),
        ("in progress", "2026-11-17 17:30", "Friday afternoon", "2026-11-20 18:00"),
        ("in progress", "2026-11-17 16:00", "Friday morning", "2026-11-20 12:00"),
        ("in progress", "2026-11-19 09:30", "Saturday afternoon", "2026-11-21 16:00"),
        ("in progress", "2026-11-19 17:00", "Monday afternoon", "2026-11-23 18:00"),
        ("in progress", "2026-11-21 11:00", "Tuesday afternoon", "2026-11-24 18:00"),
        ("in progress", "2026-12-23 17:00", "Wednesday 30 December, morning", "2026-12-30 12:00"),
        ("in progress", "2026-12-24 10:00", "Wednesday afternoon", "2026-12-30 18:00"),
        ("in progress", "2026-12-25 11:00", "Thursday afternoon", "2026-12-31 18:00"),
        ("in progress", "2026-12-30 17:00", "Monday afternoon", "2027-01-04 18:00"),
        ("in progress", "2026-03-27 10:00", "Monday afternoon", "2026-03-30 18:00"),
        ("in progress", "2026-10-23 10:00", "Monday afternoon", "2026-10-26 18:00"),
    ],
)
def test_eta_is_counted_and_rounded_later(stage: str, entered: str, text: str, by: str) -> None:
    assert find(london(entered), TYPICAL[stage], make_shop()) == Eta(text, london(by))


@pytest.mark.parametrize(
    "typical, text",
    [
        ("5 days", "Tuesday 24 November, morning"),
        ("4 days", "Saturday afternoon"),
        ("2 weeks", "Thursday 3 December, afternoon"),
    ],
)
def test_eta_has_its_date_from_seven_days_on(typical: str, text: str) -> None:
    eta = find(london("2026-11-17 09:30"), typical, make_shop())

    assert eta is not None
    assert eta.text == text


@pytest.mark.parametrize(
    "hours, entered, typical, text, by",
    [
        pytest.param(
            *("daily 9-11:30", "2026-11-17 09:00", "2 hours"),
            *("Tuesday morning", "2026-11-17 11:30"),
            id="a morning ends where the shop closes before noon",
        ),
        pytest.param(
            *("daily 9-12", "2026-11-17 09:00", "150 minutes"),
            *("Tuesday morning", "2026-11-17 12:00"),
            id="noon is still morning where the shop closes then",
        ),
        pytest.param(
            *("daily 9-18", "2026-11-17 09:00", "150 minutes"),
            *("Tuesday afternoon", "2026-11-17 18:00"),
            id="noon is afternoon in a shop that has one",
        ),
        pytest.param(
            *("daily 9-12, 13-17", "2026-11-17 09:00", "150 minutes"),
            *("Tuesday afternoon", "2026-11-17 17:00"),
            id="noon is afternoon also where lunch begins then",
        ),
        pytest.param(
            *("daily 9-18", "2026-11-17 12:00", "5 hours"),
            *("Tuesday afternoon", "2026-11-17 18:00"),
            id="closing time is still that afternoon",
        ),
        pytest.param(
            *("daily 00:00-24:00", "2026-11-17 18:00", "5 hours"),
            *("Tuesday afternoon", "2026-11-18 00:00"),
            id="midnight is still that day",
        ),
        pytest.param(
            *("daily 13-21", "2026-11-17 10:00", "5 hours"),
            *("Tuesday afternoon", "2026-11-17 21:00"),
            id="a shop without mornings",
        ),
    ],
)
def test_eta_never_ends_before_the_work_does(
    hours: str, entered: str, typical: str, text: str, by: str
) -> None:
    assert find(london(entered), typical, make_shop(hours)) == Eta(text, london(by))


def test_buffer_that_makes_a_long_part_into_a_short_day_is_not_sooner() -> None:
    shop = make_shop("Mon-Thu 9-18; Fri 9-21; Sat 10-12")

    eta = find(london("2026-11-20 20:00"), "0.9 days", shop)

    assert eta == Eta("Monday afternoon", london("2026-11-23 18:00"))


def test_eta_needs_a_typical_time_and_an_opening_to_come() -> None:
    shop = make_shop()
    never = Calendar(shop.opening, shop.zone, lambda _: True)

    assert find(london("2026-11-17 10:00"), None, shop) is None
    assert find(london("2026-11-17 10:00"), "2 days", never) is None


def test_day_is_that_of_the_shop_and_not_of_greenwich() -> None:
    sydney = make_calendar("daily 9-17", zone=ZoneInfo("Australia/Sydney"))
    entered_at = datetime(2026, 11, 17, 22, tzinfo=UTC)

    eta = find(entered_at, "1 hour", sydney)

    assert eta == Eta("Wednesday morning", datetime(2026, 11, 18, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    "now, expected",
    [("2026-11-17 11:59", False), ("2026-11-17 12:00", True), ("2026-11-17 12:01", True)],
)
def test_eta_has_passed_when_its_part_of_the_day_is_over(now: str, expected: bool) -> None:
    assert is_passed(london("2026-11-17 12:00"), london(now)) is expected


parts = st.fractions(0, 4, max_denominator=10)
stretches = st.builds(Stretch, parts, parts)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(calendars(), moments, stretches, st.fractions(0, 1, max_denominator=20))
def test_buffer_never_makes_an_eta_earlier(
    calendar: Calendar, entered_at: datetime, typical: Stretch, buffer: Fraction
) -> None:
    landing = calendar.add_stretch(entered_at, typical)
    buffered_landing = calendar.add_stretch(entered_at, typical.multiply(1 + buffer))
    plain, buffered = (
        find_eta(entered_at=entered_at, typical=typical, buffer=share, calendar=calendar)
        for share in (Fraction(0), buffer)
    )

    assert landing is not None
    assert buffered_landing is not None
    assert plain is not None
    assert buffered is not None
    assert landing <= plain.by <= buffered.by
    assert buffered_landing <= buffered.by


def explain(bench: Bench, stage: str) -> str:
    bench.set()
    bench.put("J-1", stage)
    bench.poll()
    shop_now = bench.app.services.jobs.read_shop()
    return explain_eta(bench.job("J-1"), shop_now.shop, shop_now.calendar)


@pytest.mark.parametrize(
    "stage, reason",
    [
        (
            "in progress",
            "in progress usually takes 2 days + 20% to be safe; counted in opening hours, and "
            "rounded later",
        ),
        (
            "diagnosing",
            "diagnosing usually takes half a day + 20% to be safe; counted in opening hours, and "
            "rounded later",
        ),
        ("received", "no time is told: the settings name no typical time for received"),
        (
            "awaiting parts",
            "no time is told while a job is in awaiting parts: it stands beside the line",
        ),
        ("collected", ""),
    ],
)
def test_eta_is_explained_by_the_settings(bench: Bench, stage: str, reason: str) -> None:
    assert explain(bench, stage) == reason


def test_eta_told_under_other_settings_says_so(bench: Bench) -> None:
    explain(bench, "in progress")
    bench.set("Typical time: in progress 9 days", without=["Typical"])
    shop_now = bench.app.services.jobs.read_shop()
    explanation = explain_eta(bench.job("J-1"), shop_now.shop, shop_now.calendar)
    assert explanation == "as the settings were when the job came here"


def test_eta_without_a_buffer_names_none(bench: Bench) -> None:
    bench.set("Buffer: 0%")
    bench.put("J-1", "in progress")
    bench.poll()
    shop_now = bench.app.services.jobs.read_shop()
    job = replace(bench.job("J-1"), row="")
    assert explain_eta(job, shop_now.shop, shop_now.calendar).startswith(
        "in progress usually takes 2 days; counted"
    )
