"""What became of a message or will, in a few words, and what somebody may do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from belfry.delivery.messages import State
from belfry.entrypoints.web.pages.words import STATES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from belfry.entrypoints.web.pages.letters import Shown


class Fate(NamedTuple):
    """What is said of it, why, and when that was or will be, as far as there is more to say."""

    said: str
    why: str
    at: datetime | None = None
    is_ahead: bool = False


class Answer(NamedTuple):
    """A button: what it does, what stands on it and what is said of it to those who hear it.

    `word` is sent along, where the same thing is done in several ways.
    """

    act: str
    label: str
    spoken: str
    is_quiet: bool = True
    word: str = ""


def find_fate(letter: Shown) -> Fate:
    """When it left, or leaves, and why it is where it is."""
    message, why = letter.message, letter.why
    if letter.needs_yes:
        return Fate("Waits for a yes", "" if "say yes" in why else why)
    if letter.never_leaves:
        return Fate("Will not be sent", why)
    if letter.leaves_at:
        return Fate("Leaves", why, letter.leaves_at, is_ahead=True)
    if message.sent_at and message.state is State.UNCERTAIN:
        return Fate("Last heard of", why, message.sent_at)
    if message.sent_at:
        return Fate("Sent", "", message.sent_at)
    return Fate(STATES[message.state].word.capitalize(), why)


def list_answers(letter: Shown) -> Iterator[Answer]:
    """What may be done about it from a list."""
    if letter.needs_yes:
        yield Answer("approve", "Approve", f"Approve: {letter.name}", is_quiet=False)
    if letter.message.is_waiting:
        yield _stop(letter)
    elif letter.is_wrong:
        yield _resend(letter)
        yield _settle(letter)


def list_own_answers(letter: Shown) -> Iterator[Answer]:
    """What may be done about it at the head of its own page, which asks for a yes elsewhere."""
    if letter.message.is_waiting:
        yield _stop(letter)
    elif letter.may_be_resent:
        yield _resend(letter, is_quiet=not letter.is_wrong)
        if letter.is_wrong:
            yield _settle(letter)


def _stop(letter: Shown) -> Answer:
    return Answer("stop", "Stop", f"Stop: {letter.name}")


def _resend(letter: Shown, *, is_quiet: bool = True) -> Answer:
    spoken = f"Resend to {letter.recipient}: {letter.kind}"
    return Answer("resend", "Resend", spoken, is_quiet=is_quiet)


def _settle(letter: Shown) -> Answer:
    """Somebody knows better than the machines: it arrived, or they told the person themselves."""
    is_uncertain = letter.message.state is State.UNCERTAIN
    label, word = ("It arrived", "arrived") if is_uncertain else ("Told in another way", "told")
    return Answer("settle", label, f"{label}: {letter.name}", word=word)
