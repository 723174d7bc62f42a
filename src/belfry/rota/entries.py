"""Audit entries and outbox events of the rota."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from belfry.kernel.changes import Announce, AuditedRecord, Change, Event, put_audited

BELFRY = "belfry"
# Of a week.
ROTA = "rota"
DRAFT_READY = "ss.draft_ready"
SHORT_STAFFED = "ss.short_staffed"
HELD = "ss.held"
PUBLISHED = "rota.published"
DISCARDED = "rota.discarded"
# Of what people ask.
SWAP = "swap"
ASKED = "swap.asked"
OFFERED = "swap.offered"
STUCK = "swap.stuck"
SETTLED = "swap.settled"
TIME_OFF = "time_off"
TIME_OFF_ASKED = "time_off.asked"
TIME_OFF_ANSWERED = "time_off.answered"
CLASH = "clash"
CLASH_FOUND = "clash.found"
CLASH_ANSWERED = "clash.answered"


def record(
    item: AuditedRecord,
    *,
    action: str,
    at: datetime,
    by: str = BELFRY,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> list[Change]:
    """Put the record with its audit entry.

    `before` and `after` must not hold a person's reasons for being away.
    """
    return put_audited(item, action=action, by=by, at=at, before=before, after=after)


def announce(
    sort: str, about: str, op: str, payload: Mapping[str, Any], *, at: datetime
) -> Announce:
    """An event for the outbox; `sort` is what it is about: a week, a swap, time off, a clash."""
    return Announce(Event(sort, about, op, payload, at))
