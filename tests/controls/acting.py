"""What people do with a control, and what is known of it afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from tests.apps import memory_ports
from tests.controls.offices import START, Office, open_office
from tests.fakes.crash_points import CrashingPoints

from belfry.accounts.users import Role
from belfry.adapters.system.clock import VirtualClock
from belfry.controls.answers.mark_done import AnswerControls
from belfry.controls.controls import ControlChange, CycleLine, Evidence
from belfry.kernel.changes import Change
from belfry.kernel.records import R
from belfry.ports.store import Store

TASKS = "controls/tasks.csv"
DRILL = "Fire drill"
DUE = date(2026, 12, 10)
NEXT = date(2027, 1, 10)
MARIA, TOM = "Maria Lopez", "Tom Hill"

Line = tuple[int, str, date, date | None, str, str]


def open_list(office: Office, *rows: str) -> None:
    """The list has been looked at; `rows` take the place of the usual one."""
    if rows:
        head = "name,area,repeat,owner,last_done,first_due,requires_evidence,proof"
        office.write(TASKS, "\n".join([head, *rows, ""]))
    synced = office.app.services.controls.sync()
    assert synced.problems == ()


def acts(office: Office) -> AnswerControls:
    return office.app.services.controls.acts


def mark_done(
    office: Office, name: str = DRILL, *, by: str = MARIA, **options: Any
) -> ControlChange:
    """Done, however long before the due date."""
    return acts(office).mark_done(name, by=by, is_early=True, **options)


def give(office: Office, name: str = DRILL, *, by: str = MARIA, **fields: Any) -> Evidence:
    return office.app.services.controls.evidence.add(name, by=by, **fields)


def cycles(office: Office, control_id: str = "fire drill") -> list[CycleLine]:
    return list(office.ports.histories.list_cycles(control_id))


def told_cycles(office: Office, control_id: str = "fire drill") -> list[Line]:
    """Each line of the history: the end it is of, what became of which cycle, and whose it is."""
    return [
        (cycle.cycle, cycle.outcome.value, cycle.due_on, cycle.done_on, cycle.by, cycle.note)
        for cycle in cycles(office, control_id)
    ]


def evidence(office: Office, control_id: str = "fire drill") -> list[Evidence]:
    return list(office.ports.histories.list_evidence(control_id))


def announced(office: Office) -> list[tuple[str, dict[str, Any]]]:
    """The outbox events of controls that were not relayed yet."""
    now = office.app.clock.now()
    rows = office.ports.outbox.claim(now=now, limit=100, within=timedelta(0), about="control")
    return [(row.op, dict(row.payload)) for row in rows]


def audit_log(office: Office, control_id: str = "fire drill") -> list[str]:
    entries = office.ports.audit_log.list_entries(f"control/{control_id}")
    return [f"{entry.action} by {entry.by}" for entry in entries]


def saved(office: Office) -> list[str]:
    """The list as it stands in the team's folder, line by line."""
    return office.ports.folder.read(TASKS).content.decode().splitlines()


def add_user(office: Office, name: str) -> str:
    """Add a user; their subject in the audit log."""
    users = office.app.services.accounts.users
    return users.add(name=name, email=None, role=Role.STAFF, by="test").subject


class BusyStore:
    """A store in which another process acts right before our next commit."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_met = False
        self.meddlers: list[Callable[[], object]] = []

    def commit(self, changes: Sequence[Change]) -> None:
        if self.meddlers and not self._is_met:
            self._is_met = True
            self.meddlers.pop(0)()
            self._is_met = False
        self._store.commit(changes)

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        return self._store.commit_each(commits)

    def find(self, kind: type[R], key: str) -> R | None:
        return self._store.find(kind, key)


def busy_office() -> tuple[Office, list[Callable[[], object]]]:
    """A team whose list has been looked at, and those who meddle with it."""
    ports = memory_ports(VirtualClock(START), CrashingPoints())
    store = BusyStore(ports.store)
    office = open_office(replace(ports, store=store))
    open_list(office)
    return office, store.meddlers


def touch(office: Office) -> None:
    """A small change to the control by another process."""
    control = office.control()
    office.put(replace(control, notes=f"{control.notes}."))
