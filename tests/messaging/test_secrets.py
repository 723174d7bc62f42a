"""A secret is in the sent text and nowhere else."""

from __future__ import annotations

from dataclasses import replace

from tests.messaging.post import SCRIPT, Post

from belfry.kernel.errors import Temporary
from belfry.messaging.messages import State

SECRET = "s3cr3t-t0k3n"
TEXT = f"Press here: https://example.com/answer/{SECRET}"
KEPT = "Press here: https://example.com/answer/[hidden]"


def test_secret_is_in_the_sent_text_and_not_in_the_store(post: Post) -> None:
    post.room.rendered = replace(SCRIPT, text=TEXT, secret=SECRET)
    post.want()
    post.release()

    assert [outgoing.text for outgoing in post.email.sent] == [TEXT]
    assert post.get().text == KEPT
    assert SECRET not in repr(post.app.ports.audit_log.list_latest(limit=100))


def test_secret_of_a_message_that_is_tried_again_is_not_kept_either(post: Post) -> None:
    post.room.rendered = replace(SCRIPT, text=TEXT, secret=SECRET)
    post.email.answer_with(Temporary("busy"))
    post.want()
    post.release()

    assert (post.state(), post.get().text) == (State.QUEUED, KEPT)


def test_text_that_the_days_limit_stops_is_told_without_its_secret(post: Post) -> None:
    post.room.rendered = replace(SCRIPT, text=TEXT, secret=SECRET)
    post.policy(caps={"email": 0})
    post.want()
    post.release()

    assert (post.state(), post.get().text) == (State.DROPPED, KEPT)


def test_words_of_ones_own_get_the_secret_where_it_was_hidden(post: Post) -> None:
    post.room.rendered = replace(SCRIPT, text=TEXT, secret=SECRET)
    post.policy(asks_first=True)
    post.want()
    post.release()
    post.approve(words=KEPT.replace("Press", "Please press"))
    post.release()

    assert [outgoing.text for outgoing in post.email.sent] == [
        TEXT.replace("Press", "Please press")
    ]
    assert SECRET not in repr(post.get().text)


def test_text_without_a_secret_is_kept_as_it_is(post: Post) -> None:
    post.want()
    post.release()

    assert post.get().text == SCRIPT.text
