"""All records of a home at once, for moving them to another home."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from belfry.ports.store import OutboxRow

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Counter:
    """The last number that was given under a name."""

    name: str
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingEvent(OutboxRow):
    """An event of the outbox that is not announced yet, or was given up."""

    next_attempt_on: datetime
    failed_on: datetime | None = None


class Transfer(Protocol):
    """Every record of a kind, as it is stored; kinds are also AuditEntry, Counter, WaitingEvent.

    Every implementation promises:
    - `list` gives all of a kind, with their revisions, in any order;
    - `replace` makes them exactly these, revisions included, in the place of all there were; if it
      is cut off, doing it again does the rest;
    - numbers and events that are made later get no number that these have.
    """

    def list(self, kind: type[Any]) -> Sequence[Any]: ...

    def replace(self, kind: type[Any], records: Sequence[Any]) -> None: ...
