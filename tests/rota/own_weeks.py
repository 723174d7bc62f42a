"""One person's shifts, and whose they are, for tests of what people are told."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.rota.weeks import LONDON, MONDAY, find_span

from belfry.rota.publishing.calendar_entries import Holder
from belfry.rota.publishing.own_shifts import OwnShift

AT = datetime(2026, 11, 12, 15, 30, tzinfo=UTC)
ANA = Holder(team_id="bench-1", team="The Repair Bench", person="Ana", zone=LONDON)
WEEK = MONDAY


def own(when: str, id: str = "", role: str = "") -> OwnShift:
    """A shift such as "Mon 09:00-17:00" in London; without an id it is called by its day."""
    span = find_span(when)
    return OwnShift(
        id=id or when.split()[0], starts_at=span.starts_at, ends_at=span.ends_at, role=role
    )
