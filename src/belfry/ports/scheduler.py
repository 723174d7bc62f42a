"""A scheduler outside Belfry that calls back at set times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from belfry.kernel.eventbridge import Schedule


class Scheduler(Protocol):
    """Schedules kept by another system, which fires each of their times at least once.

    Every implementation promises:
    - `put` makes the schedule of that name exactly what is given, whether there was none, the same
      or another;
    - `put_once` has something handed on once, at that minute, after which the schedule is gone; a
      moment that has passed is refused with InputError;
    - `remove` of a name that is not there changes nothing;
    - `list` gives every schedule there is, by name: also one-off ones and those not ours;
    - an expression, a zone or a name that the other side would refuse raises Permanent, and nothing
      changes;
    - Temporary means that it may or may not have happened: doing it again is always safe.
    """

    def put(self, name: str, schedule: Schedule) -> None: ...

    def put_once(self, name: str, at: datetime, handed_on: str) -> None: ...

    def remove(self, name: str) -> None: ...

    def list(self) -> Mapping[str, Schedule]: ...
