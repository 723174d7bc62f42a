"""The sets of adapters that keep a team's controls, and records to put there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from tests.contracts.books import Book, Readers
from tests.samples import NOON

from belfry.adapters.plain.controls import PlainAreas, PlainControls, PlainHistories, PlainProposals
from belfry.adapters.sql.controls import SqlAreas, SqlControls, SqlHistories, SqlProposals
from belfry.controls.controls import (
    Control,
    CycleLine,
    Evidence,
    Outcome,
    ReminderKind,
    ReminderLine,
)
from belfry.controls.ports import Areas, Controls, Histories, Proposals

DUE = date(2026, 12, 10)


@dataclass(frozen=True)
class ControlBook(Book):
    """A book that controls are kept in."""

    controls: Controls
    areas: Areas
    histories: Histories
    proposals: Proposals


CONTROL = Readers(
    ControlBook,
    plain={
        "controls": PlainControls,
        "areas": PlainAreas,
        "histories": PlainHistories,
        "proposals": PlainProposals,
    },
    sql={
        "controls": SqlControls,
        "areas": SqlAreas,
        "histories": SqlHistories,
        "proposals": SqlProposals,
    },
)
CONTROL_BOOKS = CONTROL.everywhere()


def a_control(control_id: str = "fire drill", **changes: Any) -> Control:
    fields: dict[str, Any] = {
        "id": control_id,
        "row": f"{control_id},weekly\r\n",
        "name": control_id.capitalize(),
        "repeat": "weekly",
        "first_seen_on": date(2026, 11, 16),
        "anchor_on": DUE,
        "counted_from_on": date(2026, 11, 16),
        "due_on": DUE,
        "next_check_on": DUE,
    }
    return Control(**{**fields, **changes})


def a_cycle(control_id: str = "fire drill", number: int = 1, **changes: Any) -> CycleLine:
    fields: dict[str, Any] = {
        "control_id": control_id,
        "number": number,
        "cycle": 1,
        "due_on": DUE,
        "outcome": Outcome.DONE,
        "done_on": DUE,
        "at": NOON,
        "by": "Maria",
    }
    return CycleLine(**{**fields, **changes})


def a_reminder(control_id: str = "fire drill", slot: str = "day+0", **changes: Any) -> ReminderLine:
    fields: dict[str, Any] = {
        "control_id": control_id,
        "due_on": DUE,
        "slot": slot,
        "kind": ReminderKind.REMINDER,
        "on": DUE,
        "at": NOON,
    }
    return ReminderLine(**{**fields, **changes})


def some_evidence(control_id: str = "fire drill", number: int = 1, **changes: Any) -> Evidence:
    fields: dict[str, Any] = {
        "control_id": control_id,
        "number": number,
        "due_on": DUE,
        "note": "all went out",
        "at": NOON,
        "by": "Maria",
    }
    return Evidence(**{**fields, **changes})
