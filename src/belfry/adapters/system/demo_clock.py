"""A clock that stands still until it is let go, and that a visitor may move forward."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.ports.clock import Clock


class OffsetClock:
    """It goes by the time gone by, so that setting the machine's hands back cannot turn it back."""

    def __init__(self, start: datetime, machine: Clock) -> None:
        self._shown = start.astimezone(UTC)
        self._machine = machine
        self._loose_since: timedelta | None = None
        self._lock = Lock()

    def now(self) -> datetime:
        with self._lock:
            return self._read()

    def elapsed(self) -> timedelta:
        return self._machine.elapsed()

    def advance_to(self, moment: datetime) -> None:
        with self._lock:
            self._set(max(self._read(), moment.astimezone(UTC)))

    def let_go(self) -> None:
        with self._lock:
            self._shown = self._read()
            self._loose_since = self._machine.elapsed()

    def hold(self) -> None:
        with self._lock:
            self._shown = self._read()
            self._loose_since = None

    def _read(self) -> datetime:
        if self._loose_since is None:
            return self._shown
        return self._shown + (self._machine.elapsed() - self._loose_since)

    def _set(self, moment: datetime) -> None:
        self._shown = moment
        if self._loose_since is not None:
            self._loose_since = self._machine.elapsed()
