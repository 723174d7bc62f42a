"""Slow texts are prepared only for messages that are about to be sent."""

from __future__ import annotations

from dataclasses import replace
from datetime import time

from tests.messaging.post import SCRIPT, Post

from belfry.kernel.hours.quiet import QuietHours
from belfry.messaging.messages import State
from belfry.messaging.ports import Superseded

ID = "shop/J-1/ready"
DRAFTED = replace(SCRIPT, text="Lovely news, Maya!", worded="by a model")
ALL_DAY = QuietHours(time(9), time(8, 59))


def test_message_that_leaves_says_what_was_prepared(post: Post) -> None:
    post.want()
    post.room.drafts[ID] = DRAFTED
    post.release()
    assert [outgoing.text for outgoing in post.email.sent] == ["Lovely news, Maya!"]
    assert (post.get().text, post.get().worded) == ("Lovely news, Maya!", "by a model")


def test_message_that_leaves_without_a_draft_says_what_it_says(post: Post) -> None:
    post.want()
    post.release()
    assert [outgoing.text for outgoing in post.email.sent] == [SCRIPT.text]


def test_message_in_quiet_hours_is_not_prepared_before_they_end(post: Post) -> None:
    post.policy(quiet=ALL_DAY)
    post.want()
    assert post.release() == {State.HELD: 1}
    assert post.room.prepared == []


def test_message_that_waits_for_a_yes_is_prepared_to_be_read(post: Post) -> None:
    post.policy(asks_first=True)
    post.want()
    post.room.drafts[ID] = DRAFTED
    assert post.release() == {State.HELD: 1}
    assert post.room.prepared == [ID]
    shown = post.app.services.messaging.preview.of(post.get()).rendered
    assert shown is not None
    assert shown.text == "Lovely news, Maya!"


def test_message_that_is_no_longer_true_once_prepared_is_dropped(post: Post) -> None:
    post.want()
    post.room.drafts[ID] = Superseded("the job has moved on")
    assert post.release() == {State.DROPPED: 1}
    assert post.email.sent == []


def test_each_room_prepares_its_own_messages_in_one_go(post: Post) -> None:
    ids = post.want_many(3)
    post.release()
    assert post.room.prepared == ids


def test_words_of_a_person_go_before_those_prepared(post: Post) -> None:
    post.policy(asks_first=True)
    post.want()
    post.room.drafts[ID] = DRAFTED
    post.release()
    post.approve(words="Come and get it.")
    post.release()
    assert [outgoing.text for outgoing in post.email.sent] == ["Come and get it."]
    assert post.get().worded == "by a person"


def test_prompt_answer_leaves_at_any_hour_and_unasked(post: Post) -> None:
    post.policy(asks_first=True, quiet=ALL_DAY)
    post.room.rendered = replace(SCRIPT, is_prompt=True)
    post.want()
    assert post.release() == {State.SENT: 1}
