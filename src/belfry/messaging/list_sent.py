"""Which messages left of late, and how many."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from belfry.messaging.ports import Messages
from belfry.messaging.sent import Sent

MOST_COUNTED = 60


@dataclass(frozen=True, slots=True)
class ListSent:
    """However many ever left, only the latest are looked at, and fewer still are read."""

    messages: Messages

    def __call__(self, *, since: datetime, limit: int) -> Sent:
        return self.messages.find_sent(since=since, among=MOST_COUNTED, limit=limit)
