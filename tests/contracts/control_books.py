"""The sets of adapters that keep a team's controls, and records to put there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from tests.contracts.books import Book, open_migrated
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.outbox import MemoryOutbox
from tests.fakes.store import MemoryAuditLog, MemoryNumbers, MemoryStore
from tests.samples import NOON

from belfry.adapters.plain.controls import PlainAreas, PlainControls, PlainHistories
from belfry.adapters.sql.controls import SqlAreas, SqlControls, SqlHistories
from belfry.adapters.sql.store import SqlAuditLog, SqlNumbers, SqlOutbox, SqlStore
from belfry.controls.controls import (
    Control,
    CycleLine,
    Evidence,
    Outcome,
    ReminderKind,
    ReminderLine,
)
from belfry.controls.ports import Areas, Controls, Histories

DUE = date(2026, 12, 10)


@dataclass(frozen=True)
class ControlBook(Book):
    """A book that controls are kept in."""

    controls: Controls
    areas: Areas
    histories: Histories


def memory_control_book() -> ControlBook:
    crash_points = CrashingPoints()
    store = MemoryStore(crash_points)
    return ControlBook(
        store=store,
        numbers=MemoryNumbers(),
        outbox=MemoryOutbox(store),
        audit_log=MemoryAuditLog(store),
        crash_points=crash_points,
        controls=PlainControls(store),
        areas=PlainAreas(store),
        histories=PlainHistories(store),
    )


def sql_control_book(request: pytest.FixtureRequest, url: str) -> ControlBook:
    crash_points = CrashingPoints()
    database = open_migrated(url)
    request.addfinalizer(database.close)
    return ControlBook(
        store=SqlStore(database, crash_points),
        numbers=SqlNumbers(database),
        outbox=SqlOutbox(database),
        audit_log=SqlAuditLog(database),
        crash_points=crash_points,
        controls=SqlControls(database),
        areas=SqlAreas(database),
        histories=SqlHistories(database),
    )


def _sqlite(request: pytest.FixtureRequest) -> ControlBook:
    path = request.getfixturevalue("tmp_path") / "belfry.db"
    return sql_control_book(request, f"sqlite:///{path}")


def _postgres(request: pytest.FixtureRequest) -> ControlBook:
    return sql_control_book(request, request.getfixturevalue("postgres_url"))


CONTROL_BOOKS: dict[str, Callable[[pytest.FixtureRequest], ControlBook]] = {
    "memory": lambda request: memory_control_book(),
    "sqlite": _sqlite,
    "postgres": _postgres,
}


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
