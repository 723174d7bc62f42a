"""Daily limits: messages beyond a limit go to the team as a notice instead."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from belfry.messaging.messages import Audience, Message
from belfry.messaging.send_policy import SendPolicy, find_cap, find_day
from belfry.ports.store import Store

ROOM = "delivery"
KIND = "capped"
COLLECTED_FOR = timedelta(minutes=10)
MOST_IN_ONE = 200


def notice_id(room: str, channel: str, now: datetime, number: int = 1) -> str:
    """One notice collects everything stopped within ten minutes."""
    slot = now.replace(minute=now.minute // 10 * 10, second=0, microsecond=0)
    more = f"-{number}" if number > 1 else ""
    return f"{ROOM}/{room}/{channel}/capped-{slot:%Y%m%dT%H%M}{more}"


def begin_notice(notice: str, stopped: Message, channel: str, cap: int, now: datetime) -> Message:
    """Its subject is its own id, so that no later notice replaces it."""
    return Message(
        id=notice,
        room=ROOM,
        kind=KIND,
        about=notice,
        person="the team",
        audience=Audience.TEAM,
        facts={"room": stopped.room, "channel": channel, "cap": cap, "unsent": []},
        made_at=now,
        due_at=now + COLLECTED_FOR,
    )


def has_room(notice: Message) -> bool:
    """Whether more can be added: it has not been sent and is not full."""
    return notice.is_waiting and len(notice.facts["unsent"]) < MOST_IN_ONE


def add_unsent(notice: Message, stopped: Message) -> Message:
    unsent = [*notice.facts["unsent"], stopped.id]
    return replace(notice, facts={**notice.facts, "unsent": unsent})


def render_notice(notice: Message, unsent: list[Message]) -> tuple[str, str]:
    """The subject and the text, with every message that was not sent."""
    facts = notice.facts
    subject = f"{len(unsent)} not sent: the day's limit of {facts['cap']} is reached"
    lines = [
        f"Today's limit of {facts['cap']} messages by {facts['channel']} is reached.",
        "These were not sent. Send them yourself if they matter, or raise the limit:",
    ]
    for message in unsent:
        lines += ["", f"To {message.sent_to or message.person} ({message.about}):", message.text]
    return subject, "\n".join(lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyCount:
    """One room's messages on one channel on one local day."""

    name: str
    count: int = 0
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


def daily_count_name(room: str, channel: str, day: str) -> str:
    return f"{room}/{channel}/{day}"


def find_count_name(message: Message, channel: str, policy: SendPolicy, at: datetime) -> str:
    """The daily count that the message belongs to if it is sent at that moment."""
    return daily_count_name(message.room, channel, find_day(at, policy).isoformat())


def say_reached(cap: int, channel: str) -> str:
    return f"the day's limit of {cap} by {channel} is reached"


@dataclass(frozen=True, slots=True)
class Allowances:
    """What previews have left of the limits: each message that would be sent takes one."""

    store: Store
    taken: Counter[str] = field(default_factory=Counter)

    def take(self, message: Message, channel: str, policy: SendPolicy, at: datetime) -> str:
        """Why the message would be stopped at that moment; nothing if it would not."""
        cap = find_cap(message, channel, policy)
        name = find_count_name(message, channel, policy, at)
        if cap is None or message.counted_in == name:
            return ""
        counted = self.store.find(DailyCount, name)
        if (counted.count if counted else 0) + self.taken[name] >= cap:
            return say_reached(cap, channel)
        self.taken[name] += 1
        return ""
