"""Where fires stand on a strip of time, also on the nights the clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.samples import NOON, a_workflow

from belfry.kernel.errors import InputError
from belfry.scheduler.timeline import (
    MOST_DOTS,
    Ahead,
    ClockChange,
    Stretch,
    Window,
    find_change,
    find_fires,
    list_ticks,
)
from belfry.scheduler.triggers import find_between

LONDON = ZoneInfo("Europe/London")
DAY, WEEK = Window(NOON, Ahead.DAY), Window(NOON, Ahead.WEEK)
QUARTER = timedelta(minutes=15)
UTC_ZONE = ZoneInfo("UTC")
ZONES = [
    UTC_ZONE,
    LONDON,
    *map(ZoneInfo, ("America/Santiago", "Asia/Kathmandu", "Australia/Lord_Howe")),
]


def at(hour: int, minute: int = 0, day: int = 16) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def list_quarters(window: Window) -> list[datetime]:
    """Those after the window's start, and up to its end."""
    start = window.starts_at - window.starts_at.minute % 15 * timedelta(minutes=1)
    return [start + step * QUARTER for step in range(1, (window.ends_at - start) // QUARTER + 1)]


def is_full(local: datetime, hours: int) -> bool:
    return local.minute == 0 and local.hour % hours == 0


def is_new_day(moment: datetime, zone: ZoneInfo) -> bool:
    return moment.astimezone(zone).date() != (moment - QUARTER).astimezone(zone).date()


def test_window_has_a_day_behind_and_a_day_or_a_week_ahead() -> None:
    assert (DAY.starts_at, DAY.ends_at) == (NOON - timedelta(days=1), NOON + timedelta(days=1))
    assert WEEK.ends_at == NOON + timedelta(days=7)
    assert [DAY.place(moment) for moment in (DAY.starts_at, NOON, DAY.ends_at)] == [0, 0.5, 1]
    assert WEEK.place(NOON) == 1 / 8


def test_few_fires_are_told_one_by_one() -> None:
    workflow = a_workflow(cron_schedule="0 9,15 * * *")
    assert find_fires(workflow, DAY) == (at(15), at(9, day=17))


def test_fires_that_are_as_many_as_can_be_told_are_told() -> None:
    workflow = a_workflow(cron_schedule="*/30 * * * *")
    fires = find_fires(workflow, DAY)
    assert len(fires) == MOST_DOTS
    assert not any(isinstance(fire, Stretch) for fire in fires)


def test_very_many_fires_are_one_stretch() -> None:
    workflow = a_workflow(cron_schedule="* * * * *")
    assert find_fires(workflow, DAY) == (Stretch(at(12, 1), DAY.ends_at),)


@pytest.mark.parametrize("zone", ["UTC", "Europe/London", "Australia/Lord_Howe"])
@given(
    minutes=st.sets(st.integers(0, 59), min_size=1),
    now=st.integers(0, 365 * 24 * 60).map(lambda late: NOON + late * timedelta(minutes=1)),
    ahead=st.sampled_from(Ahead),
)
def test_schedule_alike_in_every_hour_is_shown_as_if_each_fire_were_counted(
    zone: str, minutes: set[int], now: datetime, ahead: Ahead
) -> None:
    minute_list = ",".join(map(str, sorted(minutes)))
    window = Window(now, ahead)
    steady = a_workflow(cron_schedule=f"{minute_list} * * * *", timezone=zone)
    spelt = a_workflow(cron_schedule=f"{minute_list} * * * 0-6", timezone=zone)
    assert find_fires(steady, window) == find_fires(spelt, window)


def test_many_fires_in_some_hours_are_a_stretch_for_each() -> None:
    workflow = a_workflow(cron_schedule="*/5 9-16 * * *")
    assert find_fires(workflow, DAY) == (
        Stretch(at(12, 5), at(17)),
        Stretch(at(9, day=17), DAY.ends_at),
    )


@given(
    minute=st.sampled_from(["*", "*/2", "*/10", "7"]),
    hour=st.sampled_from(["*", "*/3", "8-18", "23,0,1"]),
    zone=st.sampled_from(["UTC", "Europe/London", "Asia/Kathmandu"]),
    ahead=st.sampled_from(Ahead),
)
def test_every_fire_ahead_is_told_or_lies_in_a_stretch(
    minute: str, hour: str, zone: str, ahead: Ahead
) -> None:
    workflow = a_workflow(cron_schedule=f"{minute} {hour} * * *", timezone=zone)
    window = Window(NOON, ahead)
    fires = find_fires(workflow, window)
    stretches = [fire for fire in fires if isinstance(fire, Stretch)]
    for fire in find_between(workflow, window.now, window.ends_at):
        inside = any(stretch.starts_at <= fire <= stretch.ends_at for stretch in stretches)
        assert inside or fire in fires


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"paused_at": NOON}, id="a paused one"),
        pytest.param({"archived_at": NOON}, id="an archived one"),
        pytest.param({"cron_schedule": None}, id="one without a schedule"),
    ],
)
def test_workflow_that_does_not_fire_has_no_fires(change: dict[str, Any]) -> None:
    assert find_fires(a_workflow(**change), DAY) == ()


