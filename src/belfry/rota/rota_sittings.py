"""What is at hand while messages about the rota are written, and what one of them comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from belfry.messaging.messages import Message
from belfry.messaging.ports import Attachment
from belfry.rota.messages.facts import AnyTold
from belfry.rota.rules.rules import Rules
from belfry.rota.rules.voice import Voice
from belfry.workspace.staff import Staff, Way


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """What the team's documents say at this moment; `mark` is what the team is known by.

    `left` are messages that have left, by what they are about: looked up once.
    """

    rules: Rules
    voice: Voice
    staff: Staff
    mark: str
    left: dict[str, Sequence[Message]] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Whom a message goes to; `name` is blank for the admin, whom nobody calls by a name."""

    name: str
    team: str
    zone: ZoneInfo
    link: str = ""
    way: Way
    sitting: Sitting

    @property
    def told(self) -> dict[str, Any]:
        """What every message tells of its reader."""
        return {"reader": self.name, "team": self.team, "zone": self.zone, "link": self.link}


@dataclass(frozen=True, slots=True)
class Said:
    """What a message tells, and what goes along; `is_prompt` if it keeps no quiet hours.

    `worded` says how the words came about, where they may be others than the plain ones.
    """

    told: AnyTold
    attachments: tuple[Attachment, ...] = ()
    is_prompt: bool = False
    worded: str = ""
