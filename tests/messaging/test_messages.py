"""What can become of a message, and what never can."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from tests.contracts.shop_books import a_message
from tests.loops import for_each
from tests.samples import NOON

from belfry.kernel.errors import Conflict
from belfry.messaging.messages import (
    Message,
    State,
    claim,
    drop,
    fail,
    finish,
    give_back,
    hold,
    is_newer,
    queue,
)

LATER = NOON + timedelta(hours=1)
WORDS = {"channel": "email", "sent_to": "a@example.com", "subject_line": "Hi", "text": "There"}
STEPS: dict[State, Callable[[Message], Message]] = {
    State.QUEUED: lambda message: queue(message, due_at=LATER, why="later"),
    State.HELD: lambda message: hold(message, until=LATER, why="later"),
    State.DROPPED: lambda message: drop(message, why="no longer true"),
    State.SENDING: lambda message: claim(message, until=LATER, counted_in="", **WORDS),
    State.FAILED: lambda message: fail(message, why="refused"),
    State.SENT: lambda message: finish(message, state=State.SENT, at=NOON, why="", receipt="250"),
    State.UNCERTAIN: lambda message: finish(message, state=State.UNCERTAIN, at=NOON, why="?"),
}
IN_LINE = {State.QUEUED, State.HELD, State.DROPPED, State.SENDING, State.FAILED}
ALLOWED = {
    State.QUEUED: IN_LINE,
    State.HELD: IN_LINE,
    State.SENDING: {State.QUEUED, State.FAILED, State.SENT, State.UNCERTAIN},
}
PAIRS = [(before, after) for before in State for after in STEPS]
GOOD = [(before, after) for before, after in PAIRS if after in ALLOWED.get(before, ())]
BAD = [pair for pair in PAIRS if pair not in GOOD]


def show(state: State) -> str:
    return str(state.value)


@pytest.mark.parametrize("before, after", GOOD, ids=show)
def test_message_becomes_what_it_may(before: State, after: State) -> None:
    assert STEPS[after](a_message(state=before)).state is after


@for_each("before, after", BAD)
def test_message_refuses_to_become_what_it_may_not(before: State, after: State) -> None:
    with pytest.raises(Conflict, match=rf"is {before}; it cannot become {after}$"):
        STEPS[after](a_message(state=before))


@pytest.mark.parametrize(
    "state",
    [State.DROPPED, State.FAILED, State.UNCERTAIN, State.DELIVERED, State.BOUNCED, State.SENT],
    ids=show,
)
def test_message_that_has_come_to_an_end_is_never_in_line_again(state: State) -> None:
    assert [after for before, after in GOOD if before is state] == []


def test_claim_counts_the_attempt_and_forgets_why_it_waited() -> None:
    waiting = a_message(state=State.HELD, why="quiet hours", attempt=2)

    assert claim(waiting, until=LATER, counted_in="today", **WORDS) == a_message(
        state=State.SENDING, attempt=3, due_at=LATER, why="", counted_in="today", **WORDS
    )


def test_give_back_takes_the_attempt_back_that_was_none() -> None:
    claimed = a_message(state=State.SENDING, attempt=3, due_at=LATER)

    assert give_back(claimed, due_at=NOON) == a_message(state=State.QUEUED, attempt=2, due_at=NOON)


def test_finish_keeps_the_receipt_and_when_it_left() -> None:
    done = finish(
        a_message(state=State.SENDING), state=State.SENT, at=LATER, why="", receipt="250 ok"
    )

    assert (done.sent_at, done.receipt, done.due_at) == (LATER, "250 ok", None)


@pytest.mark.parametrize(
    "changes, is_it",
    [
        pytest.param({}, True, id="made later about the same thing to the same person"),
        pytest.param({"about": "job/J-2"}, False, id="about another thing"),
        pytest.param({"person": "shop"}, False, id="to another person"),
        pytest.param({"made_at": NOON}, False, id="made at the same moment"),
        pytest.param({"state": State.DROPPED}, False, id="never to be said"),
        pytest.param({"message_id": "job/J-1/1/resend-1"}, False, id="an old one said again"),
    ],
)
def test_newer_message_takes_the_place_of_an_older_one(
    changes: dict[str, Any], is_it: bool
) -> None:
    newer = a_message(**{"message_id": "newer", "made_at": LATER, **changes})

    assert is_newer(newer, a_message()) is is_it


def test_message_never_shows_address_or_words_when_it_is_logged() -> None:
    assert [word for word in WORDS.values() if word in repr(a_message(**WORDS))] == ["email"]
