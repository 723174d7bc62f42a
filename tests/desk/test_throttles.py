"""When somebody who gave wrong passwords may try again."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.desk.samples import a_throttle
from tests.samples import NOON

from belfry.accounts.sign_in import (
    Allowed,
    Throttle,
    Wait,
    address_throttle,
    count_try,
    email_throttle,
    judge_try,
    take_back_try,
)

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def after(*minutes: float) -> Throttle:
    """The throttle after tries so many minutes past noon."""
    throttle = a_throttle()
    for minute in minutes:
        throttle = count_try(throttle, NOON + minute * MINUTE)
    return throttle


def test_the_first_five_tries_are_allowed() -> None:
    assert judge_try(a_throttle(), NOON) == Allowed()
    assert judge_try(after(0, 0, 0, 0), NOON) == Allowed()


def test_the_sixth_waits_until_the_first_is_a_quarter_of_an_hour_old() -> None:
    throttle = after(0, 1, 2, 3, 4)

    assert judge_try(throttle, NOON + 5 * MINUTE) == Wait(NOON + 15 * MINUTE)
    assert judge_try(throttle, NOON + 15 * MINUTE - SECOND) == Wait(NOON + 15 * MINUTE)
    assert judge_try(throttle, NOON + 15 * MINUTE) == Allowed()


def test_after_the_wait_only_as_many_tries_are_allowed_as_have_grown_old() -> None:
    throttle = after(0, 1, 2, 3, 4, 15)

    assert judge_try(throttle, NOON + 15 * MINUTE) == Wait(NOON + 16 * MINUTE)


def test_tries_far_apart_never_wait() -> None:
    assert judge_try(after(0, 4, 8, 12, 16, 20), NOON + 24 * MINUTE) == Allowed()


def test_a_clock_set_back_keeps_nobody_waiting_for_the_old_time() -> None:
    throttle = after(0, 0, 0, 0, 0)

    assert judge_try(throttle, NOON - timedelta(days=365)) == Allowed()


def test_a_clock_set_back_a_little_does_not_forgive() -> None:
    throttle = after(0, 0, 0, 0, 0)

    assert judge_try(throttle, NOON - MINUTE) == Wait(NOON + 15 * MINUTE)


def test_a_try_taken_back_no_longer_counts() -> None:
    throttle = after(0, 1, 1, 2, 3)

    assert take_back_try(throttle, NOON + MINUTE) == after(0, 1, 2, 3)
    assert take_back_try(throttle, NOON + 9 * MINUTE) == throttle


def test_a_throttle_expires_when_its_last_try_no_longer_counts() -> None:
    assert after(0, 7).expires_at == NOON + 22 * MINUTE


def test_a_throttle_keeps_no_more_tries_than_it_needs() -> None:
    throttle = a_throttle()
    for number in range(100):
        throttle = count_try(throttle, NOON + number * 4 * MINUTE)

    assert len(throttle.tried_at) == 4


@given(st.lists(st.integers(min_value=0, max_value=1200), max_size=60))
def test_never_more_than_five_tries_are_allowed_in_any_quarter_of_an_hour(gaps: list[int]) -> None:
    throttle, now = a_throttle(), NOON
    allowed: list[datetime] = []
    for gap in gaps:
        now += gap * SECOND
        match judge_try(throttle, now):
            case Allowed():
                throttle = count_try(throttle, now)
                allowed.append(now)
            case Wait(until):
                assert now < until <= now + 15 * MINUTE

    for start in allowed:
        assert len([at for at in allowed if start <= at < start + 15 * MINUTE]) <= 5


def test_one_email_has_one_throttle_however_it_is_written() -> None:
    assert email_throttle(" Maria@Example.com ") == email_throttle("maria@example.com")
    assert email_throttle("maria@example.com") != email_throttle("mario@example.com")
    assert "maria" not in email_throttle("maria@example.com")


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("", "testclient", False),
    ],
    ids=[
        "two IPv4 addresses",
        "IPv4 written as IPv6",
        "one IPv6 network",
        "two IPv6 networks",
        "zones of a link",
        "no addresses at all",
    ],
)
def test_one_line_has_one_throttle(one: str, other: str, same: bool) -> None:
    assert (address_throttle(one) == address_throttle(other)) is same
    assert address_throttle(one) == address_throttle(one)
