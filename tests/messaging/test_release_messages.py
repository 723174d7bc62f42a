"""A message is sent when it may be, and the reason is stored when not."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.messaging.post import (
    ADDRESS,
    MINUTE,
    SCRIPT,
    TEXT,
    Post,
    SlowChannel,
)
from tests.samples import NOON

from belfry.kernel.errors import InputError, Temporary
from belfry.messaging.messages import State
from belfry.messaging.ports import OutgoingMessage, Superseded, Unsendable

HOUR = timedelta(hours=1)
ID = "shop/J-1/ready"


def test_message_leaves_with_what_the_room_wrote(post: Post) -> None:
    post.email.answer_with("250 queued as 7")
    post.want()

    assert post.release() == {State.SENT: 1}

    assert post.email.sent == [OutgoingMessage(ID, ADDRESS, "Maya", "Your kettle", TEXT)]
    message = post.get()
    assert (message.state, message.attempt, message.sent_at) == (State.SENT, 1, NOON)
    assert (message.channel, message.sent_to) == ("email", ADDRESS)
    assert (message.subject_line, message.text) == ("Your kettle", TEXT)
    assert (message.receipt, message.due_at, message.why) == ("250 queued as 7", None, "")
    assert post.actions() == ["queued", "sending", "sent"]
    post.check_audit_logs()


def test_release_without_due_messages_reports_none(post: Post) -> None:
    assert str(post.app.services.messaging.release()) == "nothing was due"


def test_result_tells_how_many_came_to_which_state(post: Post) -> None:
    post.want_many(3)
    post.room.says["shop/J-001/ready"] = Unsendable("no address")

    assert str(post.app.services.messaging.release()) == "1 failed, 2 sent"


def test_message_that_has_left_never_leaves_again(post: Post) -> None:
    post.want()
    post.release()
    post.app.clock.advance(48 * HOUR)

    assert post.release() == {}
    assert post.sent_ids() == [ID]


def test_everything_due_leaves_in_one_pass_the_longest_due_first(post: Post) -> None:
    ids = post.want_many(450)

    assert post.release() == {State.SENT: 450}
    assert post.sent_ids() == ids


def test_unreachable_person_fails_with_the_reason(post: Post) -> None:
    post.room.rendered = Unsendable("there is no address on the board")
    post.want()

    assert post.release() == {State.FAILED: 1}
    assert (post.get().why, post.get().due_at) == ("there is no address on the board", None)
    assert post.actions() == ["queued", "failed"]


def test_channel_that_is_not_there_fails_and_says_what_there_is(post: Post) -> None:
    post.room.rendered = replace(SCRIPT, channel="pigeon")
    post.want()
    post.release()

    assert post.state() is State.FAILED
    assert post.get().why == "there is no way to send by 'pigeon' here; there is: email, sms"


def test_room_that_is_not_there_fails(post: Post) -> None:
    post.want(room="attic")
    post.release()

    assert (post.state(), post.get().why) == (
        State.FAILED,
        "there is no room 'attic'",
    )


def test_message_that_cannot_be_written_now_waits_and_keeps_no_other_waiting(post: Post) -> None:
    ids = post.want_many(3)
    post.room.says[ids[0]] = Temporary("the folder does not answer")

    assert post.release() == {State.QUEUED: 1, State.SENT: 2}
    first = post.get(ids[0])
    assert (first.due_at, first.why) == (NOON + 5 * MINUTE, "the folder does not answer")
    assert (first.attempt, post.actions(ids[0])) == (0, ["queued", "put back"])

    del post.room.says[ids[0]]
    post.clock.advance(5 * MINUTE)
    assert post.release() == {State.SENT: 1}


def test_room_without_a_pen_keeps_only_its_own_messages_waiting(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    post.room.has_no_pen = InputError("settings.txt, line 3: expected a time")
    post.want()
    post.want("attic/1", room="attic", about="attic/1")
    with caplog.at_level(logging.WARNING):
        assert post.release() == {State.QUEUED: 1, State.FAILED: 1}

    assert (post.state(), post.get().why) == (
        State.QUEUED,
        "settings.txt, line 3: expected a time",
    )
    assert [record.msg for record in caplog.records] == ["message.unwritten"]


def test_older_message_is_dropped_if_a_newer_one_came_while_it_was_sent_in_vain(
    post: Post,
) -> None:
    class NewsMeanwhile(SlowChannel):
        def send(self, outgoing: OutgoingMessage) -> str:
            if outgoing.id == "shop/J-1/started":
                post.clock.advance(timedelta(seconds=1))
                post.want("shop/J-1/ready")
                raise Temporary("busy")
            return super().send(outgoing)

    way = NewsMeanwhile(post.clock, timedelta(0))
    post.use_channel("email", way)
    post.want("shop/J-1/started")
    post.release()
    post.clock.advance(2 * MINUTE)
    post.release()

    assert [outgoing.id for outgoing in way.sent] == ["shop/J-1/ready"]
    old = post.get("shop/J-1/started")
    assert (old.state, old.why) == (State.DROPPED, "replaced by shop/J-1/ready, which is newer")
    assert post.actions("shop/J-1/started") == ["queued", "sending", "put back", "dropped"]
    post.check_audit_logs()


def test_superseded_message_is_dropped_before_anything_else_is_asked(post: Post) -> None:
    post.policy(asks_first=True, test_address="")
    post.room.rendered = Superseded("the customer wants no messages")
    post.want()

    assert post.release() == {State.DROPPED: 1}
