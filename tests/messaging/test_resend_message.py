"""Whether a thing is said once more only because a person asked, and under a name of its own."""

from __future__ import annotations

import pytest
from tests.fakes.crash_points import Struck
from tests.messaging.post import MINUTE, TEXT, Post

from belfry.kernel.errors import Conflict, NotFound, Permanent, PortError, Unknown
from belfry.messaging.messages import State
from belfry.messaging.ports import Superseded, Unsendable

ID = "shop/J-1/ready"


@pytest.mark.parametrize(
    "outcome, state",
    [
        pytest.param("250 ok", State.SENT, id="sent"),
        pytest.param(Permanent("no such mailbox"), State.FAILED, id="failed"),
        pytest.param(Unknown("the line broke"), State.UNCERTAIN, id="uncertain"),
    ],
)
def test_resend_makes_a_new_message_and_leaves_the_old_one_as_it_is(
    post: Post, outcome: str | PortError, state: State
) -> None:
    post.email.answer_with(outcome)
    post.want()
    post.release()
    before = post.get()
    post.clock.advance(MINUTE)

    again = post.resend()

    assert (again.id, again.state) == (f"{ID}/resend-1", State.QUEUED)
    assert (again.approved_by, again.why) == ("Tom", "asked for by Tom")
    assert (again.about, again.person, again.facts) == (before.about, before.person, before.facts)
    assert post.release() == {State.SENT: 1}
    assert (post.get(), before.state) == (before, state)
    assert [one.text for one in post.email.letters if one.id == again.id] == [TEXT]
    assert post.actions(again.id) == ["resent", "sending", "sent"]
    post.check_trails()


def test_resends_are_numbered_whichever_of_them_is_resent(post: Post) -> None:
    post.want()
    post.release()
    ids = []
    for old in (ID, ID, f"{ID}/resend-1", f"{ID}/resend-2"):
        ids.append(post.resend(old).id)
        post.release()

    assert ids == [f"{ID}/resend-{number}" for number in (1, 2, 3, 4)]
    assert post.sent_ids() == [ID, *ids]


def test_message_that_waits_is_not_resent(post: Post) -> None:
    post.want()

    with pytest.raises(Conflict, match="is still queued: nothing is to be resent"):
        post.resend()


def test_message_that_is_being_sent_is_not_resent(post: Post) -> None:
    post.want()
    post.house.crash_points.strike_at("send.handed_over")
    with pytest.raises(Struck, match="handed_over"):
        post.release()

    with pytest.raises(Conflict, match="is still sending"):
        post.resend()


def test_second_press_of_the_button_is_refused_while_the_first_waits(post: Post) -> None:
    post.want()
    post.release()
    post.resend()

    with pytest.raises(Conflict, match="resend-1 is still queued"):
        post.resend()
    post.release()
    assert post.sent_ids() == [ID, f"{ID}/resend-1"]


def test_unknown_message_is_not_found(post: Post) -> None:
    with pytest.raises(NotFound, match="no message 'shop/J-9'"):
        post.resend("shop/J-9")


def test_resend_needs_no_second_yes_and_keeps_the_persons_own_words(post: Post) -> None:
    post.policy(asks_first=True)
    post.want()
    post.release()
    post.approve(words="Come and get it!")
    post.email.answer_with(Permanent("no"))
    post.release()
    post.resend()

    assert post.release() == {State.SENT: 1}
    assert [letter.text for letter in post.email.letters] == ["Come and get it!"]


def test_resend_of_what_is_no_longer_true_is_dropped(post: Post) -> None:
    post.want()
    post.release()
    post.room.rendered = Superseded("the job has moved on")
    again = post.resend()

    assert post.release() == {State.DROPPED: 1}
    assert post.get(again.id).why == "the job has moved on"


def test_resend_after_the_address_was_mended_arrives(post: Post) -> None:
    post.room.says[ID] = Unsendable("there is no address")
    post.want()
    post.release()
    post.resend()

    assert post.release() == {State.SENT: 1}
