"""How far a control has come: which cycle is open, and how the ones before it ended.

`cycles`, `snoozes`, `typed_dates` and `reschedules` say how it goes on from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from belfry.controls.chains.moves import Snooze
from belfry.kernel.errors import InputError

EARLIEST = date(1970, 1, 1)
LATEST = date(2200, 12, 31)


class Ending(StrEnum):
    """How a cycle ended."""

    DONE = "done"
    SKIPPED = "skipped"
    TYPED = "typed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The open cycle of a control, known by its due date, with all that the next one depends on.

    `first_due_on` is the day somebody named for the first time, and nothing is due before it.
    `anchor_on` tells which blocks of a fixed repeat count, `counted_from_on` is the day of the last
    work or skip, or when the control was first seen. `closings` counts all cycles that ever ended;
    `opened_by` is the number of the one whose end opened this one, 0 if none did. `withdrawn_on`
    is a done date that was taken back and may still stand in the team's list.
    """

    first_seen_on: date
    first_due_on: date | None = None
    anchor_on: date
    counted_from_on: date
    due_on: date
    last_done_on: date | None = None
    snoozes: tuple[Snooze, ...] = ()
    closings: int = 0
    opened_by: int = 0
    withdrawn_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """The end of one cycle, kept for good.

    `done_on` is the day of the work, `entered_on` the day somebody said so. `missed` are due dates
    that passed while the cycle was open. The rest is what an undo brings back.
    """

    number: int
    ending: Ending
    due_on: date
    done_on: date
    entered_on: date
    by: str
    reason: str = ""
    missed: tuple[date, ...] = ()
    next_due_on: date
    opened_by: int
    counted_before_from_on: date
    done_before_on: date | None
    snoozes: tuple[Snooze, ...]

    @property
    def is_on_time(self) -> bool:
        return self.done_on <= self.due_on

    @property
    def days_late(self) -> int:
        return max((self.done_on - self.due_on).days, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A change of a control's progress, with the line of its history that tells of it.

    `closing` is the cycle that ended, where one did.
    """

    progress: Progress
    action: str
    line: str
    closing: Closing | None = None


def check_day(day: date, *, field: str) -> None:
    """Refuse a date that is more likely a slip of the pen than a day somebody means."""
    if not EARLIEST <= day <= LATEST:
        expected = f"a date from {EARLIEST.year} to {LATEST.year}"
        raise InputError(f"expected {expected}, not {day.isoformat()}", field=field)
