"""Which fires EventBridge may pass over: those of the nights the clocks change, and no others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from belfry.kernel.cron import find_zone, list_fires, parse_cron
from belfry.kernel.eventbridge.schedules import may_pass_over

SPRING = datetime(2027, 3, 28, tzinfo=UTC)
AUTUMN = datetime(2026, 10, 25, tzinfo=UTC)
"""In London the clocks change at 01:00 UTC: 01:00 becomes 02:00, and 02:00 becomes 01:00."""


def list_passed_over(cron: str, day: datetime) -> list[str]:
    """The times in UTC, of one day."""
    expression, zone = parse_cron(cron), find_zone("Europe/London")
    before = day - timedelta(microseconds=1)
    fires = list_fires(expression, zone, before, day + timedelta(days=1), anchor=day)
    return [f"{fire:%H:%M}" for fire in fires if may_pass_over(expression, zone, fire)]


@pytest.mark.parametrize(
    "cron, day, passed_over",
    [
        pytest.param("30 1 * * *", SPRING, ["01:00"], id="a time in the gap"),
        pytest.param("*/15 1 * * *", SPRING, ["01:00"], id="several in the gap are one"),
        pytest.param("0 2 * * *", SPRING, [], id="right after the gap"),
        pytest.param("30 * * * *", SPRING, [], id="every hour has nothing in the gap"),
        pytest.param("at(2027-03-28T01:30:00)", SPRING, ["01:00"], id="a single time in the gap"),
        pytest.param("at(2027-03-28T03:30:00)", SPRING, [], id="a single time after it"),
        pytest.param("30 1 * * *", AUTUMN, ["00:30"], id="a time that comes twice"),
        pytest.param("30 * * * *", AUTUMN, ["00:30", "01:30"], id="both its comings"),
        pytest.param("0 2 * * *", AUTUMN, [], id="right after the second coming"),
        pytest.param("rate(7 minutes)", AUTUMN, [], id="a rate in autumn"),
        pytest.param("rate(7 minutes)", SPRING, [], id="a rate in spring"),
        pytest.param("*/5 * * * *", AUTUMN - timedelta(days=2), [], id="any other day"),
    ],
)
def test_only_what_the_clocks_change_is_passed_over(
    cron: str, day: datetime, passed_over: list[str]
) -> None:
    assert list_passed_over(cron, day) == passed_over
