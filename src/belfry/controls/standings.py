"""What is known of one cycle of a control when the day's decision is made.

All of it was recorded by earlier decisions or by people; `moves` decides from it and a date.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class WindowRecord:
    """What became of one window: its reminder was sent on a day, or left out on that day."""

    window: int
    on: date
    is_sent: bool


@dataclass(frozen=True, slots=True)
class Snooze:
    """Days on which an owner wants no reminder; on `until_on` it is over.

    `reminded_on` is the day of the reminder that its end brought about, where it did.
    """

    from_on: date
    until_on: date
    reminded_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One cycle: its due date, its chain (offsets in days, ascending), and what was recorded.

    `last_sent_on` is the last day on which anything at all was sent about the control, also in
    earlier cycles: nobody is reminded of one control twice a day.
    """

    due_on: date
    chain: tuple[int, ...]
    windows: tuple[WindowRecord, ...] = ()
    snoozes: tuple[Snooze, ...] = ()
    escalated_on: date | None = None
    last_sent_on: date | None = None
    is_done: bool = False

    def __post_init__(self) -> None:
        if not self.chain or any(one >= two for one, two in pairwise(self.chain)):
            raise ValueError("a chain has windows, in ascending order and each of them once")

    @property
    def escalates_on(self) -> date:
        return find_escalation_day(self.due_on, self.chain)

    @property
    def reminded_on(self) -> date | None:
        """The last day on which something was sent in this cycle."""
        days = [record.on for record in self.windows if record.is_sent]
        days += [snooze.reminded_on for snooze in self.snoozes if snooze.reminded_on]
        days += [self.escalated_on] if self.escalated_on else []
        return max(days, default=None)

    def opens_on(self, window: int) -> date:
        return self.due_on + timedelta(days=window)

    def list_open(self, today: date) -> list[int]:
        """The windows that have opened, the latest last."""
        passed = (today - self.due_on).days
        return [window for window in self.chain if window <= passed]

    def list_unrecorded(self, windows: Iterable[int]) -> list[int]:
        recorded = {record.window for record in self.windows}
        return [window for window in windows if window not in recorded]


def find_escalation_day(due_on: date, chain: tuple[int, ...]) -> date:
    """The first day on which a control that is not done goes to the escalation target too."""
    return due_on + timedelta(days=max(chain[-1], 0) + 1)


def find_snoozed_until(snoozes: Iterable[Snooze], today: date) -> date | None:
    """The end of the snooze that silences a day; None if none does."""
    ends = [one.until_on for one in snoozes if one.from_on <= today < one.until_on]
    return max(ends, default=None)
