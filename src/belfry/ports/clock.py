"""What time it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import datetime, timedelta


class Clock(Protocol):
    """The time of day, and the time gone by.

    Every implementation promises:
    - `now` is aware, in UTC, and is whatever the machine believes: it may jump either way;
    - `elapsed` counts from some fixed moment of this process and never jumps or runs back.
    """

    def now(self) -> datetime: ...

    def elapsed(self) -> timedelta: ...


class MovableClock(Clock, Protocol):
    """A clock that a simulation moves.

    Every implementation promises:
    - time goes by only in `advance_to`, which does nothing when the moment has passed.
    """

    def advance_to(self, moment: datetime) -> None: ...
