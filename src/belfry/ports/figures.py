"""How much happened, and how long it took: counted where it is kept, for pictures of it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime


class Figures(Protocol):
    """Counts over stretches of time; a stretch begins at its first moment and ends before its last.

    Every implementation promises:
    - `list_stays` gives the stays that ended since a moment, the latest end first, at most `limit`;
    - `count_messages` gives, for each stretch, how many messages are in each state; those that were
      sent count when they were sent, all others when they were made;
    - `count_cycles` gives, for each stretch of days, how many due dates in it ended in each way:
      on-time, late, missed or skipped. What was taken back is not counted.
    """

    def list_stays(self, *, since: datetime, limit: int) -> Sequence[Stay]: ...

    def count_messages(
        self, stretches: Sequence[tuple[datetime, datetime]]
    ) -> Sequence[Mapping[str, int]]: ...

    def count_cycles(
        self, stretches: Sequence[tuple[date, date]]
    ) -> Sequence[Mapping[str, int]]: ...


class Stay(NamedTuple):
    """That a job was in a stage, and from when to when."""

    stage: str
    entered_at: datetime
    left_at: datetime
