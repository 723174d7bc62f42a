"""What was said about a job and what was written back, as one conversation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that was said; `id` is that of the message, or of the customer's reply.

    `note` is what became of a message, or what was read in a reply.
    """

    at: datetime
    is_theirs: bool
    id: str
    text: str = field(repr=False)
    note: str = ""
    is_open: bool = False


def order_turns(turns: Iterable[Turn]) -> list[Turn]:
    """The newest last; what was said at one moment in the order of a question and its answer."""
    return sorted(turns, key=lambda turn: (turn.at, not turn.is_theirs, turn.id))
