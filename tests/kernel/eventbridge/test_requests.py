"""A bad schedule is refused before EventBridge could refuse it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge import Schedule, check_expression, name_schedules
from belfry.kernel.eventbridge.schedules import find_fault, find_minute, find_name_fault, write_at

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
GOOD = Schedule("cron(0 9 * * ? *)", "Europe/London", "{}")
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


def test_good_schedule_has_no_fault() -> None:
    assert find_fault("wf-12-prod", GOOD, now=NOW) is None


@pytest.mark.parametrize(
    "name, schedule, says",
    [
        pytest.param(
            "wf 12",
            GOOD,
            "name: found 'wf 12'; allowed: 1-64 letters, digits, '-', '_' and '.'",
            id="a blank in the name",
        ),
        pytest.param(
            "wf-12",
            replace(GOOD, expression="cron(61 9 * * ? *)"),
            "wf-12: minute: found '61'; allowed: 0-59, *",
            id="a minute there is none of",
        ),
        pytest.param(
            "wf-12",
            replace(GOOD, timezone="A" * 51),
            "wf-12: timezone: found 51 characters; allowed: 1-50",
            id="a zone that is too long",
        ),
        pytest.param(
            "wf-12",
            replace(GOOD, start=NOW - timedelta(minutes=5, seconds=1)),
            "wf-12: a start of 2026-11-16T11:54:59+00:00 has long passed",
            id="a start long passed",
        ),
    ],
)
def test_fault_is_told_with_its_place(name: str, schedule: Schedule, says: str) -> None:
    assert find_fault(name, schedule, now=NOW) == says


def test_unknown_zone_is_a_fault() -> None:
    fault = find_fault("wf-12", replace(GOOD, timezone="Mars/Olympus"), now=NOW)
    assert fault is not None
    assert fault.startswith("wf-12: ")
    assert "Mars/Olympus" in fault


@given(st.integers(1, 10**18), st.from_regex(r"[a-z0-9]{1,32}", fullmatch=True))
def test_names_that_we_give_have_no_fault(number: int, environment: str) -> None:
    assert [find_name_fault(schedule) for schedule in name_schedules(number, environment, 3)] == [
        None
    ] * 3


@pytest.mark.parametrize("name", ["", "n" * 65, "ä", "a/b", "a\n"])
def test_name_that_eventbridge_does_not_take_is_a_fault(name: str) -> None:
    assert find_name_fault(name) is not None


@given(MOMENTS, st.timedeltas(timedelta(microseconds=1), timedelta(days=400)))
def test_single_minute_lies_ahead_and_within_a_minute_of_what_was_asked(
    now: datetime, wait: timedelta
) -> None:
    minute = find_minute(now + wait, now=now)
    assert (minute.second, minute.microsecond) == (0, 0)
    assert minute > now
    assert abs(minute - (now + wait)) <= timedelta(minutes=1)


@given(MOMENTS)
def test_single_minute_is_that_of_the_moment_when_it_has_not_begun(at: datetime) -> None:
    now = at - timedelta(minutes=1)
    assert find_minute(at, now=now) == at.replace(second=0, microsecond=0)


def test_single_minute_is_the_same_whatever_zone_it_is_asked_in() -> None:
    kolkata = timezone(timedelta(hours=5, minutes=30))
    at = NOW + timedelta(hours=1)
    assert find_minute(at.astimezone(kolkata), now=NOW) == at


@pytest.mark.parametrize(
    "at", [NOW, NOW - timedelta(seconds=1), NOW.replace(tzinfo=None)], ids=["now", "past", "naive"]
)
def test_moment_that_is_none_to_come_is_refused(at: datetime) -> None:
    with pytest.raises(InputError) as refusal:
        find_minute(at, now=NOW)
    assert refusal.value.field == "at"


@given(MOMENTS)
def test_single_minute_is_written_as_eventbridge_reads_it(at: datetime) -> None:
    assert check_expression(write_at(at.replace(second=0, microsecond=0))) is None
