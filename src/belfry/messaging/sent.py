"""What has left of late: the latest of it, and how much it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.messaging.messages import Message, State

# What was handed over, whether or not anybody has heard since that it arrived.
SENT = (State.SENT, State.DELIVERED)


@dataclass(frozen=True, slots=True)
class Sent:
    """`latest` comes first; `count` is all that was found, and `is_all` unless there is more."""

    latest: Sequence[Message]
    count: int
    is_all: bool
