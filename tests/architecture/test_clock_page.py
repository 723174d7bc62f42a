"""The table of the nights the clocks change is what the code does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.architecture.sources import ROOT

from belfry.kernel.cron import find_zone, list_fires, parse_cron

ZONE = find_zone("Europe/London")
NIGHTS = (
    (datetime(2026, 3, 28, 23, 59, tzinfo=UTC), datetime(2026, 3, 29, 1, 59, tzinfo=UTC)),
    (datetime(2026, 10, 24, 22, 59, tzinfo=UTC), datetime(2026, 10, 25, 2, 59, tzinfo=UTC)),
)
PAGE = (ROOT / "docs" / "clock.md").read_text()
TABLE = PAGE.split("<!-- dst table -->")[1].split("<!-- end of dst table -->")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.split("\n")[3:-1]]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_each_row_of_the_table_is_what_the_clock_does(row: list[str]) -> None:
    expression = parse_cron(row[0].strip("`"))
    for cell, (after, until) in zip(row[1:], NIGHTS, strict=True):
        fires = list_fires(expression, ZONE, after, until)
        assert cell.split(", ") == [f"{fire.astimezone(ZONE):%H:%M %Z}" for fire in fires]


def test_the_table_has_its_rows() -> None:
    assert len(ROWS) == 5
