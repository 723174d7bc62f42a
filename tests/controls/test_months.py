"""How months are written and counted."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.controls.reports.summaries import Month, find_month_before, parse_month
from belfry.kernel.errors import InputError

DAYS = st.dates(date(1970, 2, 1), date(2200, 12, 31))


@given(DAYS)
def test_month_holds_exactly_its_own_days(day: date) -> None:
    month = Month(day.year, day.month)
    assert (month.first, month.last) == (
        day.replace(day=1),
        day.replace(day=monthrange(day.year, day.month)[1]),
    )
    assert day in month
    assert month.first - timedelta(days=1) not in month
    assert month.last + timedelta(days=1) not in month
    assert day.replace(year=day.year - 1, day=1) not in month


@given(DAYS)
def test_month_before_ends_where_the_present_one_begins(day: date) -> None:
    assert find_month_before(day).last + timedelta(days=1) == day.replace(day=1)


@given(DAYS)
def test_month_is_read_as_it_is_written(day: date) -> None:
    month = Month(day.year, day.month)
    assert parse_month(f" {month} ") == month


def test_month_is_said_by_its_name() -> None:
    assert (str(Month(2026, 3)), Month(2026, 3).render()) == ("2026-03", "March 2026")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026",
        "2026-13",
        "2026-00",
        "2026-1",
        "26-10",
        "2026-10-01",
        "10-2026",
        "1969-12",
        "soon",
    ],
)
def test_what_is_no_month_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected a month such as 2026-10"):
        parse_month(text)
