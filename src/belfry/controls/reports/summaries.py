"""How well a team kept its controls in one month: what was on time, late, missed, and what drifts.

A due date belongs to the month it lies in, whenever the work was done. What was taken back does not
count, and what was skipped on purpose is neither good nor bad.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from belfry.controls.controls import Control
from belfry.controls.histories import CycleLine, Outcome
from belfry.controls.repeats.cycles import EARLIEST, LATEST
from belfry.kernel.errors import InputError
from belfry.kernel.hours.weekdays import MONTH_NAMES

_WRITTEN = re.compile(r"(\d{4})-(\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Month:
    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"

    def __contains__(self, day: date) -> bool:
        return (day.year, day.month) == (self.year, self.number)

    @property
    def first(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        into_next = self.first + timedelta(days=31)
        return into_next - timedelta(days=into_next.day)

    def render(self) -> str:
        """October 2026."""
        return f"{MONTH_NAMES[self.number - 1]} {self.year}"


def find_month_before(day: date) -> Month:
    """The last one that is over on that day."""
    before = day.replace(day=1) - timedelta(days=1)
    return Month(before.year, before.month)


def parse_month(text: str) -> Month:
    """2026-10; raises InputError."""
    found = _WRITTEN.fullmatch(text.strip())
    year, number = (int(found[1]), int(found[2])) if found else (0, 0)
    if not EARLIEST.year <= year <= LATEST.year or not 1 <= number <= 12:
        said = f"expected a month such as 2026-10, not {text.strip()[:20]!r}"
        raise InputError(said, field="month")
    return Month(year, number)


# A control drifts if so many of its last cycles were not on time.
LOOKED_BACK = 4
TOO_OFTEN = 2


class Fate(StrEnum):
    """What became of one due date."""

    ON_TIME = "on-time"
    LATE = "late"
    MISSED = "missed"
    SKIPPED = "skipped"
    OPEN = "open"


SLIPS = frozenset({Fate.LATE, Fate.MISSED, Fate.OPEN})


@dataclass(frozen=True, slots=True)
class Due:
    """One due date of a control; `cycle` is the end it belongs to, `days` how late it was or is.

    Not `is_single` if it stands for several due dates that were missed in a row.
    """

    control_id: str
    cycle: int
    on: date
    fate: Fate
    days: int = 0
    is_single: bool = True


@dataclass(frozen=True, slots=True)
class Drift:
    """A control that slips again and again: `slipped` times in its last `of` cycles.

    `days` is how late those were on average, of which that is known.
    """

    control_id: str
    slipped: int
    of: int
    days: float


@dataclass(frozen=True, slots=True)
class Summary:
    """`dues` are the due dates of the month, `carried` older ones that are open to this day."""

    month: Month
    dues: tuple[Due, ...] = ()
    carried: tuple[Due, ...] = ()
    drifting: tuple[Drift, ...] = ()

    def count(self, fate: Fate) -> int:
        return sum(due.fate is fate for due in self.dues)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not self.dues and not self.carried

    @property
    def came_due(self) -> int:
        """Those that should have been done: all but the skipped ones."""
        return len(self.dues) - self.count(Fate.SKIPPED)

    @property
    def on_time_rate(self) -> float | None:
        """From 0 to 1; None if nothing came due."""
        return self.count(Fate.ON_TIME) / self.came_due if self.came_due else None

    @property
    def days_late(self) -> tuple[int, ...]:
        """By how many days each late one was late, the worst first."""
        late = (due.days for due in self.dues if due.fate is Fate.LATE)
        return tuple(sorted(late, reverse=True))

    @property
    def slips(self) -> tuple[Due, ...]:
        return tuple(due for due in self.dues if due.fate in SLIPS)

    @property
    def is_whole(self) -> bool:
        """Whether every missed due date is counted by itself."""
        return all(due.is_single for due in self.dues)


def list_uncertain(lines: Iterable[CycleLine]) -> set[str]:
    """The controls of which a month's lines do not tell all.

    What was missed may have been taken back by a line of another month; and whether something
    slips again and again, only its whole history tells.
    """
    return {due.control_id for due in list_dues(lines) if due.fate in SLIPS}


def list_dues(lines: Iterable[CycleLine]) -> list[Due]:
    """What became of the due dates that these lines tell of, without what was taken back."""
    lines = list(lines)
    undone = {_end_of(line) for line in lines if line.outcome is Outcome.UNDONE}
    return [_judge(line) for line in lines if _end_of(line) not in undone]


def summarise(
    month: Month,
    lines: Iterable[CycleLine],
    histories: Mapping[str, Sequence[CycleLine]],
    open_controls: Iterable[Control],
    today: date,
) -> Summary:
    """`lines` are all of the month; `histories` are those of the controls that they do not settle.

    `open_controls` are those on the list whose cycle is due by the end of the month.
    """
    past = {control_id: list_dues(found) for control_id, found in histories.items()}
    overdue = [_judge_open(one, today) for one in open_controls if one.due_on < today]
    certain = [due for due in list_dues(lines) if due.control_id not in past]
    dues = [*certain, *(due for found in past.values() for due in found), *overdue]
    in_month = sorted((due for due in dues if due.on in month), key=_order)
    carried = sorted((due for due in overdue if due.on < month.first), key=_order)
    slipped = {due.control_id for due in in_month if due.fate in SLIPS}
    until_then = [due for due in dues if due.control_id in slipped and due.on <= month.last]
    return Summary(month, tuple(in_month), tuple(carried), _find_drifts(until_then))


def _find_drifts(dues: Iterable[Due]) -> tuple[Drift, ...]:
    by_control: dict[str, list[Due]] = {}
    for due in dues:
        by_control.setdefault(due.control_id, []).append(due)
    judged = (_judge_drift(control_id, found) for control_id, found in by_control.items())
    found = [drift for drift in judged if drift.slipped >= TOO_OFTEN]
    return tuple(sorted(found, key=lambda one: (-one.slipped, -one.days, one.control_id)))


def _judge_drift(control_id: str, dues: Sequence[Due]) -> Drift:
    """By cycles: due dates that passed while one of them was open are one slip with it."""
    by_cycle: dict[int, list[Due]] = {}
    for due in sorted(dues, key=_order):
        by_cycle.setdefault(due.cycle, []).append(due)
    cycles = list(by_cycle.values())[-LOOKED_BACK:]
    slipped = [cycle for cycle in cycles if any(due.fate in SLIPS for due in cycle)]
    days = [due.days for cycle in slipped for due in cycle if due.days]
    average = sum(days) / len(days) if days else 0.0
    return Drift(control_id, len(slipped), len(cycles), average)


def _judge(line: CycleLine) -> Due:
    days = (line.done_on - line.due_on).days if line.done_on else 0
    match line.outcome:
        case Outcome.SKIPPED:
            fate = Fate.SKIPPED
        case Outcome.MISSED:
            fate = Fate.MISSED
        case _:
            fate = Fate.LATE if days > 0 else Fate.ON_TIME
    late = days if fate is Fate.LATE else 0
    is_single = fate is not Fate.MISSED or not line.note
    return Due(line.control_id, line.cycle, line.due_on, fate, late, is_single)


def _judge_open(control: Control, today: date) -> Due:
    days = (today - control.due_on).days
    return Due(control.id, control.cycle, control.due_on, Fate.OPEN, days)


def _end_of(line: CycleLine) -> tuple[str, int]:
    return line.control_id, line.cycle


def _order(due: Due) -> tuple[date, str, int]:
    return due.on, due.control_id, due.cycle
