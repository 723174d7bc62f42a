"""Timers, remembered in this process alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.scheduler.firing.timers import Timer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belfry.ports.store import Rows


class PlainTimers:
    def __init__(self, store: Rows) -> None:
        self._store = store

    def list_due(self, *, now: datetime, limit: int) -> Sequence[Timer]:
        due = [one for one in self._store.rows(Timer) if one.next_at and one.next_at <= now]
        return sorted(due, key=lambda one: (one.next_at, one.name))[:limit]

    def list(self) -> Sequence[Timer]:
        return sorted(self._store.rows(Timer), key=lambda one: one.name)
