"""How many hours somebody has in a week, and what they were last told of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonWeek:
    """Lengths are minutes. `edition` is the one these hours are of.

    `told` are the shifts they were last told of, by id: when, until when, and as what. `sequences`
    counts, by shift, how often their calendar was told another thing of it.
    """

    person: str
    week: str
    placed: int
    target: int
    cap: int
    edition: int = 0
    told_edition: int = 0
    told_at: datetime | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    sequences: Mapping[str, Any] = field(default_factory=dict)
    revision: int = 0

    @property
    def key(self) -> str:
        return person_week_key(self.person, self.week)


def person_week_key(person: str, week: str) -> str:
    return f"{person}/{week}"
