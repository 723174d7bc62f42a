"""What happens to messages beyond a day's limit: a person gets their text instead."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from belfry.messaging.messages import Audience, Message

ROOM = "delivery"
KIND = "capped"
COLLECTED_FOR = timedelta(minutes=10)
MOST_IN_ONE = 200


def notice_id(room: str, channel: str, now: datetime, number: int = 1) -> str:
    """One notice takes up all that a day's limit stopped within ten minutes, while it waits."""
    slot = now.replace(minute=now.minute // 10 * 10, second=0, microsecond=0)
    more = f"-{number}" if number > 1 else ""
    return f"{ROOM}/{room}/{channel}/capped-{slot:%Y%m%dT%H%M}{more}"


def begin_notice(notice: str, stopped: Message, channel: str, cap: int, now: datetime) -> Message:
    """It is about nothing but itself, so that no later notice takes its place."""
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
    """Whether more can be put into it: it has not left, and can still be read."""
    return notice.is_waiting and len(notice.facts["unsent"]) < MOST_IN_ONE


def add_unsent(notice: Message, stopped: Message) -> Message:
    unsent = [*notice.facts["unsent"], stopped.id]
    return replace(notice, facts={**notice.facts, "unsent": unsent})


def render_notice(notice: Message, unsent: list[Message]) -> tuple[str, str]:
    """The subject and the text, with everything that was not said."""
    facts = notice.facts
    subject = f"{len(unsent)} not sent: the day's limit of {facts['cap']} is reached"
    lines = [
        f"Today's limit of {facts['cap']} messages by {facts['channel']} is reached.",
        "These were not sent. Send them yourself if they matter, or raise the limit:",
    ]
    for message in unsent:
        lines += ["", f"To {message.sent_to or message.person} ({message.about}):", message.text]
    return subject, "\n".join(lines)
