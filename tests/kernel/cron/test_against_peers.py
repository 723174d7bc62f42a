"""That the fast clock agrees with a slow one, with cronsim, and with itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from cronsim import CronSim, CronSimError
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.kernel.cron.slow_clock import SlowCron
from tests.kernel.cron.strategies import AWS_CRONS, CLOCK_CRONS, PEER_CRONS, UNIX_CRONS

from belfry.kernel.cron import (
    is_fire,
    is_valid_cron,
    last_fire,
    list_fires,
    next_fire,
    normalize_cron,
    parse_cron,
)

_UTC_ZONE = ZoneInfo("UTC")
_MOMENTS = st.datetimes(
    datetime.fromisoformat("2020-01-01"), datetime.fromisoformat("2110-01-01")
).map(lambda moment: moment.replace(tzinfo=UTC))

# The evening before a change (or the end of a short month), in UTC; windows are a day and a half.
_WINDOWS = [
    ("UTC", "2028-02-28T12:00"),
    ("Europe/London", "2026-03-28T12:00"),
    ("Europe/London", "2026-10-24T12:00"),
    ("America/New_York", "2026-03-07T18:00"),
    ("America/New_York", "2026-10-31T18:00"),
    ("Australia/Lord_Howe", "2026-10-03T04:00"),
    ("Australia/Lord_Howe", "2026-04-04T04:00"),
    ("Pacific/Apia", "2011-12-29T18:00"),
    ("America/Sao_Paulo", "2018-11-03T12:00"),
    ("America/Sao_Paulo", "2018-02-17T12:00"),
    ("Asia/Beirut", "2026-03-28T12:00"),
    ("Europe/Dublin", "2026-10-24T12:00"),
    ("Africa/Casablanca", "2026-02-14T12:00"),
    ("Antarctica/Troll", "2026-03-28T12:00"),
]
_LENGTH = timedelta(hours=36)


@settings(max_examples=2500, deadline=None, derandomize=True)
@given(PEER_CRONS, _MOMENTS)
def test_next_and_last_fire_agree_with_cronsim_in_utc(text: str, moment: datetime) -> None:
    try:
        ahead = next(CronSim(text, moment))
        behind = next(CronSim(text, moment, reverse=True))
    except (CronSimError, StopIteration):
        assert not is_valid_cron(text)
        return
    cron = parse_cron(text)
    assert next_fire(cron, _UTC_ZONE, moment) == ahead
    assert last_fire(cron, _UTC_ZONE, moment - timedelta(microseconds=1)) == behind


@pytest.mark.parametrize("key, start", _WINDOWS, ids=lambda part: str(part))
@settings(max_examples=60, deadline=None, derandomize=True)
@given(text=UNIX_CRONS | CLOCK_CRONS)
def test_unix_cron_fires_as_a_slow_clock_does(key: str, start: str, text: str) -> None:
    assume(is_valid_cron(text))
    after = datetime.fromisoformat(start).replace(tzinfo=UTC)
    fires = list_fires(parse_cron(text), ZoneInfo(key), after, after + _LENGTH)
    slow = SlowCron(tuple(text.split()))
    assert list(fires) == slow.list_fires(ZoneInfo(key), after, after + _LENGTH)


@pytest.mark.parametrize("key, start", _WINDOWS[:5], ids=lambda part: str(part))
@settings(max_examples=60, deadline=None, derandomize=True)
@given(text=AWS_CRONS)
def test_aws_cron_fires_as_a_slow_clock_does(key: str, start: str, text: str) -> None:
    assume(is_valid_cron(text))
    after = datetime.fromisoformat(start).replace(tzinfo=UTC)
    fires = list_fires(parse_cron(text), ZoneInfo(key), after, after + _LENGTH)
    slow = SlowCron(tuple(text[5:-1].split()), is_aws=True)
    assert list(fires) == slow.list_fires(ZoneInfo(key), after, after + _LENGTH)


@settings(max_examples=800, deadline=None, derandomize=True)
@given(UNIX_CRONS | CLOCK_CRONS | AWS_CRONS, st.sampled_from(_WINDOWS), st.integers(0, 36 * 3600))
def test_next_last_is_and_list_tell_one_story(
    text: str, window: tuple[str, str], seconds: int
) -> None:
    assume(is_valid_cron(text))
    cron, zone = parse_cron(text), ZoneInfo(window[0])
    moment = datetime.fromisoformat(window[1]).replace(tzinfo=UTC) + timedelta(seconds=seconds)
    before, after = last_fire(cron, zone, moment), next_fire(cron, zone, moment)
    if before:
        assert before <= moment
        assert is_fire(cron, zone, before)
        assert next_fire(cron, zone, before) == after
    if after:
        assert after > moment
        assert is_fire(cron, zone, after)
        assert last_fire(cron, zone, after - timedelta(microseconds=1)) == before
        assert next(list_fires(cron, zone, moment, after)) == after


@settings(max_examples=600, deadline=None, derandomize=True)
@given(UNIX_CRONS | AWS_CRONS, st.sampled_from(_WINDOWS))
def test_normalized_cron_is_stable_and_fires_alike(text: str, window: tuple[str, str]) -> None:
    assume(is_valid_cron(text))
    normalized, zone = normalize_cron(f"  {text.lower()} ".replace(" ", "  ")), ZoneInfo(window[0])
    assert normalize_cron(normalized) == normalized
    start = datetime.fromisoformat(window[1]).replace(tzinfo=UTC)
    fires = [
        list(islice(list_fires(parse_cron(each), zone, start, start + _LENGTH), 40))
        for each in (text, normalized)
    ]
    assert fires[0] == fires[1]
