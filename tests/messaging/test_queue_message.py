"""Whether a cause makes one message, and the newest takes the place of those that wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from tests.messaging.post import MINUTE, Post, a_wish
from tests.samples import NOON

from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, Temporary
from belfry.messaging.change_messages import QueueMessage
from belfry.messaging.messages import Message, State
from belfry.ports.store import Store


def test_message_is_put_in_line_to_leave_at_once(post: Post) -> None:
    assert post.want() is True

    message = post.get()
    assert (message.state, message.made_at, message.due_at) == (State.QUEUED, NOON, NOON)
    assert post.actions() == ["queued"]


@pytest.mark.parametrize("end", list(State), ids=lambda state: str(state.value))
def test_same_cause_makes_one_message_whatever_became_of_it(post: Post, end: State) -> None:
    post.want()
    known = post.get()
    post.house.ports.store.commit([Put(replace(known, state=end, due_at=None))])

    assert post.want() is False
    assert [message.state for message in post.all()] == [end]


@pytest.mark.parametrize("asks_first", [False, True], ids=["queued", "held"])
def test_newer_message_takes_the_place_of_the_one_that_waits(post: Post, asks_first: bool) -> None:
    post.want("shop/J-1/started")
    if asks_first:
        post.policy(asks_first=True)
        post.release()
        assert post.state("shop/J-1/started") is State.HELD
    post.clock.advance(MINUTE)

    assert post.want("shop/J-1/ready") is True

    old = post.get("shop/J-1/started")
    assert (old.state, old.due_at) == (State.DROPPED, None)
    assert old.why == "replaced by shop/J-1/ready, which is newer"
    assert post.actions("shop/J-1/started")[-1] == "dropped"
    assert post.state("shop/J-1/ready") is State.QUEUED
    post.check_trails()


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"about": "shop/J-2"}, id="about another thing"),
        pytest.param({"person": "Tom"}, id="to another person"),
    ],
)
def test_newer_message_leaves_others_alone(post: Post, other: dict[str, Any]) -> None:
    post.want("shop/J-2/started", **other)
    post.want("shop/J-1/ready")

    assert [message.state for message in post.all()] == [State.QUEUED, State.QUEUED]


def test_every_one_that_waits_is_replaced_and_what_has_left_is_not(post: Post) -> None:
    post.want("shop/J-1/first")
    post.release()
    post.resend("shop/J-1/first")
    post.want("shop/J-1/ready")

    assert {message.id: message.state for message in post.all()} == {
        "shop/J-1/first": State.SENT,
        "shop/J-1/first/resend-1": State.DROPPED,
        "shop/J-1/ready": State.QUEUED,
    }


@dataclass
class MeddledStore:
    """Lets somebody else act just before the next commit."""

    store: Store
    meddle: list[Any]

    def commit(self, changes: Sequence[Change]) -> None:
        if self.meddle:
            self.meddle.pop(0)()
        self.store.commit(changes)

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        return self.store.commit_each(commits)

    def find(self, kind: type[Any], key: str) -> Any:
        return self.store.find(kind, key)


def meddled_queue(post: Post, *meddle: Any) -> QueueMessage:
    ports = post.house.ports
    return QueueMessage(MeddledStore(ports.store, list(meddle)), ports.messages, ports.clock)


def test_message_that_leaves_at_that_very_moment_is_not_replaced(post: Post) -> None:
    post.want("shop/J-1/started")

    assert meddled_queue(post, post.release)(a_wish("shop/J-1/ready")) is True

    assert post.state("shop/J-1/started") is State.SENT
    assert post.state("shop/J-1/ready") is State.QUEUED
    post.check_trails()


def test_two_that_queue_the_same_cause_at_once_make_one(post: Post) -> None:
    assert meddled_queue(post, post.want)(a_wish()) is False

    assert [message.id for message in post.all()] == ["shop/J-1/ready"]
    assert post.actions() == ["queued"]


def test_queueing_gives_up_for_now_if_others_are_always_first(post: Post) -> None:
    def always_first() -> None:
        raise Conflict("somebody else")

    with pytest.raises(Temporary, match="too much is going on"):
        meddled_queue(post, *[always_first] * 9)(a_wish())
    assert post.house.ports.store.find(Message, a_wish().id) is None
