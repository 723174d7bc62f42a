"""How the end of a cycle stands in a control's history, and how it is found there again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from belfry.controls.chains.progress import Closing, Ending
from belfry.controls.control_states import read_snoozes, write_snoozes
from belfry.controls.controls import Control
from belfry.controls.repeats.day_words import render_day
from belfry.controls.reports.histories import CycleLine, Outcome

# One commit holds no more; older ones are told of in one line.
MOST_MISSED = 35

_OUTCOMES = {
    Ending.DONE: Outcome.DONE,
    Ending.TYPED: Outcome.DONE,
    Ending.SKIPPED: Outcome.SKIPPED,
}


def write_closing(control: Control, closing: Closing, at: datetime) -> list[CycleLine]:
    """The lines a control's end of a cycle adds; `control` is as it was before."""
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
        before=_write_before(control, closing),
    )
    missed = [
        replace(end, outcome=Outcome.MISSED, due_on=day, done_on=None, note=note, before={})
        for day, note in _list_missed(closing.missed)
    ]
    return [replace(line, number=control.lines + n) for n, line in enumerate([end, *missed], 1)]


def write_undoing(control: Control, closing: Closing, at: datetime, by: str) -> CycleLine:
    """The line that takes back an end; `control` is as it was before."""
    return CycleLine(
        control_id=control.id,
        number=control.lines + 1,
        cycle=closing.number,
        due_on=closing.due_on,
        outcome=Outcome.UNDONE,
        done_on=closing.done_on,
        at=at,
        by=by,
    )


def find_closing(lines: Sequence[CycleLine], number: int) -> Closing | None:
    """The end with that number, as an undo needs it; None if there is none."""
    ends = [one for one in lines if one.outcome in _OUTCOMES.values() and one.cycle == number]
    if not ends:
        return None
    missed = [one for one in lines if one.outcome is Outcome.MISSED and one.cycle == number]
    return _read_closing(ends[0], tuple(line.due_on for line in missed))


def _read_closing(line: CycleLine, missed: tuple[date, ...]) -> Closing:
    before, done_on = line.before, line.done_on
    assert done_on is not None
    return Closing(
        number=line.cycle,
        ending=Ending(before["ending"]),
        due_on=line.due_on,
        done_on=done_on,
        entered_on=date.fromisoformat(before["entered_on"]),
        by=line.by,
        reason=line.note,
        missed=missed,
        next_due_on=date.fromisoformat(before["next_due_on"]),
        opened_by=before["opened_by"],
        counted_before_from_on=date.fromisoformat(before["counted_from_on"]),
        done_before_on=date.fromisoformat(before["done_on"]) if before["done_on"] else None,
        snoozes=read_snoozes(before["snoozes"]),
    )


def _write_before(control: Control, closing: Closing) -> dict[str, Any]:
    done_on = closing.done_before_on
    return {
        "ending": closing.ending.value,
        "entered_on": closing.entered_on.isoformat(),
        "next_due_on": closing.next_due_on.isoformat(),
        "opened_by": closing.opened_by,
        "counted_from_on": closing.counted_before_from_on.isoformat(),
        "done_on": done_on.isoformat() if done_on else None,
        "done_by": control.done_by,
        "snoozes": write_snoozes(closing.snoozes),
    }


def _list_missed(days: tuple[date, ...]) -> Iterator[tuple[date, str]]:
    """Every day that was missed, with a note; of very many, the older ones together."""
    if (older := len(days) - MOST_MISSED) > 0:
        yield days[0], f"{older} due dates, until {render_day(days[older - 1])}"
    yield from ((day, "") for day in days[-MOST_MISSED:])