def test_unknown_zone_is_refused() -> None:
    with pytest.raises(InputError):
        find_fires(a_workflow(timezone="Mars/Olympus"), DAY)


def test_hours_are_those_of_the_wall_clock() -> None:
    ticks = list(list_ticks(DAY, ZoneInfo("Asia/Kolkata"), hours=6))
    assert [(tick.clock, tick.day.day) for tick in ticks] == [
        *((time(18), 15), (time(0), 16), (time(6), 16), (time(12), 16)),
        *((time(18), 16), (time(0), 17), (time(6), 17), (time(12), 17)),
    ]
    assert ticks[1].at == at(18, 30, day=15)


def test_days_begin_at_the_zones_own_midnight() -> None:
    ticks = list(list_ticks(WEEK, ZoneInfo("America/New_York"), hours=24))
    assert [tick.at for tick in ticks] == [at(5, day=day) for day in range(16, 24)]


def test_day_that_begins_at_the_edge_of_the_window_is_told() -> None:
    window = Window(at(23, 50), Ahead.WEEK)
    assert [tick.at for tick in list_ticks(window, UTC_ZONE, hours=24)][0] == at(0, day=16)


@given(
    zone=st.sampled_from(ZONES),
    now=st.integers(0, 365 * 24 * 60).map(lambda late: NOON + late * timedelta(minutes=1)),
    ahead=st.sampled_from(Ahead),
    hours=st.sampled_from([1, 3, 24]),
)
def test_ticks_are_all_the_hours_that_the_wall_clock_shows(
    zone: ZoneInfo, now: datetime, ahead: Ahead, hours: int
) -> None:
    window = Window(now, ahead)
    ticks = [tick.at for tick in list_ticks(window, zone, hours=hours)]
    quarters = [
        quarter for quarter in list_quarters(window) if is_full(quarter.astimezone(zone), hours)
    ]
    assert [tick for tick in ticks if is_full(tick.astimezone(zone), hours)] == quarters
    skipped = [tick for tick in ticks if tick not in quarters]
    assert all(is_new_day(moment, zone) for moment in skipped)


def test_day_without_a_midnight_begins_at_its_first_minute() -> None:
    """In Santiago the clocks go on at midnight in spring."""
    santiago = ZoneInfo("America/Santiago")
    window = Window(datetime(2026, 9, 5, 12, tzinfo=UTC), Ahead.DAY)
    ticks = list(list_ticks(window, santiago, hours=24))
    assert [(tick.day, tick.clock) for tick in ticks][-1] == (date(2026, 9, 6), time(1))


def test_repeated_hour_is_two_moments_and_a_fixed_time_fires_once() -> None:
    window = Window(datetime(2026, 10, 24, 12, tzinfo=UTC), Ahead.DAY)
    ticks = [tick for tick in list_ticks(window, LONDON, hours=1) if tick.clock == time(1)]
    assert [tick.at.hour for tick in ticks if tick.day.day == 25] == [0, 1]
    workflow = a_workflow(cron_schedule="30 1 * * *", timezone="Europe/London")
    assert find_fires(workflow, window) == (datetime(2026, 10, 25, 0, 30, tzinfo=UTC),)


def test_hour_that_is_left_out_is_on_no_strip_and_its_fire_comes_right_after() -> None:
    window = Window(datetime(2026, 3, 28, 12, tzinfo=UTC), Ahead.DAY)
    ticks = [tick.clock for tick in list_ticks(window, LONDON, hours=1) if tick.day.day == 29]
    assert ticks[:3] == [time(0), time(2), time(3)]
    workflow = a_workflow(
        cron_schedule="30 1 * * *", timezone="Europe/London", schedule_since=window.starts_at
    )
    assert find_fires(workflow, window) == (datetime(2026, 3, 29, 1, tzinfo=UTC),)


@pytest.mark.parametrize(
    ("now", "change"),
    [
        pytest.param(
            datetime(2026, 10, 24, 12, tzinfo=UTC),
            ClockChange(
                datetime(2026, 10, 25, 1, tzinfo=UTC), date(2026, 10, 25), time(2), time(1), True
            ),
            id="back in autumn",
        ),
        pytest.param(
            datetime(2026, 3, 28, 12, tzinfo=UTC),
            ClockChange(
                datetime(2026, 3, 29, 1, tzinfo=UTC), date(2026, 3, 29), time(1), time(2), False
            ),
            id="on in spring",
        ),
        pytest.param(NOON, None, id="not in November"),
    ],
)
def test_change_of_the_clocks_is_told(now: datetime, change: ClockChange | None) -> None:
    assert find_change(Window(now, Ahead.DAY), LONDON) == change
