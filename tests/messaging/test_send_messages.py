"""The state of a message after it was handed to the channel."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.fakes.crash_points import Crashed
from tests.messaging.post import (
    ADDRESS,
    MINUTE,
    Post,
    SlowChannel,
    memory_post,
)
from tests.samples import NOON

from belfry.kernel.errors import Permanent, Temporary, Unknown
from belfry.kernel.hours.quiet import NEVER_QUIET
from belfry.messaging.messages import State

HOUR = timedelta(hours=1)
ID = "shop/J-1/ready"


def test_temporary_trouble_is_tried_again_after_pauses_that_grow_and_given_up_in_the_end(
    post: Post,
) -> None:
    post.policy(quiet=NEVER_QUIET)
    post.email.answer_with(*[Temporary("busy")] * 8)
    post.want()
    pauses = []
    while post.release() == {State.QUEUED: 1}:
        due = post.get().due_at
        assert due is not None
        assert post.get().why == "busy"
        pauses.append((due - post.clock.now()) // MINUTE)
        post.clock.advance_to(due - timedelta(microseconds=1))
        assert post.release() == {}
        post.clock.advance_to(due)

    assert pauses == [1, 3, 9, 27, 81, 120, 120]
    assert (post.state(), post.get().attempt) == (State.FAILED, 8)
    assert post.get().why == "given up after 8 attempts: busy"
    assert post.actions() == ["queued", *["sending", "put back"] * 7, "sending", "failed"]
    post.check_audit_logs()


@pytest.mark.parametrize(
    "asked, pause",
    [
        pytest.param(timedelta(minutes=30), timedelta(minutes=30), id="longer than our own pause"),
        pytest.param(timedelta(seconds=5), timedelta(minutes=1), id="shorter than our own pause"),
    ],
)
def test_other_side_is_given_the_time_it_asks_for(
    post: Post, asked: timedelta, pause: timedelta
) -> None:
    post.email.answer_with(Temporary("slow down", retry_after=asked))
    post.want()
    post.release()

    assert post.get().due_at == NOON + pause


def test_message_taken_at_the_second_attempt_is_one_message(post: Post) -> None:
    post.email.answer_with(Temporary("busy"))
    post.want()
    post.release()
    post.clock.advance(MINUTE)

    assert post.release() == {State.SENT: 1}
    assert (post.sent_ids(), post.get().attempt) == ([ID], 2)


def test_refusal_for_good_fails_at_once(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    post.email.answer_with(Permanent(f"550 <{ADDRESS}> is unknown"))
    post.want()

    assert post.release() == {State.FAILED: 1}
    assert post.get().why == f"550 <{ADDRESS}> is unknown"
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    post.check_audit_logs()


def test_audit_log_of_a_refusal_says_why_without_the_address(post: Post) -> None:
    post.email.answer_with(Permanent(f"550 <{ADDRESS}> is unknown"))
    post.want()
    post.release()

    last = post.app.ports.audit_log.list_entries(f"message/{ID}")[-1]
    assert (last.after["state"], last.after["why"]) == ("failed", "550 <…> is unknown")


def test_message_without_an_answer_is_uncertain_and_not_sent_again(post: Post) -> None:
    post.email.answer_with(Unknown("the line broke"))
    post.want()

    assert post.release() == {State.UNCERTAIN: 1}
    assert post.get().why == "it may have arrived, or not: the line broke"
    post.clock.advance(HOUR)
    assert (post.release(), post.sent_ids()) == ({}, [ID])
    post.check_audit_logs()


def test_trouble_with_one_message_does_not_keep_the_next_from_leaving(post: Post) -> None:
    ids = post.want_many(4)
    post.email.answer_with(Temporary("busy"), Permanent("no"), Unknown("?"), "ok")

    assert post.release() == {
        State.QUEUED: 1,
        State.FAILED: 1,
        State.UNCERTAIN: 1,
        State.SENT: 1,
    }
    assert [post.state(message_id) for message_id in ids] == [
        "queued",
        "failed",
        "uncertain",
        "sent",
    ]


def test_slow_channel_hands_back_what_would_outlive_the_lease(post: Post) -> None:
    """Two minutes a message, ten minutes of lease: after five minutes the rest is claimed anew."""
    slow = SlowChannel(post.clock, 2 * MINUTE)
    post.use_channel("email", slow)
    ids = post.want_many(10)

    assert post.release() == {State.SENT: 10, State.QUEUED: 7 + 4 + 1}

    assert [outgoing.id for outgoing in slow.sent] == ids
    assert {post.get(message_id).attempt for message_id in ids} == {1}
    assert post.actions(ids[9]) == ["queued", *["sending", "put back"] * 3, "sending", "sent"]
    post.check_audit_logs()


def test_message_that_waited_its_turn_in_vain_keeps_all_its_attempts(post: Post) -> None:
    """A dead server that lets every caller wait: no message is given up because of the others."""
    post.policy(quiet=NEVER_QUIET)
    slow = SlowChannel(post.clock, 2 * MINUTE)
    slow.answer_with(*[Temporary("no answer")] * 20)
    post.use_channel("email", slow)
    ids = post.want_many(30)
    post.release()

    assert {post.state(message_id) for message_id in ids} == {State.SENT}
    tried = [
        post.actions(message_id).count("sending") - _given_back(post, message_id)
        for message_id in ids
    ]
    assert tried == [post.get(message_id).attempt for message_id in ids]


def _given_back(post: Post, message_id: str) -> int:
    entries = post.app.ports.audit_log.list_entries(f"message/{message_id}")
    return sum(entry.action == "put back" and not entry.after["why"] for entry in entries)


def test_lease_that_ran_out_leaves_the_message_uncertain() -> None:
    post = memory_post()
    post.app.crash_points.crash_at("send.handed_over")
    post.want()
    with pytest.raises(Crashed, match="handed_over"):
        post.release()
    assert (post.state(), post.get().due_at) == (State.SENDING, NOON + 10 * MINUTE)

    post.clock.advance_to(NOON + 10 * MINUTE - timedelta(microseconds=1))
    assert post.release() == {}
    post.clock.advance_to(NOON + 10 * MINUTE)
    assert post.release() == {State.UNCERTAIN: 1}

    assert post.get().why == (
        "nothing was heard of it after it was taken in hand: it may have arrived, or not"
    )
    assert post.sent_ids() == [ID]
    post.check_audit_logs()


def test_slow_server_has_every_message_written_down_before_the_next_is_begun(post: Post) -> None:
    post.use_channel("email", SlowChannel(post.clock, timedelta(milliseconds=51)))
    ids = post.want_many(3)
    post.app.crash_points.crash_at("send.handed_over", 3)
    with pytest.raises(Crashed, match="handed_over"):
        post.release()

    assert [post.state(message_id) for message_id in ids] == ["sent", "sent", "sending"]


def test_quick_server_has_at_most_25_messages_that_are_not_written_down(post: Post) -> None:
    ids = post.want_many(60)
    post.app.crash_points.crash_at("send.handed_over", 50)
    with pytest.raises(Crashed, match="handed_over"):
        post.release()

    assert [post.state(message_id) for message_id in ids] == ["sent"] * 25 + ["sending"] * 25 + [
        "queued"
    ] * 10
