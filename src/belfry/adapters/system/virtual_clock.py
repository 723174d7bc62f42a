"""A clock that stands still until it is moved, and may be set wrong on purpose."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class VirtualClock:
    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)
        self._elapsed = timedelta()

    def now(self) -> datetime:
        return self._now

    def elapsed(self) -> timedelta:
        return self._elapsed

    def advance(self, by: timedelta) -> None:
        """Time goes by: both the hands and the time gone by move."""
        if by < timedelta():
            raise ValueError("time does not run back; use `set_wrong`")
        self._now += by
        self._elapsed += by

    def advance_to(self, moment: datetime) -> None:
        """Time goes by until the hands show `moment`; nothing happens if they are past it."""
        self.advance(max(timedelta(), moment - self._now))

    def set_wrong(self, by: timedelta) -> None:
        """Somebody moves the hands; no time goes by."""
        self._now += by
