"""Which days are holidays, by country, by part of a country, and by one's own word."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.hours.holidays import Country, Holidays, parse_holidays


@pytest.mark.parametrize(
    "text, holidays",
    [
        ("GB, 2026-12-24", Holidays((Country("GB", "ENG"),), frozenset({date(2026, 12, 24)}))),
        ("uk", Holidays((Country("GB", "ENG"),))),
        ("gb-sct; DE", Holidays((Country("GB", "SCT"), Country("DE")))),
        ("FR, FR", Holidays((Country("FR"),))),
        ("none", Holidays()),
        (
            "2026-12-31 to 2027-01-01",
            Holidays(own=frozenset({date(2026, 12, 31), date(2027, 1, 1)})),
        ),
    ],
)
def test_holidays_are_read_as_meant(text: str, holidays: Holidays) -> None:
    assert parse_holidays(text) == holidays


@pytest.mark.parametrize(
    "text, column, refused_text, expected",
    [
        ("", 0, "", "a country such as GB"),
        ("GB, XX", 4, "XX", "a country such as GB"),
        ("Christmas", 0, "Christmas", "a country such as GB"),
        ("24/12/2026", 0, "24/12/2026", "a country such as GB"),
        ("GB-ZZZ", 3, "ZZZ", "one of ENG, NIR, SCT, WLS"),
        ("GB, 2026-02-30", 4, "2026-02-30", "a date that exists"),
        ("2026-12-24 to 2026-12-01", 0, "2026-12-24 to 2026-12-01", "a last day after the first"),
    ],
)
def test_unknown_holidays_are_refused_at_their_place(
    text: str, column: int, refused_text: str, expected: str
) -> None:
    with pytest.raises(ReadingError) as refused:
        parse_holidays(text)

    error = refused.value
    assert (error.column, error.text, error.expected[: len(expected)]) == (
        column,
        refused_text,
        expected,
    )


@pytest.mark.parametrize(
    "text, day, name",
    [
        ("GB", "2026-12-25", "Christmas Day"),
        ("GB", "2026-12-28", "Boxing Day (observed)"),
        ("GB", "2027-03-29", "Easter Monday"),
        ("GB", "2026-08-31", "Late Summer Bank Holiday"),
        ("GB", "2026-12-24", None),
        ("GB-SCT", "2027-03-29", None),
        ("GB-SCT", "2026-11-30", "Saint Andrew's Day"),
        ("DE", "2026-10-03", "German Unity Day"),
        ("GB, DE", "2026-10-03", "German Unity Day"),
        ("GB, 2026-12-24", "2026-12-24", "own holiday"),
        ("none", "2026-12-25", None),
    ],
)
def test_day_is_a_holiday_where_it_has_a_name(text: str, day: str, name: str | None) -> None:
    holidays, on = parse_holidays(text), date.fromisoformat(day)

    assert holidays.name_of(on) == name
    assert holidays.is_holiday(on) == (name is not None)


@pytest.mark.parametrize("text", ["GB", "DE, GB", "GB-SCT, 2026-12-24, 2027-01-04", "US", "none"])
def test_holidays_of_a_year_are_those_of_its_days(text: str) -> None:
    holidays, first = parse_holidays(text), date(2026, 1, 1)
    days = [first + timedelta(days=step) for step in range(365)]
    named = {day: holidays.name_of(day) for day in days}
    assert holidays.list_year(2026) == {day: name for day, name in named.items() if name}
