"""Whether a control's record gives back what was put into it, for any state it can be in."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.reminding import DUE, a_control

from belfry.controls.chains.moves import chain_of
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import (
    CycleLine,
    Outcome,
    ReminderKind,
    ReminderLine,
    Snooze,
    WindowRecord,
    name_escalation,
    name_snooze,
    name_window,
    restore_reminders,
    write_snoozes,
    write_windows,
)
from belfry.controls.reminders.tick_controls import plan_tick
from belfry.controls.repeats.closings import find_closing, write_undoing
from belfry.controls.repeats.cycles import list_step_changes, plan_done, plan_skip, plan_undo
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.kernel.changes import Announce, Append, Change

NOW = datetime(2026, 12, 11, 8, tzinfo=UTC)
TODAY = NOW.date()
WEEKLY = parse_repeat("weekly on Thursday")
DAYS = st.dates(date(2026, 1, 1), date(2027, 12, 31))
MAYBE = st.none() | DAYS
SNOOZE = st.builds(Snooze, from_on=DAYS, until_on=DAYS, reminded_on=MAYBE)
RECORD = st.builds(WindowRecord, window=st.integers(-60, 60), on=DAYS, is_sent=st.booleans())
RECORDS = st.lists(RECORD, max_size=6, unique_by=lambda record: record.window).map(
    lambda records: tuple(sorted(records))
)


@given(windows=RECORDS, snoozes=st.lists(SNOOZE, max_size=3).map(tuple))
@settings(derandomize=True)
def test_windows_and_snoozes_come_back_as_they_were_put(
    windows: tuple[WindowRecord, ...], snoozes: tuple[Snooze, ...]
) -> None:
    control = a_control(windows=write_windows(windows), snoozes=write_snoozes(snoozes))
    assert (control.list_windows(), control.list_snoozes()) == (windows, snoozes)


def test_reminders_of_a_due_date_are_restored_when_it_comes_back() -> None:
    lines = [
        line(name_window(-5), ReminderKind.REMINDER),
        line(name_window(0), ReminderKind.SKIPPED),
        line(name_escalation(TODAY), ReminderKind.ESCALATION),
        line(name_snooze(TODAY), ReminderKind.REMINDER),
        replace(line(name_window(2), ReminderKind.REMINDER), due_on=DUE + timedelta(days=7)),
    ]
    control = a_control()
    away = restore_reminders(control, replace(control, due_on=TODAY), lines)
    back = restore_reminders(away, replace(away, due_on=DUE), lines)
    assert (away.windows, away.escalated_on) == ({}, None)
    assert back.list_windows() == (
        WindowRecord(-5, TODAY, is_sent=True),
        WindowRecord(0, TODAY, is_sent=False),
    )
    assert back.escalated_on == TODAY
    assert restore_reminders(control, control, lines) == control


def line(slot: str, kind: ReminderKind) -> ReminderLine:
    return ReminderLine(
        control_id="monthly safety check", due_on=DUE, slot=slot, kind=kind, on=TODAY, at=NOW
    )


def list_lines(changes: list[Change]) -> list[CycleLine]:
    records = [change.record for change in changes if isinstance(change, Append)]
    return [record for record in records if isinstance(record, CycleLine)]


def test_an_end_is_found_again_as_it_was() -> None:
    control = a_control(repeat="weekly on Thursday", lines=4, done_by="Tom")
    done_on = date(2026, 12, 25)
    step = plan_done(control, WEEKLY, done_on=done_on, entered_on=done_on, by="Maria")
    assert step.closing is not None
    lines = list_lines(list_step_changes(control, step, NOW, by="Maria"))

    assert find_closing(lines, 1) == step.closing
    assert [line.number for line in lines] == [5, 6, 7]
    moved = step.control
    assert (moved.lines, moved.done_by, moved.cycle) == (7, "Maria", 2)
    assert find_closing([], 1) is None


def test_an_end_that_was_taken_back_leaves_the_control_as_it_was() -> None:
    control = a_control(done_by="Ann")
    step = plan_skip(control, WEEKLY, reason="closed for repairs", entered_on=TODAY, by="Maria")
    moved = step.control
    assert step.closing is not None
    lines = list_lines(list_step_changes(control, step, NOW, by="Maria"))
    closing = find_closing(lines, moved.opened_by)
    assert closing is not None
    back = plan_undo(moved, closing, by="Tom").control

    assert (back.due_on, back.opened_by, back.done_by) == (control.due_on, 0, "Ann")
    (undone,) = write_undoing(moved, closing, NOW, "Tom")
    assert (undone.number, undone.outcome, undone.cycle) == (2, Outcome.UNDONE, 1)
    assert back.lines == undone.number


def test_an_override_that_can_no_longer_be_read_leaves_the_chain_to_the_rules() -> None:
    rules = Rules(default=(-1, 0))
    assert chain_of(a_control(chain_override="-7, 0"), rules).offsets == (-7, 0)
    assert chain_of(a_control(chain_override="when I say so"), rules).offsets == (-1, 0)


def test_a_snooze_that_ended_is_recorded_under_its_last_day() -> None:
    snoozed = a_control(
        due_on=date(2026, 12, 12),
        windows={"-5": {"on": "2026-12-07", "sent": True}},
        snoozes={"1": {"from": "2026-12-08", "until": "2026-12-11", "reminded": None}},
        last_sent_on=date(2026, 12, 7),
    )
    plan = plan_tick(snoozed, Rules(default=(-5, 0)), TODAY, NOW)
    ((*_, event),) = plan.commits
    assert isinstance(event, Announce)
    assert plan.control.snoozes["1"]["reminded"] == "2026-12-11"
    assert plan.control.windows == snoozed.windows
    assert event.event.payload["slot"] == "snooze-2026-12-11"
