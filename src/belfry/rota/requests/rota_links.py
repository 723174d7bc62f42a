"""Stored links: answer links in messages, and calendar feeds."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from belfry.kernel.audit import Audited


class LinkKind(StrEnum):
    """`draft`, `time-off`, `clash` and `swap` are for managers, `ask` for a person who was asked to
    take a shift, `week` for a person's own week.
    """

    DRAFT = "draft"
    TIME_OFF = "time-off"
    CLASH = "clash"
    SWAP = "swap"
    ASK = "ask"
    WEEK = "week"


@dataclass(frozen=True, slots=True, kw_only=True)
class RotaLink:
    """Its holder may answer as `person`; only a digest of the token is stored.

    `about` is the key of the week, request, swap or clash. `number` is the draft or the round of
    asking: a later one makes the link outdated.
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
    """The address of a person's calendar feed; `token` is empty once it ended.

    The token is stored as it is, because it is shown again and allows no changes. `family` marks
    the shifts under every token.
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
