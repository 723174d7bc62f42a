"""How a message's fate is written into its trail.

Addresses and texts stand there as digests, so that the trail may outlive what it is about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Audit, Change, Put
from belfry.kernel.tokens import digest_of
from belfry.messaging.messages import Message, State

BELFRY = "belfry"
GAP = "…"


@dataclass(frozen=True, slots=True)
class Step:
    """What to commit, and the message as it is put there."""

    changes: list[Change]
    put: Message

    @property
    def message(self) -> Message:
        """The message as it stands once that is done."""
        return replace(self.put, revision=self.put.revision + 1)

    @property
    def state(self) -> State:
        return self.put.state


def record(message: Message, *, action: str, at: datetime, by: str = BELFRY) -> Step:
    """The message as it is now, with the entry that says so."""
    audited, entry = write_entry(message, action=action, by=by, at=at, after=_render(message))
    return Step([Put(audited), Audit(entry)], audited)


def _render(message: Message) -> dict[str, Any]:
    said: dict[str, Any] = {"state": message.state.value, "why": _hide(message)}
    if message.own_words:
        said["own_words"] = digest_of(message.own_words)
    if message.attempt:
        said |= {
            "attempt": message.attempt,
            "channel": message.channel,
            "to": digest_of(message.sent_to),
            "text": digest_of(f"{message.subject_line}\n{message.text}"),
        }
    return said


def _hide(message: Message) -> str:
    """Why, with a gap where it repeats the address or the text."""
    why = message.why
    for hidden in (message.sent_to, message.subject_line, message.text):
        if hidden:
            why = why.replace(hidden, GAP)
    return why
