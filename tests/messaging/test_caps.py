"""The daily cap holds, and what it stopped is reported."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.messaging.post import ADMIN, MINUTE, SCRIPT, Post, SlowChannel, memory_post
from tests.samples import NOON

from belfry.kernel.errors import Temporary
from belfry.kernel.hours.quiet import NEVER_QUIET
from belfry.messaging.caps import MOST_IN_ONE, DailyCount
from belfry.messaging.messages import Audience, Message, State

REACHED = "the day's limit of 3 by email is reached"


@pytest.fixture
def capped(post: Post) -> Post:
    post.policy(caps={"email": 3}, quiet=NEVER_QUIET)
    return post


def notices(post: Post) -> list[Message]:
    return [message for message in post.all() if message.kind == "capped"]


def test_exactly_as_many_leave_as_the_limit_says(capped: Post) -> None:
    ids = capped.want_many(5)

    assert capped.release() == {State.SENT: 3, State.DROPPED: 2}
    assert [capped.state(message_id) for message_id in ids] == ["sent"] * 3 + ["dropped"] * 2
    assert [capped.get(message_id).why for message_id in ids] == [""] * 3 + [REACHED] * 2
    assert capped.sent_ids() == ids[:3]
    capped.check_audit_logs()


def test_limit_counts_what_left_in_earlier_passes(capped: Post) -> None:
    for message_id in capped.want_many(5):
        capped.clock.advance(timedelta(minutes=20))
        capped.want(message_id)
        capped.release()

    assert len([outgoing for outgoing in capped.email.sent if outgoing.to != ADMIN]) == 3


def test_one_notice_carries_every_text_that_was_stopped(capped: Post) -> None:
    ids = capped.want_many(5)
    for number, message_id in enumerate(ids, start=1):
        text = f"Your kettle number {number} is ready."
        capped.room.says[message_id] = replace(SCRIPT, to=f"c{number}@example.com", text=text)
    capped.release()
    (notice,) = notices(capped)
    assert (notice.state, notice.due_at) == (State.QUEUED, NOON + 10 * MINUTE)

    capped.clock.advance(10 * MINUTE)
    assert capped.release() == {State.SENT: 1}

    outgoing = capped.email.sent[-1]
    assert (outgoing.to, outgoing.subject) == (
        ADMIN,
        "2 not sent: the day's limit of 3 is reached",
    )
    assert outgoing.text.splitlines() == [
        "Today's limit of 3 messages by email is reached.",
        "These were not sent. Send them yourself if they matter, or raise the limit:",
        "",
        "To c4@example.com (shop/J-004/ready):",
        "Your kettle number 4 is ready.",
        "",
        "To c5@example.com (shop/J-005/ready):",
        "Your kettle number 5 is ready.",
    ]


def test_each_ten_minutes_have_a_notice_of_their_own(capped: Post) -> None:
    ids = capped.want_many(3)
    capped.release()
    for minutes in (1, 1, 8, 9, 1):  # 12:01, 12:02, 12:10, 12:19, 12:20
        capped.clock.advance(minutes * MINUTE)
        ids.append(f"shop/late/{minutes}/{len(ids)}")
        capped.want(ids[-1], about=ids[-1])
        capped.release()

    assert [notice.facts["unsent"] for notice in notices(capped)] == [ids[3:5], ids[5:7], ids[7:]]


def test_notice_that_has_left_early_takes_up_nothing_more(capped: Post) -> None:
    ids = capped.want_many(4)
    capped.release()
    (first,) = notices(capped)
    capped.approve(first.id)
    capped.release()
    capped.want("shop/one more", about="shop/one more")
    capped.release()

    assert [(notice.state, notice.facts["unsent"]) for notice in notices(capped)] == [
        (State.SENT, [ids[3]]),
        (State.QUEUED, ["shop/one more"]),
    ]
    capped.check_audit_logs()


def test_notice_that_is_full_is_followed_by_another(capped: Post) -> None:
    capped.policy(caps={"email": 0})
    capped.want_many(MOST_IN_ONE + 1)
    capped.release()

    assert [len(notice.facts["unsent"]) for notice in notices(capped)] == [MOST_IN_ONE, 1]


def test_notice_that_must_be_tried_again_is_not_replaced_by_a_later_one(capped: Post) -> None:
    capped.policy(caps={"email": 0})
    capped.want_many(1)
    capped.release()
    capped.email.answer_with(Temporary("busy"))
    capped.clock.advance(10 * MINUTE)
    capped.want("shop/later", about="shop/later")
    capped.release()
    capped.clock.advance(20 * MINUTE)
    capped.release()

    assert [notice.state for notice in notices(capped)] == [State.SENT, State.SENT]


def test_notice_without_an_admin_fails_and_is_shown() -> None:
    post = memory_post(admin="")
    post.policy(caps={"email": 0})
    post.want()
    post.release()
    post.clock.advance(10 * MINUTE)
    post.release()

    (notice,) = notices(post)
    assert (notice.state, notice.why) == (
        State.FAILED,
        "no one on the team has an address: set admin in belfry.toml",
    )


@pytest.mark.parametrize(
    "eve",
    [
        pytest.param(datetime(2026, 7, 1, 22, 59, tzinfo=UTC), id="in summer"),
        pytest.param(datetime(2026, 11, 16, 23, 59, tzinfo=UTC), id="in winter"),
    ],
)
def test_count_starts_anew_at_the_teams_midnight(eve: datetime) -> None:
    post = memory_post(eve)
    post.policy(caps={"email": 1}, quiet=NEVER_QUIET)
    for message_id in ("a", "b"):
        post.want(message_id, about=message_id)
    post.release()
    post.clock.advance(MINUTE)
    for message_id in ("c", "d"):
        post.want(message_id, about=message_id)
    post.release()

    assert [post.state(message_id) for message_id in "abcd"] == [
        "sent",
        "dropped",
        "sent",
        "dropped",
    ]


def test_messages_for_the_team_do_not_count_and_are_not_stopped(capped: Post) -> None:
    capped.want_many(4, audience=Audience.TEAM)
    assert capped.release() == {State.SENT: 4}
    for number in range(3):
        capped.want(f"customer {number}", about=f"customer {number}")
    assert capped.release() == {State.SENT: 3}


def test_each_channel_has_its_own_limit(capped: Post) -> None:
    ids = capped.want_many(6)
    for message_id in ids[:2]:
        capped.room.says[message_id] = replace(SCRIPT, channel="sms", to="+447700900123")
    capped.policy(caps={"email": 3, "sms": 1})

    assert capped.release() == {State.SENT: 4, State.DROPPED: 2}
    assert (len(capped.sms.sent), len(capped.email.sent)) == (1, 3)


def test_another_attempt_on_the_same_day_is_not_counted_again(capped: Post) -> None:
    capped.email.answer_with(*[Temporary("busy")] * 3)
    capped.want_many(3)
    capped.release()
    capped.clock.advance(MINUTE)

    assert capped.release() == {State.SENT: 3}


def test_another_attempt_on_the_next_day_counts_for_that_day() -> None:
    """One that waits from yesterday and one of today: the limit is one."""
    post = memory_post(datetime(2026, 11, 16, 23, 59, 30, tzinfo=UTC))
    post.policy(caps={"email": 1}, quiet=NEVER_QUIET)
    post.email.answer_with(Temporary("busy"))
    post.want("yesterday's", about="1")
    post.release()
    post.clock.advance(2 * MINUTE)
    post.want("today's", about="2")
    post.release()

    assert (post.state("yesterday's"), post.state("today's")) == (State.SENT, State.DROPPED)


def test_messages_that_midnight_overtakes_count_for_the_new_day() -> None:
    """Six seconds each from ten to twelve: the third is begun on the new day."""
    post = memory_post(datetime(2026, 11, 16, 23, 59, 50, tzinfo=UTC))
    slow = SlowChannel(post.clock, timedelta(seconds=6))
    post.use_channel("email", slow)
    post.policy(caps={"email": 5}, quiet=NEVER_QUIET)
    ids = post.want_many(5)
    post.release()

    assert [outgoing.id for outgoing in slow.sent] == ids
    counted_in = [post.get(message_id).counted_in[-2:] for message_id in ids]
    assert counted_in == ["16", "16", "17", "17", "17"]
    tally = post.app.ports.store.find(DailyCount, "shop/email/2026-11-17")
    assert tally is not None
    assert tally.count == 3
