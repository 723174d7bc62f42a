"""Write what delivery itself has to tell the team."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.messaging.caps import render_notice
from belfry.messaging.messages import Message
from belfry.messaging.ports import RenderedMessage, Unsendable, Written
from belfry.messaging.send_policy import SendPolicy
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class WriteNotices:
    """`admin` is where the team's own post goes. It is its own pen: no document is read."""

    store: Store
    policy: SendPolicy
    admin: str

    def open_composer(self) -> WriteNotices:
        return self

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        return False

    def write(self, message: Message, now: datetime) -> Written:
        if not self.admin:
            return Unsendable("nobody of the team has an address: set admin in belfry.toml")
        found = [self.store.find(Message, one) for one in message.facts["unsent"]]
        subject, text = render_notice(message, [one for one in found if one])
        return RenderedMessage("email", self.admin, "", subject, text)
