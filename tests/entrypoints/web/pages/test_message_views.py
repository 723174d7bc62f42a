"""Whether a page says of a message what became of it, and offers what may be done about it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.contracts.shop_books import a_job, a_message
from tests.samples import NOON

from belfry.entrypoints.web.pages.messages.message_views import Fate, MessageView
from belfry.messaging.messages import Audience, State
from belfry.messaging.ports import RenderedMessage
from belfry.messaging.preview_messages import Preview

LATER = NOON + timedelta(hours=1)
SCRIPT = RenderedMessage("email", "ann@example.com", "Ann", "News", "It is ready.")


def left(state: State, **changes: Any) -> MessageView:
    return MessageView(a_message(state=state, **changes), None, a_job())


def waiting(
    why: str, *, at: datetime | None = None, script: RenderedMessage | None = SCRIPT
) -> MessageView:
    message = a_message(state=State.HELD, due_at=at)
    return MessageView(message, Preview(message, at, script, why), a_job())


FATES = {
    "waits for somebody": (
        waiting("the model made it up"),
        Fate("Waiting for approval", "the model made it up"),
    ),
    "waits, and the reason says no more": (
        waiting("waiting for approval"),
        Fate("Waiting for approval", ""),
    ),
    "will be dropped": (
        waiting("nobody wants it", script=None),
        Fate("Will not be sent", "nobody wants it"),
    ),
    "waits for the morning": (
        waiting("quiet hours", at=LATER),
        Fate("Leaves", "quiet hours", LATER, is_ahead=True),
    ),
    "nobody knows": (
        left(State.UNCERTAIN, why="the line broke", sent_at=NOON),
        Fate("Last heard of", "the line broke", NOON),
    ),
    "was sent": (left(State.SENT, why="by its time", sent_at=NOON), Fate("Sent", "", NOON)),
    "came back": (left(State.BOUNCED, why="no such box", sent_at=NOON), Fate("Sent", "", NOON)),
    "failed": (left(State.FAILED, why="no such house"), Fate("Failed", "no such house")),
    "was dropped": (left(State.DROPPED), Fate("Not sent", "")),
}


@pytest.mark.parametrize("message_view, fate", FATES.values(), ids=FATES)
def test_fate_says_where_a_message_is_and_why(message_view: MessageView, fate: Fate) -> None:
    assert message_view.fate == fate


ANSWERS: dict[str, tuple[MessageView, list[str], list[str]]] = {
    "waits for somebody": (waiting(""), ["approve", "stop"], ["stop"]),
    "waits for the morning": (waiting("", at=LATER), ["stop"], ["stop"]),
    "is being sent": (left(State.SENDING), [], []),
    "was sent": (left(State.SENT), [], ["resend"]),
    "was dropped": (left(State.DROPPED), [], ["resend"]),
    "failed": (left(State.FAILED), ["resend", "settle told"], ["resend", "settle told"]),
    "came back": (left(State.BOUNCED), ["resend", "settle told"], ["resend", "settle told"]),
    "nobody knows": (
        left(State.UNCERTAIN),
        ["resend", "settle arrived"],
        ["resend", "settle arrived"],
    ),
}


@pytest.mark.parametrize("message_view, listed, own", ANSWERS.values(), ids=ANSWERS)
def test_answers_are_those_that_a_message_can_still_be_given(
    message_view: MessageView, listed: list[str], own: list[str]
) -> None:
    assert [f"{answer.act} {answer.word}".strip() for answer in message_view.answers] == listed
    assert [
        f"{own_answer.act} {own_answer.word}".strip() for own_answer in message_view.own_answers
    ] == own


def test_answers_are_spoken_with_what_they_are_about() -> None:
    assert [answer.spoken for answer in left(State.UNCERTAIN).answers] == [
        "Resend to Ann: Update",
        "It arrived: Update to Ann",
    ]
    assert [(button.spoken, button.is_quiet) for button in waiting("").answers] == [
        ("Approve: Update to Ann", False),
        ("Stop: Update to Ann", True),
    ]


def test_to_send_it_again_stands_out_where_it_went_wrong() -> None:
    quiet = {
        state: next(iter(left(state).own_answers)).is_quiet for state in (State.SENT, State.FAILED)
    }
    assert quiet == {State.SENT: True, State.FAILED: False}


@pytest.mark.parametrize(
    "message_view, recipient",
    [
        (left(State.SENT), "Ann"),
        (MessageView(a_message(state=State.SENT, sent_to="+4477"), None, None), "+4477"),
        (MessageView(a_message(state=State.SENT), None, None), "a customer"),
        (left(State.SENT, audience=Audience.TEAM, person="Tom Hale"), "Tom Hale"),
        (left(State.SENT, audience=Audience.TEAM, person=""), "the shop"),
    ],
    ids=["the job's customer", "an address", "nobody known", "one of the team", "the whole team"],
)
def test_recipient_is_the_best_name_there_is(message_view: MessageView, recipient: str) -> None:
    assert message_view.recipient == recipient
