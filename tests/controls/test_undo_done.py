"""What undoing a done or a skip restores."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from threading import Barrier, Thread

import pytest
from tests.controls.acting import (
    DRILL,
    DUE,
    MARIA,
    TOM,
    acts,
    announced,
    audit_log,
    busy_office,
    cycles,
    give,
    mark_done,
    open_list,
    told_cycles,
)
from tests.controls.offices import Office

from belfry.controls.controls import Control
from belfry.kernel.errors import Conflict, NotFound

TODAY = date(2026, 12, 1)
# What an undo does not bring back: it is one more thing that happened.
COUNTED = {"cycle", "lines", "withdrawn_on", "row", "revision", "audit_seq", "audit_hash"}


def standing(control: Control) -> dict[str, object]:
    names = [field.name for field in fields(control) if field.name not in COUNTED]
    return {name: getattr(control, name) for name in names}


def undo(office: Office, *, by: str = TOM, ended_due_on: date | None = None) -> str:
    return acts(office).undo_done(DRILL, by=by, ended_due_on=ended_due_on).line


def test_undo_brings_the_cycle_back_as_it_was(office: Office) -> None:
    open_list(office)
    acts(office).snooze(DRILL, days=2, by=MARIA)
    before = office.control()
    mark_done(office)

    taken_back = undo(office)

    assert standing(office.control()) == standing(before)
    assert taken_back == (
        "done on 1 December 2026: taken back by Tom Hill; "
        "the cycle due on 10 December 2026 is open again"
    )


def test_undo_adds_a_line_and_deletes_none(office: Office) -> None:
    open_list(office)
    mark_done(office)
    before = cycles(office)

    undo(office)

    assert cycles(office)[:1] == before
    assert told_cycles(office) == [
        (1, "done", DUE, TODAY, MARIA, ""),
        (1, "undone", DUE, TODAY, TOM, ""),
    ]
    assert audit_log(office)[-2:] == [f"done by {MARIA}", f"undone by {TOM}"]
    payload = {"due_on": "2026-12-10", "cycle": 1, "done_on": "2026-12-01"}
    assert announced(office)[1:] == [("control.undone", payload)]
    assert office.app.services.accounts.verify_audit_log().breaks == ()


def test_undo_names_again_who_had_done_it_the_time_before(office: Office) -> None:
    open_list(office)
    mark_done(office, by=MARIA, done_on=date(2026, 11, 20))
    mark_done(office, by=TOM)
    undo(office)
    control = office.control()
    assert (control.done_by, control.last_done_on) == (MARIA, date(2026, 11, 20))
    undo(office)
    control = office.control()
    assert (control.done_by, control.last_done_on, control.due_on) == ("", None, DUE)


def test_skip_can_be_taken_back(office: Office) -> None:
    open_list(office)
    acts(office).skip(DRILL, reason="closed", by=MARIA)
    assert undo(office).startswith("skipped: taken back by Tom Hill")
    assert office.control().due_on == DUE


def test_evidence_of_the_cycle_counts_again(office: Office) -> None:
    open_list(office, "Fire drill,,monthly,Maria,,2026-12-10,yes,")
    give(office, note="everybody was out in time")
    mark_done(office)
    undo(office)
    assert mark_done(office, by=TOM).control.opened_by == 2


def test_windows_that_were_reminded_of_are_not_reminded_of_again(office: Office) -> None:
    open_list(office)
    office.tick("2026-12-05T08:00")
    mark_done(office)
    undo(office)
    office.tick("2026-12-06T08:00")
    slots = [line.slot for line in office.ports.histories.list_reminders("fire drill")]
    assert slots == ["day-5"]


def test_there_must_be_something_to_take_back(office: Office) -> None:
    open_list(office)
    with pytest.raises(Conflict, match="Fire drill was not marked as done or skipped: nothing to"):
        undo(office)
    with pytest.raises(NotFound):
        acts(office).undo_done("Fire", by=TOM)


def test_each_end_is_taken_back_once(office: Office) -> None:
    open_list(office)
    mark_done(office)
    undo(office)
    with pytest.raises(Conflict, match="nothing to take back"):
        undo(office)
    assert len(cycles(office)) == 2


def test_undo_of_another_end_than_the_last_is_refused(office: Office) -> None:
    open_list(office)
    mark_done(office, done_on=date(2026, 11, 20))
    mark_done(office)

    with pytest.raises(Conflict) as refused:
        undo(office, ended_due_on=DUE)

    assert str(refused.value) == (
        "Fire drill was changed meanwhile: the last to end was the one due on 20 December 2026"
    )
    undo(office, ended_due_on=date(2026, 12, 20))
    assert office.control().opened_by == 1


def test_two_who_take_back_at_once_take_back_one_end(office: Office) -> None:
    open_list(office)
    mark_done(office, done_on=date(2026, 11, 20))
    mark_done(office)
    start, refused = Barrier(2), []

    def take_back(by: str) -> None:
        start.wait()
        try:
            undo(office, by=by, ended_due_on=date(2026, 12, 20))
        except Conflict as error:
            refused.append(error)

    threads = [Thread(target=take_back, args=(by,)) for by in (MARIA, TOM)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(refused) == 1
    assert [line[1] for line in told_cycles(office)] == ["done", "done", "undone"]


def test_undo_that_comes_a_moment_late_takes_back_nothing_more() -> None:
    office, meddlers = busy_office()
    mark_done(office, done_on=date(2026, 11, 20))
    mark_done(office)
    meddlers.append(lambda: undo(office, by=MARIA))
    with pytest.raises(Conflict, match="was changed meanwhile"):
        undo(office)
    assert office.control().opened_by == 1
