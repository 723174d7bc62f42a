"""A bus on which other functions hear what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from belfry.kernel.errors import PortError


@dataclass(frozen=True, slots=True)
class BusEvent:
    """Something that happened: `about` is the sort of thing, `name` what it came to.

    `number` is the same however often it is published; listeners know by it what they had already.
    """

    number: int
    about: str
    id: str
    name: str
    facts: Mapping[str, Any]
    at: datetime


class Bus(Protocol):
    """Every implementation promises:

    - `publish` gives the errors by number, of those events alone that were not taken: Temporary
      where another try may help, Permanent where none will;
    - every other event is taken for good when it returns, and its listeners get it at least once;
    - an event that cannot be taken never holds up the others.
    """

    def publish(self, events: Sequence[BusEvent]) -> Mapping[int, PortError]: ...
