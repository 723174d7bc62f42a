"""Whether a step of the demo clock leads to the hour that people would expect."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from belfry.entrypoints.demo.clock import find_target
from belfry.kernel.errors import InputError

LONDON = ZoneInfo("Europe/London")


@pytest.mark.parametrize(
    "step, now, then",
    [
        pytest.param("hour", "2026-11-16T17:10", "2026-11-16T18:10", id="an hour on"),
        pytest.param("hour", "2026-10-25T00:30", "2026-10-25T01:30", id="an hour that comes twice"),
        pytest.param("morning", "2026-11-16T17:10", "2026-11-17T09:00", id="tomorrow at nine"),
        pytest.param("morning", "2026-11-16T08:59", "2026-11-16T09:00", id="today, before nine"),
        pytest.param("morning", "2026-11-16T09:00", "2026-11-17T09:00", id="at nine, tomorrow"),
        pytest.param("morning", "2026-06-01T16:00", "2026-06-02T08:00", id="nine in summer"),
        pytest.param("morning", "2026-10-24T17:00", "2026-10-25T09:00", id="over a long night"),
        pytest.param("week", "2026-11-16T17:10", "2026-11-23T17:10", id="a week on"),
        pytest.param("week", "2026-10-20T11:00", "2026-10-27T12:00", id="a week with a long night"),
    ],
)
def test_step_leads_to_the_hour_on_the_wall_clock(step: str, now: str, then: str) -> None:
    moment = datetime.fromisoformat(f"{now}+00:00")
    assert find_target(step, moment, LONDON) == datetime.fromisoformat(f"{then}+00:00")


@pytest.mark.parametrize("text", ["", "year", "Hour", "-1"])
def test_unknown_step_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="one of: hour, morning, week"):
        find_target(text, datetime.fromisoformat("2026-11-16T12:00+00:00"), LONDON)
