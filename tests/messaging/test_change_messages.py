"""A cause queues one message, and a newer one supersedes those that wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
from tests.fakes.crash_points import Crashed
from tests.messaging.post import MINUTE, SCRIPT, TEXT, Post, a_wish, memory_post
from tests.samples import NOON

from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import (
    Conflict,
    InputError,
    NotFound,
    Permanent,
    PortError,
    Temporary,
    Unknown,
)
from belfry.messaging.change_messages import LONGEST_WORDS, QueueMessage, SettleMessage
from belfry.messaging.messages import Audience, Message, State
from belfry.messaging.ports import Superseded, Unsendable, Withheld
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
    post.app.ports.store.commit([Put(replace(known, state=end, due_at=None))])

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
    post.check_audit_logs()


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
    """Lets another process act just before the next commit."""

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
    ports = post.app.ports
    return QueueMessage(MeddledStore(ports.store, list(meddle)), ports.messages, ports.clock)


def test_message_that_leaves_at_that_very_moment_is_not_replaced(post: Post) -> None:
    post.want("shop/J-1/started")

    assert meddled_queue(post, post.release)(a_wish("shop/J-1/ready")) is True

    assert post.state("shop/J-1/started") is State.SENT
    assert post.state("shop/J-1/ready") is State.QUEUED
    post.check_audit_logs()


def test_two_that_queue_the_same_cause_at_once_make_one(post: Post) -> None:
    assert meddled_queue(post, post.want)(a_wish()) is False

    assert [message.id for message in post.all()] == ["shop/J-1/ready"]
    assert post.actions() == ["queued"]


def test_queueing_gives_up_for_now_if_others_are_always_first(post: Post) -> None:
    def always_first() -> None:
        raise Conflict("somebody else")

    with pytest.raises(Temporary, match="too much is going on"):
        meddled_queue(post, *[always_first] * 9)(a_wish())
    assert post.app.ports.store.find(Message, a_wish().id) is None


ASKED = "waiting for approval"
NO_CONSENT = "the customer has not agreed to messages yet"


@pytest.fixture
def asking(post: Post) -> Post:
    """An app with a message that waits for approval."""
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
    assert [outgoing.text for outgoing in asking.email.sent] == [TEXT]
    assert asking.actions() == ["queued", "held", "approved", "sending", "sent"]
    by = [entry.by for entry in asking.app.ports.audit_log.list_entries(asking.get().subject)]
    assert by == ["belfry", "belfry", "Tom", "belfry", "belfry"]
    asking.check_audit_logs()


def test_approved_message_says_the_persons_own_words(asking: Post) -> None:
    asking.approve(words="  Come and get it, Maya!\n")
    asking.release()

    assert [outgoing.text for outgoing in asking.email.sent] == ["Come and get it, Maya!"]
    entries = repr(asking.app.ports.audit_log.list_latest(limit=99))
    assert "Come and get it" not in entries
    asking.check_audit_logs()


def test_own_words_stay_through_every_attempt(asking: Post) -> None:
    asking.email.answer_with(Temporary("busy"))
    asking.approve(words="Come and get it!")
    asking.release()
    asking.clock.advance(MINUTE)
    asking.release()

    assert [outgoing.text for outgoing in asking.email.sent] == ["Come and get it!"]


def test_declined_message_never_leaves(asking: Post) -> None:
    declined = asking.decline()

    assert (declined.state, declined.why) == (State.DROPPED, "stopped by Tom")
    assert (asking.release(), asking.sent_ids()) == ({}, [])
    assert asking.actions() == ["queued", "held", "declined"]
    asking.check_audit_logs()


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
    post.check_audit_logs()


def test_message_without_consent_waits_even_if_it_is_for_the_team(post: Post) -> None:
    post.room.rendered = Withheld(SCRIPT, NO_CONSENT)
    post.want(audience=Audience.TEAM)
    post.release()

    assert post.state() is State.HELD


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
    assert [outgoing.text for outgoing in post.email.sent if outgoing.id == again.id] == [TEXT]
    assert post.actions(again.id) == ["resent", "sending", "sent"]
    post.check_audit_logs()


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
    post.app.crash_points.crash_at("send.handed_over")
    with pytest.raises(Crashed, match="handed_over"):
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
    assert [outgoing.text for outgoing in post.email.sent] == ["Come and get it!"]


def test_resend_of_what_is_no_longer_true_is_dropped(post: Post) -> None:
    post.want()
    post.release()
    post.room.rendered = Superseded("the job has moved on")
    again = post.resend()

    assert post.release() == {State.DROPPED: 1}
    assert post.get(again.id).why == "the job has moved on"


def test_resend_after_the_address_was_fixed_arrives(post: Post) -> None:
    post.room.says[ID] = Unsendable("there is no address")
    post.want()
    post.release()
    post.resend()

    assert post.release() == {State.SENT: 1}


def settle(post: Post) -> SettleMessage:
    return SettleMessage(post.app.ports.store, post.clock)


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
            id="the recipient was phoned",
        ),
    ],
)
def test_word_of_a_person_settles_what_went_wrong(
    post: Post, outcome: PortError, word: str, why: str
) -> None:
    post.email.answer_with(outcome)
    post.want()
    post.release()
    handed_over = len(post.email.sent)

    settle(post)(ID, word, by="Tom")

    assert (post.get().state, post.get().why) == (State.DELIVERED, why)
    assert post.release() == {}
    assert len(post.email.sent) == handed_over
    assert post.actions(ID)[-1] == "settled"
    post.check_audit_logs()


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
