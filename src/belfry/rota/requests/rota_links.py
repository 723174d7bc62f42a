"""What a link in a message about the rota lets its reader do, and until when."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from belfry.kernel.audit import Audited


class LinkKind(StrEnum):
    """What a link is about.

    `draft`, `time-off`, `clash` and `swap` are for whoever decides; `ask` for whoever was asked to
    take a shift; `week` for somebody's own week.
    """

    DRAFT = "draft"
    TIME_OFF = "time-off"
    CLASH = "clash"
    SWAP = "swap"
    ASK = "ask"
    WEEK = "week"


@dataclass(frozen=True, slots=True, kw_only=True)
class RotaLink:
    """Whoever has it may answer as `person`; it is known by its digest, which opens nothing.

    `about` is the key of the week, request, swap or clash. `number` tells which draft, or which
    round of asking, it belongs to: a later one makes it outdated.
    """

    digest: str = field(repr=False)
    kind: LinkKind
    about: str
    number: int = 0
    person: str
    made_at: datetime
    expires_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.digest


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftFeed(Audited):
    """At which address somebody's calendar finds their shifts; `token` is empty once it ended.

    The token is kept as it is, because it has to be shown again, and nobody can change anything
    by it. `family` marks the shifts under every token.
    """

    person: str
    token: str = field(repr=False)
    family: str
    made_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.person

    @property
    def subject(self) -> str:
        return f"shift-feed/{self.person}"


def link_path(token: str) -> str:
    return f"/rota/answer/{token}"


def feed_path(token: str) -> str:
    return f"/feeds/rota/{token}.ics"
