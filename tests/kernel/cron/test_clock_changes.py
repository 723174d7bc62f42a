"""When crons fire on the nights the clocks change, worked out by hand.

All times are UTC. A row gives the window, and for each cron the fires within it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.loops import for_each

from belfry.kernel.cron import is_fire, last_fire, list_fires, next_fire, parse_cron

_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Night:
    """A stretch of hours around a change, and what fires in it (both ends counted)."""

    name: str
    zone: str
    start: str
    end: str
    fires: dict[str, str]


NIGHTS = [
    Night(
        "London in spring, 01:00 becomes 02:00",
        "Europe/London",
        "2026-03-29T00:00",
        "2026-03-29T04:00",
        {
            "30 2 * * *": "01:30",
            "*/15 2 * * *": "01:00 01:15 01:30 01:45",
            "0 2,3 * * *": "01:00 02:00",
            "30 * * * *": "00:30 01:30 02:30 03:30",
            "30 1 * * *": "01:00",
            "*/30 */2 * * *": "00:00 00:30 01:00 01:30 03:00 03:30",
            "*/15 1 * * *": "01:00",
            "30 1,2 * * *": "01:00 01:30",
            "* 1 29 3 *": "01:00",
            "at(2026-03-29T01:30:00)": "01:00",
        },
    ),
    Night(
        "London in autumn, 02:00 becomes 01:00",
        "Europe/London",
        "2026-10-24T23:00",
        "2026-10-25T04:00",
        {
            "30 2 * * *": "02:30",
            "*/15 2 * * *": "02:00 02:15 02:30 02:45",
            "0 2,3 * * *": "02:00 03:00",
            "30 * * * *": "23:30 00:30 01:30 02:30 03:30",
            "30 1 * * *": "00:30",
            "*/30 */2 * * *": "23:00 23:30 02:00 02:30 04:00",
            "*/20 1 * * *": "00:00 00:20 00:40",
            "0 */1 * * *": "23:00 00:00 01:00 02:00 03:00 04:00",
            "at(2026-10-25T01:30:00)": "00:30",
        },
    ),
    Night(
        "New York in spring, 02:00 becomes 03:00",
        "America/New_York",
        "2026-03-08T05:00",
        "2026-03-08T09:00",
        {
            "30 2 * * *": "07:00",
            "*/15 2 * * *": "07:00",
            "0 2,3 * * *": "07:00",
            "30 * * * *": "05:30 06:30 07:30 08:30",
            "30 1 * * *": "06:30",
            "*/30 */2 * * *": "05:00 05:30 08:00 08:30",
        },
    ),
    Night(
        "New York in autumn, 02:00 becomes 01:00",
        "America/New_York",
        "2026-11-01T04:00",
        "2026-11-01T09:00",
        {
            "30 2 * * *": "07:30",
            "*/15 2 * * *": "07:00 07:15 07:30 07:45",
            "0 2,3 * * *": "07:00 08:00",
            "30 * * * *": "04:30 05:30 06:30 07:30 08:30",
            "30 1 * * *": "05:30",
            "*/30 */2 * * *": "04:00 04:30 07:00 07:30 09:00",
        },
    ),
    Night(
        "Lord Howe in spring, 02:00 becomes 02:30",
        "Australia/Lord_Howe",
        "2026-10-03T13:30",
        "2026-10-03T18:00",
        {
            "30 2 * * *": "15:30",
            "*/15 2 * * *": "15:30 15:45",
            "0 2,3 * * *": "15:30 16:00",
            "30 * * * *": "14:00 15:00 15:30 16:30 17:30",
            "30 1 * * *": "15:00",
            "*/30 */2 * * *": "13:30 14:00 15:30 17:00 17:30",
        },
    ),
    Night(
        "Lord Howe in autumn, 02:00 becomes 01:30",
        "Australia/Lord_Howe",
        "2026-04-04T13:00",
        "2026-04-04T18:00",
        {
            "30 2 * * *": "16:00",
            "*/15 2 * * *": "15:30 15:45 16:00 16:15",
            "0 2,3 * * *": "15:30 16:30",
            "30 * * * *": "13:30 14:30 15:00 16:00 17:00 18:00",
            "30 1 * * *": "14:30",
            "*/30 */2 * * *": "13:00 13:30 15:30 16:00 17:30 18:00",
        },
    ),
    Night(
        "Apia without its 30 December",
        "Pacific/Apia",
        "2011-12-30T08:00",
        "2011-12-30T12:30",
        {
            "30 2 * * *": "10:00 12:30",
            "*/15 2 * * *": "10:00 12:00 12:15 12:30",
            "0 2,3 * * *": "10:00 12:00",
            "30 * * * *": "08:30 09:30 10:30 11:30 12:30",
            "30 1 * * *": "10:00 11:30",
            "*/30 */2 * * *": "08:00 08:30 10:00 10:30 12:00 12:30",
            "45 23 30 12 *": "10:00",
            "45 * 30 12 *": "",
        },
    ),
    Night(
        "Sao Paulo in spring, midnight becomes 01:00",
        "America/Sao_Paulo",
        "2018-11-04T02:00",
        "2018-11-04T06:00",
        {
            "30 2 * * *": "04:30",
            "*/15 2 * * *": "04:00 04:15 04:30 04:45",
            "0 2,3 * * *": "04:00 05:00",
            "30 * * * *": "02:30 03:30 04:30 05:30",
            "30 1 * * *": "03:30",
            "*/30 */2 * * *": "04:00 04:30 06:00",
            "0 0 * * *": "03:00",
            "*/10 0 4 11 *": "03:00",
        },
    ),
    Night(
        "Sao Paulo in autumn, midnight becomes 23:00",
        "America/Sao_Paulo",
        "2018-02-18T00:00",
        "2018-02-18T06:00",
        {
            "30 2 * * *": "05:30",
            "*/15 2 * * *": "05:00 05:15 05:30 05:45",
            "0 2,3 * * *": "05:00 06:00",
            "30 * * * *": "00:30 01:30 02:30 03:30 04:30 05:30",
            "30 1 * * *": "04:30",
            "*/30 */2 * * *": "00:00 00:30 03:00 03:30 05:00 05:30",
            "30 23 17 * *": "01:30",
            "0 0 * * *": "03:00",
        },
    ),
    Night(
        "Beirut in spring, midnight becomes 01:00",
        "Asia/Beirut",
        "2026-03-28T21:00",
        "2026-03-29T00:00",
        {"0 0 * * *": "22:00", "30 0 29 3 *": "22:00", "0 0,1 * * *": "22:00"},
    ),
    Night(
        "Dublin in spring, where winter is the exception",
        "Europe/Dublin",
        "2026-03-29T00:00",
        "2026-03-29T03:00",
        {"30 1 * * *": "01:00", "30 * * * *": "00:30 01:30 02:30"},
    ),
]
_ROWS = [
    pytest.param(night, text, id=f"{night.name}: {text}")
    for night in NIGHTS
    for text in night.fires
]


def _expect(night: Night, text: str) -> list[datetime]:
    """The clock times of a row, put on their days."""
    moments: list[datetime] = []
    earliest = _at(night.start)
    for clock in night.fires[text].split():
        moment = _at(f"{earliest.date()}T{clock}")
        moments.append(moment if moment >= earliest else moment + timedelta(days=1))
        earliest = moments[-1]
    return moments


def _at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@for_each("night, text", _ROWS)
def test_cron_fires_by_the_one_rule(night: Night, text: str) -> None:
    start, end, zone = _at(night.start), _at(night.end), ZoneInfo(night.zone)
    fires = list_fires(parse_cron(text), zone, start - _MINUTE, end)
    assert list(fires) == _expect(night, text)


@for_each("night, text", _ROWS)
def test_looking_back_finds_the_same_fires(night: Night, text: str) -> None:
    zone, expression = ZoneInfo(night.zone), parse_cron(text)
    fires: list[datetime] = []
    fire = last_fire(expression, zone, _at(night.end))
    while fire is not None and fire >= _at(night.start):
        fires.insert(0, fire)
        fire = last_fire(expression, zone, fire - timedelta(microseconds=1))
    assert fires == _expect(night, text)


@for_each("night, text", _ROWS)
def test_every_minute_of_the_night_knows_whether_it_fires(night: Night, text: str) -> None:
    zone, expression = ZoneInfo(night.zone), parse_cron(text)
    count = (_at(night.end) - _at(night.start)) // _MINUTE
    minutes = [_at(night.start) + n * _MINUTE for n in range(count + 1)]
    assert [at for at in minutes if is_fire(expression, zone, at)] == _expect(night, text)


@pytest.mark.parametrize(
    "text, after, fire",
    [
        pytest.param("* 1 * * *", "2026-10-25T01:10", "2026-10-26T01:00", id="fixed, never again"),
        pytest.param("* * * * *", "2026-10-25T00:59", "2026-10-25T01:00", id="real, on and on"),
        pytest.param("10 * * * *", "2026-10-25T00:50", "2026-10-25T01:10", id="real, again"),
        pytest.param("10 * 25 10 *", "2026-10-25T22:20", "2026-10-25T23:10", id="real, back home"),
        pytest.param("0 1 * * *", "2026-10-25T00:59:59", "2026-10-26T01:00", id="fixed, once"),
    ],
)
def test_next_fire_from_within_the_repeated_hour_of_london(
    text: str, after: str, fire: str
) -> None:
    assert next_fire(parse_cron(text), ZoneInfo("Europe/London"), _at(after)) == _at(fire)


def test_gap_that_ends_between_minutes_gives_the_first_whole_minute() -> None:
    """Monrovia went from -00:44:30 to UTC at midnight, local time, of 7 January 1972."""
    zone = ZoneInfo("Africa/Monrovia")
    cron = parse_cron("10 0 7 1 *")
    fire = next_fire(cron, zone, _at("1972-01-06T00:00"))
    assert fire == _at("1972-01-07T00:45")
    assert last_fire(cron, zone, fire) == fire
    assert last_fire(cron, zone, fire - timedelta(seconds=1)) == _at("1971-01-07T00:54:30")
