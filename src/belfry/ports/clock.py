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
    - time goes by in `advance_to`, which does nothing when the moment has passed; otherwise only in
      a clock that was let go.
    """

    def advance_to(self, moment: datetime) -> None: ...


class DemoClock(MovableClock, Protocol):
    """A clock that a simulation moves, and that then goes on by itself.

    Every implementation promises:
    - it stands still until `let_go`, then goes as fast as the machine's, until `hold`;
    - `advance_to` moves it forward either way, and nothing ever turns it back;
    - any number of threads may read and move it at once.
    """

    def let_go(self) -> None: ...

    def hold(self) -> None: ...
