"""Whether a day is said shortly, and no shorter than it must be."""

from __future__ import annotations

from datetime import date

import pytest

from belfry.entrypoints.web.pages.day_words import say_day


@pytest.mark.parametrize(
    ("this_year", "said"),
    [(2026, "Thu 10 Dec"), (2027, "Thu 10 Dec 2026"), (None, "Thu 10 Dec 2026")],
    ids=["this year", "another year", "nobody knows which year it is"],
)
def test_day_has_its_year_unless_it_is_this_one(this_year: int | None, said: str) -> None:
    assert say_day(date(2026, 12, 10), this_year) == said
