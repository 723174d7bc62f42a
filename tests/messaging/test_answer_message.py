"""Whether a message waits for somebody's yes, and heeds it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.messaging.post import MINUTE, SCRIPT, TEXT, Post, memory_post
from tests.samples import NOON

from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.messaging.change_messages import LONGEST_WORDS
from belfry.messaging.messages import Audience, State
from belfry.messaging.ports import Superseded, Withheld

ASKED = "waits for somebody to say yes"
NO_CONSENT = "the customer has not agreed to messages yet"


@pytest.fixture
def asking(post: Post) -> Post:
    """A post with a message that waits for a yes."""
    post.policy(asks_first=True)
    post.want()
    post.release()
    return post


def test_room_that_asks_first_holds_the_message_until_a_person_decides(asking: Post) -> None:
    message = asking.get()
    assert (message.state, message.due_at, message.why) == (State.HELD, None, ASKED)

    asking.clock.advance(timedelta(days=30))
    assert (asking.release(), asking.sent_ids()) == ({}, [])


def test_approved_message_leaves(asking: Post) -> None:
    approved = asking.approve()

    assert (approved.state, approved.approved_by) == (State.QUEUED, "Tom")
    assert approved == asking.get()
    assert asking.release() == {State.SENT: 1}
    assert [letter.text for letter in asking.email.letters] == [TEXT]
    assert asking.actions() == ["queued", "held", "approved", "sending", "sent"]
    by = [entry.by for entry in asking.house.ports.audit_log.list_entries(asking.get().subject)]
    assert by == ["belfry", "belfry", "Tom", "belfry", "belfry"]
    asking.check_trails()


def test_approved_message_says_the_persons_own_words(asking: Post) -> None:
    asking.approve(words="  Come and get it, Maya!\n")
    asking.release()

    assert [letter.text for letter in asking.email.letters] == ["Come and get it, Maya!"]
    said = repr(asking.house.ports.audit_log.list_latest(limit=99))
    assert "Come and get it" not in said
    asking.check_trails()


def test_own_words_stay_through_every_attempt(asking: Post) -> None:
    asking.email.answer_with(Temporary("busy"))
    asking.approve(words="Come and get it!")
    asking.release()
    asking.clock.advance(MINUTE)
    asking.release()

    assert [letter.text for letter in asking.email.letters] == ["Come and get it!"]


def test_declined_message_never_leaves(asking: Post) -> None:
    declined = asking.decline()

    assert (declined.state, declined.why) == (State.DROPPED, "stopped by Tom")
    assert (asking.release(), asking.sent_ids()) == ({}, [])
    assert asking.actions() == ["queued", "held", "declined"]
    asking.check_trails()


def test_message_that_was_not_asked_about_can_be_stopped_while_it_waits(post: Post) -> None:
    post.want()
    post.decline()

    assert (post.release(), post.state()) == ({}, State.DROPPED)


def test_approved_message_can_be_stopped_before_it_leaves(asking: Post) -> None:
    asking.approve()
    asking.decline()

    assert asking.release() == {}


def test_second_yes_is_refused(asking: Post) -> None:
    asking.approve()

    with pytest.raises(Conflict, match=r"does not wait for a yes: it is queued \(approved by Tom"):
        asking.approve()


@pytest.mark.parametrize("answer", ["approve", "decline"])
def test_answer_after_a_no_is_refused(asking: Post, answer: str) -> None:
    asking.decline()

    with pytest.raises(Conflict, match=r"it is dropped \(stopped by Tom\)"):
        getattr(asking, answer)()


@pytest.mark.parametrize("answer", ["approve", "decline"])
def test_answer_after_it_left_is_refused(asking: Post, answer: str) -> None:
    asking.approve()
    asking.release()

    with pytest.raises(Conflict, match="it is sent$"):
        getattr(asking, answer)()


@pytest.mark.parametrize("answer", ["approve", "decline"])
def test_answer_to_nothing_is_not_found(post: Post, answer: str) -> None:
    with pytest.raises(NotFound, match="no message 'shop/J-1/ready'"):
        getattr(post, answer)()


def test_own_words_beyond_all_measure_are_refused(asking: Post) -> None:
    with pytest.raises(InputError, match="at most 1000 characters"):
        asking.approve(words="x" * (LONGEST_WORDS + 1))

    assert asking.state() is State.HELD
    asking.approve(words="x" * LONGEST_WORDS)


def test_approved_message_keeps_the_quiet_hours() -> None:
    post = memory_post(NOON + timedelta(hours=10))
    post.policy(asks_first=True)
    post.want()
    post.release()
    post.approve()
    post.release()

    assert (post.state(), post.get().due_at) == (State.HELD, NOON + timedelta(hours=21))
    post.clock.advance(timedelta(hours=11))
    assert post.release() == {State.SENT: 1}


def test_approved_message_that_is_no_longer_true_is_dropped(asking: Post) -> None:
    asking.approve()
    asking.room.rendered = Superseded("the job has moved on")

    assert asking.release() == {State.DROPPED: 1}


def test_message_for_the_team_is_not_asked_about(post: Post) -> None:
    post.policy(asks_first=True)
    post.want(audience=Audience.TEAM)

    assert post.release() == {State.SENT: 1}


def test_message_without_consent_waits_for_a_yes(post: Post) -> None:
    post.room.rendered = Withheld(SCRIPT, NO_CONSENT)
    post.want()
    post.release()
    assert (post.state(), post.get().due_at, post.get().why) == (State.HELD, None, NO_CONSENT)

    post.approve()
    assert post.release() == {State.SENT: 1}
    assert post.sent_ids() == ["shop/J-1/ready"]
    post.check_trails()


def test_message_without_consent_waits_even_if_it_is_for_the_team(post: Post) -> None:
    post.room.rendered = Withheld(SCRIPT, NO_CONSENT)
    post.want(audience=Audience.TEAM)
    post.release()

    assert post.state() is State.HELD
