"""Whether a room's messages wait for a working day, where it has days off."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from tests.messaging.post import MINUTE, SCRIPT, Post, SlowChannel, memory_post

from belfry.kernel.hours.quiet import NEVER_QUIET
from belfry.messaging.messages import State
from belfry.messaging.ports import Superseded

FRIDAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
SATURDAY = FRIDAY + timedelta(days=1)
MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)


def is_weekend(day: date) -> bool:
    return day.weekday() >= 5


def working_post(now: datetime) -> Post:
    post = memory_post(now)
    post.policy(is_day_off=is_weekend)
    return post


def test_message_of_a_day_off_waits_for_the_morning_of_the_next_working_day() -> None:
    post = working_post(SATURDAY)
    post.want()
    post.release()

    held = post.get()
    assert (held.state, held.due_at, held.why) == (State.HELD, MONDAY, "days off")
    post.clock.advance_to(MONDAY - MINUTE)
    assert post.release() == {}
    post.clock.advance_to(MONDAY)
    assert post.release() == {State.SENT: 1}


@pytest.mark.parametrize(
    "now, why",
    [
        pytest.param(FRIDAY.replace(hour=8), "quiet hours", id="quiet hours of a working day"),
        pytest.param(FRIDAY.replace(hour=21), "days off", id="quiet hours before days off"),
        pytest.param(SATURDAY.replace(hour=3), "days off", id="quiet hours of a day off"),
    ],
)
def test_held_message_says_what_it_waits_for(now: datetime, why: str) -> None:
    post = working_post(now)
    post.want()
    post.release()

    assert post.get().why == why


def test_room_without_days_off_writes_on_any_day() -> None:
    post = memory_post(SATURDAY)
    post.want()

    assert post.release() == {State.SENT: 1}


def test_what_is_no_longer_true_is_dropped_on_a_day_off_too() -> None:
    post = working_post(SATURDAY)
    post.room.rendered = Superseded("it is done")
    post.want()

    assert post.release() == {State.DROPPED: 1}


def test_answer_to_what_somebody_has_just_written_keeps_no_day_off() -> None:
    post = working_post(SATURDAY)
    post.room.rendered = replace(SCRIPT, is_prompt=True)
    post.want()

    assert post.release() == {State.SENT: 1}


def test_message_in_hand_when_the_last_working_minute_ends_is_put_back() -> None:
    post = working_post(FRIDAY.replace(hour=23, minute=59))
    post.policy(quiet=NEVER_QUIET)
    slow = SlowChannel(post.clock, MINUTE)
    post.use_channel("email", slow)
    ids = post.want_many(2)
    post.release()

    assert [letter.id for letter in slow.letters] == ids[:1]
    assert post.get(ids[1]).due_at == MONDAY.replace(hour=0)
    assert post.get(ids[1]).attempt == 0


def test_message_in_hand_when_its_readers_day_off_begins_is_put_back() -> None:
    """It is Friday afternoon for the team, and about to be Saturday in Tokyo."""
    post = working_post(FRIDAY.replace(hour=14, minute=59))
    post.policy(quiet=NEVER_QUIET)
    post.room.rendered = replace(SCRIPT, zone="Asia/Tokyo")
    slow = SlowChannel(post.clock, MINUTE)
    post.use_channel("email", slow)
    ids = post.want_many(2)
    post.release()

    assert [letter.id for letter in slow.letters] == ids[:1]
    assert post.get(ids[1]).due_at == datetime(2026, 11, 22, 15, tzinfo=UTC)


def test_preview_tells_the_working_day_on_which_a_message_leaves() -> None:
    post = working_post(SATURDAY)
    post.want()

    (ahead,) = post.house.services.messaging.preview(limit=10)

    assert (ahead.at, ahead.why) == (MONDAY, "days off")
