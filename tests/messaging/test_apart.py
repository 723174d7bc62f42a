"""Wording, sending and waking up as acts of their own, for processes that live for seconds."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, time, timedelta
from typing import Any

import pytest
from tests.fakes.crash_points import Crashed
from tests.fakes.scheduler import MemoryScheduler
from tests.messaging.post import MINUTE, SCRIPT, Post

from belfry.kernel.errors import Temporary
from belfry.kernel.hours.quiet import QuietHours
from belfry.messaging.compose_messages import ComposeMessages
from belfry.messaging.messages import State
from belfry.messaging.schedule_releases import ScheduleReleases

FIRST, SECOND = "shop/J-001/ready", "shop/J-002/ready"
DRAFTED = replace(SCRIPT, text="Lovely news, Maya!", worded="by a model")


def compose(post: Post, about: str = "shop/J-1") -> tuple[str, ...]:
    act = ComposeMessages(post.app.ports.messages, post.clock, {"shop": post.room})
    return act(about)


def schedule(post: Post, scheduler: MemoryScheduler) -> list[str]:
    act = ScheduleReleases(post.app.ports.messages, scheduler, post.clock, "release")
    return [f"{minute:%d %H:%M}" for minute in act()]


def test_compose_prepares_what_waits_and_sends_nothing(post: Post) -> None:
    post.want_many(2)
    post.room.drafts[FIRST] = DRAFTED

    assert compose(post, FIRST) == (FIRST,)
    assert post.room.prepared == [FIRST]
    assert post.sent_ids() == []
    assert post.state(FIRST) is State.QUEUED


def test_compose_names_nothing_that_a_person_has_to_decide(post: Post) -> None:
    post.policy(asks_first=True)
    post.want_many(1)
    post.release()

    assert compose(post, FIRST) == ()


def test_compose_of_a_room_without_a_composer_leaves_its_messages(post: Post) -> None:
    post.want_many(1)
    act = ComposeMessages(post.app.ports.messages, post.clock, {})

    assert act(FIRST) == (FIRST,)
    assert post.room.prepared == []


def test_release_by_key_sends_these_alone(post: Post) -> None:
    post.want_many(2)

    released = post.app.services.messaging.release.release([SECOND, SECOND, "unknown"])

    assert dict(released.states) == {State.SENT: 1}
    assert post.sent_ids() == [SECOND]


@pytest.mark.parametrize("again", [1, 2], ids=["at once", "and again"])
def test_release_by_key_leaves_what_is_not_due(post: Post, again: int) -> None:
    post.policy(quiet=QuietHours(time(9), time(8, 59)))
    post.want_many(1)
    release = post.app.services.messaging.release.release

    assert dict(release([FIRST]).states) == {State.HELD: 1}
    for _ in range(again):
        assert dict(release([FIRST]).states) == {}


def test_release_by_key_settles_a_message_whose_sender_died(post: Post) -> None:
    post.want_many(1)
    post.app.crash_points.crash_at("send.handed_over")
    with pytest.raises(Crashed):
        post.release()
    post.clock.advance(timedelta(hours=1))

    released = post.app.services.messaging.release.release([FIRST])

    assert dict(released.states) == {State.UNCERTAIN: 1}
    assert post.sent_ids() == [FIRST]


def hold(post: Post, message_id: str, **span: Any) -> None:
    """The message waits for another try."""
    post.room.says[message_id] = SCRIPT
    post.email.answer_with(Temporary("busy", retry_after=timedelta(**span)))
    post.want(message_id, about=message_id)
    post.app.services.messaging.release.release([message_id])


def test_each_minute_with_something_due_is_scheduled_once(post: Post) -> None:
    scheduler = MemoryScheduler(post.clock)
    hold(post, FIRST, minutes=30)
    hold(post, SECOND, minutes=30)
    hold(post, "shop/J-003/ready", minutes=50, seconds=10)
    start = post.clock.now().astimezone(UTC)

    expected = [f"{start + timedelta(minutes=m):%d %H:%M}" for m in (30, 51)]
    assert schedule(post, scheduler) == expected
    assert schedule(post, scheduler) == expected
    assert sorted(scheduler.list()) == [
        f"release-{start + timedelta(minutes=m):%Y%m%dT%H%M}" for m in (30, 51)
    ]


def test_what_is_due_now_needs_no_call(post: Post) -> None:
    post.want_many(1)

    assert schedule(post, MemoryScheduler(post.clock)) == []


def test_call_comes_when_the_message_may_leave(post: Post) -> None:
    scheduler = MemoryScheduler(post.clock)
    hold(post, FIRST, minutes=30, seconds=1)
    schedule(post, scheduler)
    (name,) = scheduler.list()
    post.clock.advance(31 * MINUTE)

    assert f"{post.clock.now():%Y%m%dT%H%M}" == name.removeprefix("release-")
    assert post.release() == {State.SENT: 1}
