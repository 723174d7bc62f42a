"""The machine's clock, clocks that can be moved, and crash points that do nothing."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.ports.clock import Clock


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def elapsed(self) -> timedelta:
        return timedelta(seconds=time.monotonic())


class OffsetClock:
    """Runs by elapsed time, so that setting the machine's clock back does not turn it back."""

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


class VirtualClock:
    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)
        self._elapsed = timedelta()

    def now(self) -> datetime:
        return self._now

    def elapsed(self) -> timedelta:
        return self._elapsed

    def advance(self, by: timedelta) -> None:
        """Advance both the time of day and the elapsed time."""
        if by < timedelta():
            raise ValueError("time does not run back; use `set_wrong`")
        self._now += by
        self._elapsed += by

    def advance_to(self, moment: datetime) -> None:
        """Advance both until the time of day is `moment`, unless it is later already."""
        self.advance(max(timedelta(), moment - self._now))

    def set_wrong(self, by: timedelta) -> None:
        """Set the time of day; the elapsed time stays."""
        self._now += by


class NoCrashPoints:
    def reached(self, step: str) -> None:
        return
