"""Which messages left of late, and how many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.delivery.messages import Message, State
from belfry.delivery.ports import Messages

MOST_COUNTED = 60


@dataclass(frozen=True, slots=True)
class Sent:
    """Those that left, the latest first; `is_all` unless there may be more of them."""

    messages: Sequence[Message]
    is_all: bool

    def __len__(self) -> int:
        return len(self.messages)


@dataclass(frozen=True, slots=True)
class ListSent:
    """However many ever left, only the latest are looked at."""

    messages: Messages

    def __call__(self, *, since: datetime) -> Sent:
        found: list[Message] = []
        is_all = True
        for state in (State.SENT, State.DELIVERED):
            page = self.messages.list_newest(states=[state], limit=MOST_COUNTED)
            left = [one for one in page if one.sent_at and one.sent_at >= since]
            is_all &= len(left) < MOST_COUNTED
            found += left
        return Sent(sorted(found, key=_find_time, reverse=True), is_all)


def _find_time(message: Message) -> tuple[datetime, str]:
    return message.sent_at or message.made_at, message.id
