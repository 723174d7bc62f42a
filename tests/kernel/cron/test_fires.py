"""When a schedule fires: next, last, at this minute, in a stretch of time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from tests.loops import for_each

from belfry.kernel.cron import (
    is_fire,
    last_fire,
    list_fires,
    next_fire,
    parse_cron,
)
from belfry.kernel.errors import InputError

_UTC_ZONE = ZoneInfo("UTC")
_LONDON = ZoneInfo("Europe/London")
_TOKYO = ZoneInfo("Asia/Tokyo")


def _at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "after, fire",
    [
        ("2026-11-18T11:59:59", "2026-11-18T12:00"),
        ("2026-11-18T11:59:59.999999", "2026-11-18T12:00"),
        ("2026-11-18T12:00:00", "2026-11-18T12:01"),
        ("2026-11-18T12:00:00.000001", "2026-11-18T12:01"),
        ("2026-11-18T12:00:30", "2026-11-18T12:01"),
        ("2026-12-31T23:59:59", "2027-01-01T00:00"),
    ],
)
def test_next_fire_is_the_first_whole_minute_strictly_after(after: str, fire: str) -> None:
    assert next_fire(parse_cron("* * * * *"), _UTC_ZONE, _at(after)) == _at(fire)


@pytest.mark.parametrize(
    "until, fire",
    [
        ("2026-11-18T12:00:00", "2026-11-18T12:00"),
        ("2026-11-18T12:00:00.000001", "2026-11-18T12:00"),
        ("2026-11-18T12:00:59.999999", "2026-11-18T12:00"),
        ("2026-11-18T11:59:59.999999", "2026-11-18T11:59"),
    ],
)
def test_last_fire_counts_its_own_minute(until: str, fire: str) -> None:
    assert last_fire(parse_cron("* * * * *"), _UTC_ZONE, _at(until)) == _at(fire)


@for_each(
    "text, after, fire",
    [
        ("30 9 * * *", "2026-11-18T09:29", "2026-11-18T09:30"),
        ("30 9 * * *", "2026-11-18T09:30", "2026-11-19T09:30"),
        ("0 0 31 * *", "2026-11-18T09:30", "2026-12-31T00:00"),
        ("59 23 31 12 *", "2026-12-31T23:59", "2027-12-31T23:59"),
        ("0 0 L 2 *", "2027-01-01T00:00", "2027-02-28T00:00"),
        ("0 0 L 2 *", "2028-01-01T00:00", "2028-02-29T00:00"),
        ("0 0 * * 5L", "2026-11-18T09:30", "2026-11-27T00:00"),
        ("0 0 * * 5#5", "2026-11-18T09:30", "2027-01-29T00:00"),
        ("0 0 13 * 5", "2026-11-14T00:00", "2026-11-20T00:00"),
        ("0 0 */13 * 5", "2026-11-14T00:00", "2026-11-27T00:00"),
        ("0 0 1 * *", "2026-01-31T23:59:59", "2026-02-01T00:00"),
        ("cron(0 0 1 1 ? 2030)", "2026-11-18T09:30", "2030-01-01T00:00"),
        ("cron(0 0 1 1 ? 2030)", "1960-11-18T09:30", "2030-01-01T00:00"),
        ("cron(0 0 1 6 ? 2026,2030)", "2026-05-18T09:30", "2026-06-01T00:00"),
        ("cron(0 0 1 6 ? 2026,2030)", "2026-06-18T09:30", "2030-06-01T00:00"),
        ("cron(* * * 6 ? 2028,2030)", "2029-06-18T09:30", "2030-06-01T00:00"),
        ("cron(0 0 1 1 ? 2030)", "2030-01-01T00:00", None),
        ("cron(0 0 1 1 ? */10)", "2180-01-01T00:00", "2190-01-01T00:00"),
        ("cron(0 0 1 1 ? */10)", "2190-01-01T00:00", None),
        ("at(2026-11-20T14:00:00)", "2026-11-20T13:59:59", "2026-11-20T14:00"),
        ("at(2026-11-20T14:00:00)", "2026-11-20T14:00", None),
    ],
)
def test_next_fire_in_utc(text: str, after: str, fire: str | None) -> None:
    computed = next_fire(parse_cron(text), _UTC_ZONE, _at(after))
    assert computed == (_at(fire) if fire else None)


@pytest.mark.parametrize(
    "text, until, fire",
    [
        ("30 9 * * *", "2026-11-18T09:29:59", "2026-11-17T09:30"),
        ("30 9 * * *", "2026-11-18T09:30", "2026-11-18T09:30"),
        ("30 9,12 * * *", "2026-11-18T12:29", "2026-11-18T09:30"),
        ("0 0 31 * *", "2026-11-18T09:30", "2026-10-31T00:00"),
        ("0 0 29 2 *", "2103-01-01T00:00", "2096-02-29T00:00"),
        ("59 23 31 12 *", "2026-12-31T23:58", "2025-12-31T23:59"),
        ("cron(0 0 1 1 ? 2030)", "2199-11-18T09:30", "2030-01-01T00:00"),
        ("cron(0 0 1 6 ? 2026,2030)", "2030-05-18T09:30", "2026-06-01T00:00"),
        ("cron(* * * 6 ? 2028,2030)", "2029-06-18T09:30", "2028-06-30T23:59"),
        ("cron(0 0 1 1 ? 2030)", "2029-12-31T23:59", None),
        ("cron(0 0 1 1 ? 2030)", "1960-12-31T23:59", None),
        ("at(2026-11-20T14:00:00)", "2026-11-20T14:00", "2026-11-20T14:00"),
        ("at(2026-11-20T14:00:00)", "2026-11-20T13:59:59", None),
    ],
)
def test_last_fire_in_utc(text: str, until: str, fire: str | None) -> None:
    computed = last_fire(parse_cron(text), _UTC_ZONE, _at(until))
    assert computed == (_at(fire) if fire else None)


def test_fires_are_answered_in_utc_whatever_zone_was_asked_in() -> None:
    nine = parse_cron("0 9 * * *")
    asked_in_india = datetime(2026, 11, 18, 4, 0, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    fire = next_fire(nine, _TOKYO, asked_in_india)
    assert fire == _at("2026-11-18T00:00")
    assert fire is not None
    assert fire.tzinfo is UTC
    assert is_fire(nine, _TOKYO, fire.astimezone(_LONDON))


def test_list_gives_fires_after_the_start_up_to_and_with_the_end() -> None:
    fires = list_fires(
        parse_cron("0 */6 * * *"), _UTC_ZONE, _at("2026-11-18T06:00"), _at("2026-11-19T00:00")
    )
    assert list(fires) == [_at(f"2026-11-{time}") for time in ("18T12:00", "18T18:00", "19T00:00")]


@pytest.mark.parametrize(
    "at, answer",
    [
        ("2026-11-18T09:30", True),
        ("2026-11-18T09:30:01", False),
        ("2026-11-18T09:30:00.000001", False),
        ("2026-11-18T09:31", False),
    ],
)
def test_is_fire_only_on_the_very_moment(at: str, answer: bool) -> None:
    assert is_fire(parse_cron("30 9 * * *"), _UTC_ZONE, _at(at)) is answer


def test_rate_counts_real_minutes_from_the_anchors_whole_minute() -> None:
    rate = parse_cron("rate(7 minutes)")
    anchor = _at("2026-03-29T00:50:42.5")
    fires = list_fires(rate, _LONDON, _at("2026-01-01T00:00"), _at("2026-03-29T01:15"), anchor)
    assert list(fires) == [_at(f"2026-03-29T{time}") for time in ("00:57", "01:04", "01:11")]


@pytest.mark.parametrize(
    "until, fire",
    [
        ("2026-11-18T12:06:59", None),
        ("2026-11-18T12:07", "2026-11-18T12:07"),
        ("2026-11-18T12:20:59", "2026-11-18T12:14"),
    ],
)
def test_rate_first_fires_one_step_after_its_anchor(until: str, fire: str | None) -> None:
    anchor = _at("2026-11-18T12:00:59")
    computed = last_fire(parse_cron("rate(7 minutes)"), _UTC_ZONE, _at(until), anchor)
    assert computed == (_at(fire) if fire else None)


def test_rate_of_days_keeps_real_time_when_the_clocks_change() -> None:
    rate, anchor = parse_cron("rate(2 days)"), _at("2026-03-28T09:00")
    assert next_fire(rate, _LONDON, anchor, anchor) == _at("2026-03-30T09:00")


@pytest.mark.parametrize("find", [next_fire, last_fire, is_fire])
def test_rate_without_an_anchor_is_refused(find: type) -> None:
    with pytest.raises(InputError, match="anchor") as caught:
        find(parse_cron("rate(7 minutes)"), _UTC_ZONE, _at("2026-11-18T12:00"))
    assert caught.value.field == "anchor"


@pytest.mark.parametrize(
    "find, name", [(next_fire, "after"), (last_fire, "until"), (is_fire, "at")]
)
def test_time_without_a_zone_is_refused(find: type, name: str) -> None:
    naive = datetime.fromisoformat("2026-11-18T12:00")
    with pytest.raises(InputError, match="names no zone") as caught:
        find(parse_cron("* * * * *"), _UTC_ZONE, naive)
    assert caught.value.field == name


@pytest.mark.parametrize("zone", [_UTC_ZONE, _LONDON])
def test_list_refuses_a_time_without_a_zone_at_once(zone: ZoneInfo) -> None:
    naive, aware = datetime.fromisoformat("2026-11-18T12:00"), _at("2026-11-18T12:00")
    cron = parse_cron("* * * * *")
    for after, until in ((naive, aware), (aware, naive)):
        with pytest.raises(InputError, match="names no zone"):
            list_fires(cron, zone, after, until)


@pytest.mark.parametrize("key", ["UTC", "Pacific/Kiritimati", "Pacific/Niue", "Europe/London"])
@pytest.mark.parametrize("text", ["0 0 * * *", "* * * * *", "cron(0 0 1 1 ? 2030)"])
def test_the_ends_of_the_calendar_are_met_calmly(key: str, text: str) -> None:
    zone, cron = ZoneInfo(key), parse_cron(text)
    first, last = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
    assert next_fire(cron, zone, last) is None
    assert last_fire(cron, zone, first) is None
    assert not is_fire(cron, zone, first)
    start = next(islice(list_fires(cron, zone, first, last), 1))
    assert next_fire(cron, zone, first) == start
    end = last_fire(cron, zone, last)
    assert end is not None
    assert next_fire(cron, zone, end) is None


def test_rate_ends_with_the_calendar() -> None:
    rate, anchor = parse_cron("rate(36500 days)"), _at("2026-11-18T12:00")
    assert next_fire(rate, _UTC_ZONE, datetime.max.replace(tzinfo=UTC), anchor) is None
    assert len(list(list_fires(rate, _UTC_ZONE, anchor, _at("9999-01-01T00:00"), anchor))) == 79
