"""Whether a day is said shortly, and no shorter than it must be."""

from __future__ import annotations

from datetime import date

import pytest

from belfry.entrypoints.web.pages.day_words import say_day, say_near


@pytest.mark.parametrize(
    ("this_year", "said"),
    [(2026, "Thu 10 Dec"), (2027, "Thu 10 Dec 2026"), (None, "Thu 10 Dec 2026")],
    ids=["this year", "another year", "nobody knows which year it is"],
)
def test_day_has_its_year_unless_it_is_this_one(this_year: int | None, said: str) -> None:
    assert say_day(date(2026, 12, 10), this_year) == said


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
    assert say_near(date(2026, 12, 10), today, 2026) == ("2026-12-10", "Thu 10 Dec", off)
    assert say_near(date(2026, 12, 10), today, 2027).said == "Thu 10 Dec 2026"
