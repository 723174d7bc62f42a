"""Notices to the team about its own messages: a daily limit is reached, or a provider refuses us.

They go to the admin by e-mail, whatever channel that person prefers: it may be the one that fails.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from belfry.kernel.channels import EMAIL, find_traits
from belfry.kernel.errors import BelfryError, Conflict
from belfry.messaging.caps import ROOM, render_notice
from belfry.messaging.messages import Audience, Message, record
from belfry.messaging.ports import Messages, RenderedMessage, Unsendable, Written
from belfry.messaging.send_policy import SendPolicy
from belfry.ports.store import Store

log = logging.getLogger(__name__)

REFUSED = "refused"
MOST_SENT_READ = 200


@dataclass(frozen=True, slots=True)
class NotifyRefusal:
    """Tell the admin that a provider refuses Belfry's credentials: once, until it works again.

    A notice belongs to the room whose message was refused, as its records may be apart from those
    of the others; `rooms` are all those whose notices can be read here.
    """

    store: Store
    messages: Messages
    rooms: Collection[str]

    def __call__(self, refused: Message, why: str, now: datetime) -> None:
        """If it cannot be told, that is logged: the refused message must not suffer from it."""
        try:
            self._tell(refused, why, now)
        except BelfryError as error:
            log.warning("message.refusal_untold", extra={"error": str(error)})

    def _tell(self, refused: Message, why: str, now: datetime) -> None:
        channel = refused.channel
        notices = self.messages.find_latest([_about(room, channel) for room in self.rooms])
        last = max((notice.made_at for notice in notices.values()), default=None)
        if channel == EMAIL.name or (last and not self._has_sent(channel, last)):
            return
        about = _about(refused.room, channel)
        notice = Message(
            id=f"{about}-{now:%Y%m%dT%H%M}",
            room=ROOM,
            kind=REFUSED,
            about=about,
            person="the team",
            audience=Audience.TEAM,
            facts={"channel": channel, "why": why},
            made_at=now,
            due_at=now,
        )
        with suppress(Conflict):  # another process has just told them
            self.store.commit(record(notice, action="queued", at=now).changes)

    def _has_sent(self, channel: str, since: datetime) -> bool:
        sent = self.messages.list_sent(since=since, limit=MOST_SENT_READ)
        return any(message.channel == channel for message in sent)


def _about(room: str, channel: str) -> str:
    return f"{ROOM}/{room}/{channel}/{REFUSED}"


def render_refusal(notice: Message) -> tuple[str, str]:
    """The subject and the text."""
    label = find_traits(notice.facts["channel"]).label
    lines = [
        f"No message by {label} gets through at the moment:",
        "",
        notice.facts["why"],
        "",
        "Messages wait and are tried again, up to eight times within about six hours.",
        "Those that are given up are shown on Today; send them again when it works.",
    ]
    return f"{label}: messages are not getting through", "\n".join(lines)


@dataclass(frozen=True, slots=True)
class WriteNotices:
    """The composer of the notices; `admin` is the address of the team's own mail."""

    store: Store
    policy: SendPolicy
    admin: str

    def open_composer(self) -> WriteNotices:
        return self

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        return False

    def write(self, message: Message, now: datetime) -> Written:
        if not self.admin:
            return Unsendable("no one on the team has an address: set admin in belfry.toml")
        subject, text = self._render(message)
        return RenderedMessage(EMAIL.name, self.admin, "", subject, text)

    def _render(self, message: Message) -> tuple[str, str]:
        if message.kind == REFUSED:
            return render_refusal(message)
        unsent = [self.store.find(Message, message_id) for message_id in message.facts["unsent"]]
        return render_notice(message, [stopped for stopped in unsent if stopped])
