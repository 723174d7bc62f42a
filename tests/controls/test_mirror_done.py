"""How what was done gets into the team's own list, and what a person knew better."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from tests.controls.acting import (
    DRILL,
    MARIA,
    TASKS,
    TOM,
    acts,
    add_user,
    mark_done,
    open_list,
    saved,
    told_cycles,
)
from tests.controls.offices import Office, memory_office, open_office
from tests.fakes.files import MemoryFolder

from belfry.kernel.errors import Temporary

HEAD = "name,area,repeat,owner,last_done,first_due,requires_evidence,proof"
DRILL_ROW = "Fire drill,,monthly,Maria,,2026-12-10,,"
ALARM_ROW = "Alarm test,,weekly,Tom,2026-11-30,,,"
BINS_ROW = "Bins,,weekly,Tom,,,,"


def sync(office: Office) -> Any:
    return office.app.services.controls.sync()


def run_tick(office: Office) -> str:
    return office._run("tick")


def test_done_is_written_into_the_list_with_who_did_it(office: Office) -> None:
    open_list(office, DRILL_ROW, ALARM_ROW)
    mark_done(office, by=add_user(office, "Max Moss"))

    office.relay()

    assert saved(office) == [
        f"{HEAD},done_by",
        "Fire drill,,monthly,Maria,2026-12-01,2026-12-10,,,Max Moss",
        ALARM_ROW,
    ]


def test_column_that_the_list_lacks_is_added(office: Office) -> None:
    open_list(office)
    mark_done(office)
    office.relay()
    assert saved(office) == [
        "name,area,repeat,owner,proof,first_due,requires_evidence,notes,last_done,done_by",
        "Fire drill,Safety,monthly,Maria,photo of the sheet,2026-12-10,,,2026-12-01,Maria Lopez",
    ]


def test_look_at_the_list_after_that_finds_no_news(office: Office) -> None:
    open_list(office, DRILL_ROW, ALARM_ROW)
    mark_done(office)
    office.relay()
    sync(office)
    before = office.control()

    synced = sync(office)

    assert (synced.problems, synced.changed) == ((), {})
    assert office.control() == before
    assert before.row.startswith("Fire drill,,monthly,Maria,2026-12-01")
    assert len(told_cycles(office)) == 1


def test_many_are_written_at_once() -> None:
    office = memory_office()
    open_list(office, DRILL_ROW, ALARM_ROW, BINS_ROW)
    before = len(office.ports.versions.list(TASKS))
    for name in (DRILL, "Alarm test", "Bins"):
        mark_done(office, name)

    office.relay()

    assert [line.split(",")[4] for line in saved(office)[1:]] == ["2026-12-01"] * 3
    assert len(office.ports.versions.list(TASKS)) == before + 1


def test_undo_puts_the_day_before_back_into_the_list(office: Office) -> None:
    open_list(office, ALARM_ROW)
    mark_done(office, "Alarm test", by=TOM)
    office.relay()
    acts(office).undo_done("Alarm test", by=MARIA)

    office.relay()

    assert saved(office)[1] == f"{ALARM_ROW},"
    sync(office)
    control = office.control("Alarm test")
    assert (control.last_done_on, control.withdrawn_on) == (date(2026, 11, 30), None)
    assert [line[1] for line in told_cycles(office, "alarm test")] == ["done", "undone"]


def test_undo_of_the_only_time_clears_the_cells(office: Office) -> None:
    open_list(office, DRILL_ROW)
    mark_done(office)
    office.relay()
    acts(office).undo_done(DRILL, by=MARIA)
    office.relay()
    assert saved(office)[1] == f"{DRILL_ROW},"
    sync(office)
    assert [line[1] for line in told_cycles(office)] == ["done", "undone"]


def test_later_day_typed_by_hand_stays_and_is_taken_up(office: Office) -> None:
    open_list(office, ALARM_ROW)
    office.go_to("2026-12-03T12:00")
    mark_done(office, "Alarm test", done_on=date(2026, 12, 1))
    typed = ALARM_ROW.replace("2026-11-30", "2026-12-02")
    office.edit(TASKS, ALARM_ROW, typed)

    office.relay()

    assert saved(office) == [HEAD, typed]
    sync(office)
    assert office.control("Alarm test").last_done_on == date(2026, 12, 2)
    assert [(line[1], *line[3:5]) for line in told_cycles(office, "alarm test")] == [
        ("done", date(2026, 12, 1), MARIA),
        ("undone", date(2026, 12, 1), "the list"),
        ("done", date(2026, 12, 2), "the list"),
    ]


def test_later_day_typed_by_hand_outlives_an_undo(office: Office) -> None:
    open_list(office, DRILL_ROW)
    office.go_to("2026-12-03T12:00")
    mark_done(office, done_on=date(2026, 12, 1))
    office.relay()
    office.edit(TASKS, "2026-12-01", "2026-12-02")
    acts(office).undo_done(DRILL, by=MARIA)
    office.relay()
    assert saved(office)[1] == "Fire drill,,monthly,Maria,2026-12-02,2026-12-10,,,Maria Lopez"
    sync(office)
    assert office.control().last_done_on == date(2026, 12, 2)


def test_who_did_it_is_the_lists_own_if_the_list_said_so(office: Office) -> None:
    open_list(office, f"{DRILL_ROW}")
    office.edit(TASKS, f"{HEAD}\n{DRILL_ROW}", f"{HEAD},done_by\n{DRILL_ROW},Ann")
    office.edit(TASKS, "Maria,,2026", "Maria,2026-11-30,2026")
    office.go_to("2026-12-08T12:00")
    sync(office)
    office.edit(TASKS, "2026-11-30", "2026-12-08")
    sync(office)
    office.relay()
    assert office.control().done_by == "the list"
    assert saved(office)[1] == "Fire drill,,monthly,Maria,2026-12-08,2026-12-10,,,Ann"


def test_skip_writes_nothing_into_the_list(office: Office) -> None:
    open_list(office, DRILL_ROW)
    acts(office).skip(DRILL, reason="closed", by=MARIA)
    office.relay()
    assert saved(office) == [HEAD, DRILL_ROW]


def test_skip_leaves_a_day_that_was_typed_meanwhile(office: Office) -> None:
    open_list(office, DRILL_ROW)
    typed = DRILL_ROW.replace("Maria,,", "Maria,2026-12-01,")
    office.edit(TASKS, DRILL_ROW, typed)
    acts(office).skip(DRILL, reason="closed", by=MARIA)
    office.relay()
    assert saved(office) == [HEAD, typed]


def test_older_day_typed_by_hand_is_put_right_by_the_next_tick(office: Office) -> None:
    open_list(office, ALARM_ROW)
    mark_done(office, "Alarm test")
    office.relay()
    run_tick(office)
    office.edit(TASKS, "2026-12-01", "1 May 2026")

    report = run_tick(office)

    assert report.endswith("put right in the list: last_done in line 2 (it said 1 May 2026)")
    assert saved(office)[1] == "Alarm test,,weekly,Tom,2026-12-01,,,,Maria Lopez"
    assert "put right" not in run_tick(office)


def test_list_that_cannot_be_read_is_written_once_it_can(office: Office) -> None:
    open_list(office, DRILL_ROW)
    mark_done(office)
    good = "\n".join(saved(office))
    office.write(TASKS, "no such header\n1\n")

    office.relay()
    for hour in (13, 14, 15):
        for minute in range(0, 60, 10):
            office.go_to(f"2026-12-01T{hour}:{minute:02}")
            office.relay()

    assert saved(office) == ["no such header", "1"]
    assert office.ports.outbox.list_failed(limit=10) == []
    office.write(TASKS, good)
    office.go_to("2026-12-01T17:00")
    office.relay()
    assert saved(office)[1] == "Fire drill,,monthly,Maria,2026-12-01,2026-12-10,,,Maria Lopez"


class LockedFolder(MemoryFolder):
    """The list is open in a program that locks it."""

    is_locked = False

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> Any:
        if self.is_locked:
            raise Temporary(f"{name} is open in another program")
        return super().replace(name, content, expected_digest)


def locked_office() -> tuple[Office, LockedFolder]:
    office = memory_office()
    folder = LockedFolder()
    assert isinstance(office.ports.folder, MemoryFolder)
    folder.files = office.ports.folder.files
    settings = office.app.services.settings
    same_settings = {name: getattr(settings, name) for name in ("timezone", "country", "admin")}
    return open_office(replace(office.ports, folder=folder), **same_settings), folder


def test_list_that_is_locked_is_written_once_it_is_not() -> None:
    office, folder = locked_office()
    open_list(office, DRILL_ROW)
    mark_done(office)
    folder.is_locked = True

    office.relay()
    assert saved(office) == [HEAD, DRILL_ROW]
    assert "put right" not in run_tick(office)

    folder.is_locked = False
    office.go_to("2026-12-01T12:05")
    office.relay()
    assert saved(office)[1] == "Fire drill,,monthly,Maria,2026-12-01,2026-12-10,,,Maria Lopez"


def test_mirror_that_never_heard_of_it_is_made_up_for_by_the_next_tick(office: Office) -> None:
    open_list(office, DRILL_ROW)
    mark_done(office)
    run_tick(office)
    assert saved(office)[1] == "Fire drill,,monthly,Maria,2026-12-01,2026-12-10,,,Maria Lopez"


def test_team_without_a_list_has_none_to_be_written_into(office: Office) -> None:
    open_list(office, DRILL_ROW)
    mark_done(office)
    office.remove(TASKS)
    office.relay()
    assert not office.ports.folder.exists(TASKS)
    assert office.app.services.controls.mirror_done.write(["fire drill"]) == ()


def test_cell_that_nobody_can_read_is_left_and_logged(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    open_list(office, DRILL_ROW)
    mark_done(office)
    office.edit(TASKS, "Maria,,", "Maria,last week,")
    with caplog.at_level(logging.WARNING):
        office.relay()
    assert saved(office)[1].startswith("Fire drill,,monthly,Maria,last week,2026-12-10")
    left = [record for record in caplog.records if record.message == "controls.unmirrored"]
    assert [vars(record)["control"] for record in left] == [DRILL]


def test_reminders_are_told_by_the_same_relay(office: Office) -> None:
    open_list(office, DRILL_ROW)
    mark_done(office, done_on=date(2026, 11, 25))
    office.tick("2026-12-22T08:00")
    assert [message.person for message in office.messages()] == [MARIA]
    assert saved(office)[1].split(",")[4] == "2026-11-25"
