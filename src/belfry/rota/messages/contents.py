"""Who a message goes to, and what it is made of before it is rendered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from belfry.messaging.messages import Message
from belfry.messaging.ports import Attachment
from belfry.rota.messages.facts import MessageFacts
from belfry.rota.rules.voice import Voice
from belfry.rota.rules.weeks import Rules
from belfry.workspace.staff import Staff, Way


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderContext:
    """What is read once for all messages of a pass.

    `left` are messages that have left, by what they are about.
    """

    rules: Rules
    voice: Voice
    staff: Staff
    team_id: str
    left: dict[str, Sequence[Message]] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """`name` is blank for the admin."""

    name: str
    team: str
    zone: ZoneInfo
    link: str = ""
    way: Way
    context: RenderContext

    @property
    def facts(self) -> dict[str, Any]:
        """The facts that every message has."""
        return {"reader": self.name, "team": self.team, "zone": self.zone, "link": self.link}


@dataclass(frozen=True, slots=True)
class Content:
    """`is_prompt` if quiet hours do not apply; `worded` says who phrased it, if a model did."""

    facts: MessageFacts
    attachments: tuple[Attachment, ...] = ()
    is_prompt: bool = False
    worded: str = ""
