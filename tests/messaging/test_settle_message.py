"""Whether a person's word settles a message that went wrong, and nothing is sent for it."""

from __future__ import annotations

import pytest
from tests.messaging.post import Post

from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent, PortError, Unknown
from belfry.messaging.change_messages import SettleMessage
from belfry.messaging.messages import State

ID = "shop/J-1/ready"


def settle(post: Post) -> SettleMessage:
    return SettleMessage(post.house.ports.store, post.clock)


@pytest.mark.parametrize(
    ("outcome", "word", "why"),
    [
        pytest.param(
            Unknown("the line broke"), "arrived", "it arrived, as noted by Tom", id="it arrived"
        ),
        pytest.param(
            Permanent("no such mailbox"),
            "told",
            "told in another way, as noted by Tom",
            id="somebody rang them up",
        ),
    ],
)
def test_word_of_a_person_settles_what_went_wrong(
    post: Post, outcome: PortError, word: str, why: str
) -> None:
    post.email.answer_with(outcome)
    post.want()
    post.release()
    handed_over = len(post.email.letters)

    settle(post)(ID, word, by="Tom")

    assert (post.get().state, post.get().why) == (State.DELIVERED, why)
    assert post.release() == {}
    assert len(post.email.letters) == handed_over
    assert post.actions(ID)[-1] == "settled"
    post.check_trails()


def test_message_is_settled_only_once(post: Post) -> None:
    post.email.answer_with(Unknown("the line broke"))
    post.want()
    post.release()
    settle(post)(ID, "arrived", by="Tom")

    with pytest.raises(Conflict, match="is delivered"):
        settle(post)(ID, "told", by="Ann")
    assert post.get().why == "it arrived, as noted by Tom"


def test_message_that_was_sent_or_waits_needs_no_word(post: Post) -> None:
    post.want()
    with pytest.raises(Conflict, match="is queued"):
        settle(post)(ID, "arrived", by="Tom")
    post.release()
    with pytest.raises(Conflict, match="only what went wrong is settled"):
        settle(post)(ID, "arrived", by="Tom")


def test_word_that_is_none_is_refused(post: Post) -> None:
    post.email.answer_with(Unknown("the line broke"))
    post.want()
    post.release()
    with pytest.raises(InputError, match="expected arrived or told"):
        settle(post)(ID, "perhaps", by="Tom")
    assert post.get().state is State.UNCERTAIN


def test_message_that_is_not_there_is_not_found(post: Post) -> None:
    with pytest.raises(NotFound):
        settle(post)("shop/none", "told", by="Tom")
