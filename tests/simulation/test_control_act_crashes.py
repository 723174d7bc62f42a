"""The process crashes between any two steps of an action on a control.

Nothing is ever half done: an end of a cycle is in the history, in the audit log and among the
events, or nowhere; evidence that is recorded has its bytes; and the list is right in the end.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import count
from pathlib import Path

import pytest
from tests.apps import memory_ports, sql_ports
from tests.controls.acting import MARIA, TOM, acts, audit_log, evidence, give, mark_done, saved
from tests.controls.offices import START, Office, open_office
from tests.controls.papers import make_pdf
from tests.fakes.crash_points import Crashed
from tests.simulation.shop_scenes import NthCrashPoint

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.kernel.errors import Conflict

Act = Callable[[Office], object]
DUE = date(2026, 12, 10)
LIST = """\
name,repeat,first_due,requires_evidence
Fire drill,monthly,2026-12-10,yes
Alarm test,weekly on Thursday,2026-11-19,
Bins,monthly,2026-12-10,
"""


def undo(office: Office) -> None:
    acts(office).undo_done("Fire drill", by=TOM, ended_due_on=DUE)


ACTS: Sequence[Act] = (
    lambda office: give(office, content=make_pdf(), note="signed"),
    lambda office: mark_done(office, cycle_due_on=DUE),
    lambda office: mark_done(office, "Alarm test", by=TOM, cycle_due_on=date(2026, 11, 19)),
    undo,
    lambda office: mark_done(office, by=TOM, cycle_due_on=DUE),
    lambda office: acts(office).skip("Bins", reason="none", by=TOM, cycle_due_on=DUE),
    lambda office: acts(office).snooze("Bins", days=2, by=MARIA),
    Office.relay,
)


def do(office: Office, act: Act) -> None:
    """A second attempt after the crash may report that the first one worked."""
    try:
        act(office)
    except Crashed:
        office.app.clock.advance(timedelta(minutes=2))
        try:
            act(office)
        except Conflict:
            return


def open_team(ports: Ports) -> Office:
    office = open_office(ports)
    office.write("controls/tasks.csv", LIST)
    assert office.app.services.controls.sync().problems == ()
    return office


def live(office: Office, crash_points: NthCrashPoint, *, crash_at: int = 0) -> None:
    crash_points.left = crash_at
    for act in ACTS:
        do(office, act)
    crash_points.left = 0


def list_outcomes(office: Office, control_id: str) -> list[tuple[int, str, date]]:
    lines = office.ports.histories.list_cycles(control_id)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    return [(line.cycle, line.outcome.value, line.due_on) for line in lines]


def check(office: Office) -> None:
    assert list_outcomes(office, "fire drill") == [
        (1, "done", DUE),
        (1, "undone", DUE),
        (2, "done", DUE),
    ]
    assert list_outcomes(office, "alarm test") == [
        (1, "done", date(2026, 11, 26)),
        (1, "missed", date(2026, 11, 19)),
    ]
    assert list_outcomes(office, "bins") == [(1, "skipped", DUE)]
    assert audit_log(office)[1:] == [
        f"evidence added by {MARIA}",
        f"done by {MARIA}",
        f"undone by {TOM}",
        f"done by {TOM}",
    ]
    assert audit_log(office, "bins")[1:] == [f"skipped by {TOM}", f"snoozed by {MARIA}"]
    assert office.app.services.accounts.verify_audit_log().breaks == ()
    (stored,) = evidence(office)
    assert (
        office.app.services.controls.evidence.show("fire drill", stored.number).content
        == make_pdf()
    )
    check_list(office)


def check_list(office: Office) -> None:
    office.relay()
    assert saved(office) == [
        "name,repeat,first_due,requires_evidence,last_done,done_by",
        "Fire drill,monthly,2026-12-10,yes,2026-12-01,Tom Hill",
        "Alarm test,weekly on Thursday,2026-11-19,,2026-12-01,Tom Hill",
        "Bins,monthly,2026-12-10,",
    ]
    assert office.app.services.controls.sync().problems == ()
    assert "" not in office.ports.controls.rows().values()


def memory_team() -> tuple[Office, NthCrashPoint]:
    crash_points = NthCrashPoint()
    return open_team(memory_ports(VirtualClock(START), crash_points)), crash_points


def list_steps() -> list[str]:
    office, crash_points = memory_team()
    before = len(crash_points.seen)
    for act in ACTS:
        act(office)
    return crash_points.seen[before:]


IN_MEMORY = list_steps()


def test_scene_has_crash_points() -> None:
    assert IN_MEMORY.count("controls.changed") == 7
    assert {"evidence.kept", "store.written", "controls.mirrored"} <= set(IN_MEMORY)


@pytest.mark.parametrize("nth", range(1, len(IN_MEMORY) + 1))
def test_a_crash_at_any_step_leaves_nothing_half_done_in_memory(nth: int) -> None:
    office, crash_points = memory_team()
    live(office, crash_points, crash_at=nth)
    assert crash_points.crashed == IN_MEMORY[nth - 1]
    check(office)


def test_a_crash_at_any_step_leaves_nothing_half_done_on_sqlite(tmp_path: Path) -> None:
    new = tmp_path / "new"
    sql_ports(None, new, VirtualClock(START), NthCrashPoint()).close()
    for nth in count(1):
        place = tmp_path / str(nth)
        shutil.copytree(new, place)
        crash_points = NthCrashPoint()
        ports = sql_ports(None, place, VirtualClock(START), crash_points)
        office = open_team(ports)
        try:
            live(office, crash_points, crash_at=nth)
            check(office)
        except AssertionError as error:
            raise AssertionError(f"crashed at {nth}, {crash_points.crashed}: {error}") from error
        finally:
            ports.close()
        shutil.rmtree(place)
        if not crash_points.crashed:
            break
    assert nth > len(IN_MEMORY) // 2
