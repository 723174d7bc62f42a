"""The end of a cycle, and the lines of the history that record it or its undoing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from belfry.controls.controls import (
    Control,
    CycleLine,
    Outcome,
    Snooze,
    read_snoozes,
    write_snoozes,
)
from belfry.controls.repeats.repeats import render_day

# A commit has room for so many missed dates; older ones share a line.
MOST_MISSED = 35


class Ending(StrEnum):
    """How a cycle ended; `TYPED` is a done date in the team's list."""

    DONE = "done"
    SKIPPED = "skipped"
    TYPED = "typed"


_OUTCOMES = {
    Ending.DONE: Outcome.DONE,
    Ending.TYPED: Outcome.DONE,
    Ending.SKIPPED: Outcome.SKIPPED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """The end of one cycle.

    `due_on` is the due date that is credited, `done_on` the day of the work, `entered_on` the day
    it was entered. `missed` are the due dates before the credited one that passed while the cycle
    was open. `opened_by` and everything after it is restored by an undo, where `opened_due_on` is
    the due date of the cycle before it ended. A closing that corrects the day of an earlier one
    has that day in `corrected_on`, and who entered it in `corrected_by`.
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
    corrected_on: date | None = None
    corrected_by: str = ""
    opened_by: int
    opened_due_on: date
    counted_before_from_on: date
    done_before_on: date | None
    done_before_by: str
    snoozes: tuple[Snooze, ...]

    @property
    def is_skip(self) -> bool:
        return self.ending is Ending.SKIPPED

    @property
    def facts(self) -> dict[str, Any]:
        """What the event of its end, or of undoing it, says."""
        due_on, done_on = self.due_on.isoformat(), self.done_on.isoformat()
        return {"due_on": due_on, "cycle": self.number, "done_on": done_on}

    @property
    def days_late(self) -> int:
        return max((self.done_on - self.due_on).days, 0)


def write_closing(control: Control, closing: Closing, at: datetime) -> list[CycleLine]:
    """The lines that the end of a cycle adds; `control` is as it was before."""
    done_on, corrected_on = closing.done_before_on, closing.corrected_on
    end = CycleLine(
        control_id=control.id,
        number=control.lines + 1,
        cycle=closing.number,
        due_on=closing.due_on,
        outcome=_OUTCOMES[closing.ending],
        done_on=closing.done_on,
        at=at,
        by=closing.by,
        note=closing.reason,
        before={
            "ending": closing.ending.value,
            "entered_on": closing.entered_on.isoformat(),
            "next_due_on": closing.next_due_on.isoformat(),
            "opened_by": closing.opened_by,
            "due_on": closing.opened_due_on.isoformat(),
            "counted_from_on": closing.counted_before_from_on.isoformat(),
            "done_on": done_on.isoformat() if done_on else None,
            "done_by": closing.done_before_by,
            "snoozes": write_snoozes(closing.snoozes),
            "corrected_on": corrected_on.isoformat() if corrected_on else None,
            "corrected_by": closing.corrected_by,
        },
    )
    missed = [
        replace(end, outcome=Outcome.MISSED, due_on=day, done_on=None, note=note, before={})
        for day, note in _list_missed_lines(closing.missed)
    ]
    return [replace(line, number=control.lines + n) for n, line in enumerate([end, *missed], 1)]


def write_undoing(control: Control, closing: Closing, at: datetime, by: str) -> list[CycleLine]:
    """A line for each that the end of the cycle had added."""
    return [
        CycleLine(
            control_id=control.id,
            number=control.lines + number,
            cycle=closing.number,
            due_on=due_on,
            outcome=Outcome.UNDONE,
            done_on=closing.done_on if due_on == closing.due_on else None,
            at=at,
            by=by,
        )
        for number, due_on in enumerate(
            [closing.due_on, *(day for day, _ in _list_missed_lines(closing.missed))], 1
        )
    ]


def find_closing(lines: Sequence[CycleLine], number: int) -> Closing | None:
    ended = (Outcome.DONE, Outcome.SKIPPED)
    ends = [line for line in lines if line.outcome in ended and line.cycle == number]
    if not ends:
        return None
    line, before = ends[0], ends[0].before
    missed = (line for line in lines if line.outcome is Outcome.MISSED and line.cycle == number)
    assert line.done_on is not None
    return Closing(
        number=line.cycle,
        ending=Ending(before["ending"]),
        due_on=line.due_on,
        done_on=line.done_on,
        entered_on=date.fromisoformat(before["entered_on"]),
        by=line.by,
        reason=line.note,
        missed=tuple(line.due_on for line in missed),
        next_due_on=date.fromisoformat(before["next_due_on"]),
        corrected_on=read_day(before.get("corrected_on")),
        corrected_by=before.get("corrected_by", ""),
        opened_by=before["opened_by"],
        # Older lines credited the due date of the open cycle, whatever the day of the work.
        opened_due_on=read_day(before.get("due_on")) or line.due_on,
        counted_before_from_on=date.fromisoformat(before["counted_from_on"]),
        done_before_on=read_day(before["done_on"]),
        done_before_by=before["done_by"],
        snoozes=read_snoozes(before["snoozes"]),
    )


def read_day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def count_lines(closing: Closing) -> int:
    return 1 + len(list(_list_missed_lines(closing.missed)))


def _list_missed_lines(days: tuple[date, ...]) -> Iterator[tuple[date, str]]:
    """Each missed day with a note; of very many, the older ones together."""
    if (older := len(days) - MOST_MISSED) > 0:
        yield days[0], f"{older} due dates, until {render_day(days[older - 1])}"
    yield from ((day, "") for day in days[-MOST_MISSED:])
