"""Whether a control's record gives back what was put into it, for any state it can be in."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.reminding import DUE, a_control

from belfry.controls.chains.moves import Snooze, Standing, WindowRecord
from belfry.controls.chains.progress import Progress
from belfry.controls.chains.rules import Rules
from belfry.controls.control_plans import plan_step, plan_tick
from belfry.controls.control_states import (
    chain_of,
    progress_of,
    put_progress,
    put_standing,
    standing_of,
)
from belfry.controls.histories import (
    CycleLine,
    Outcome,
    ReminderKind,
    ReminderLine,
    name_escalation,
    name_snooze,
    name_window,
    recall_escalation,
    recall_windows,
)
from belfry.controls.repeats.cycles import (
    find_closing,
    plan_done,
    plan_skip,
    plan_undo,
    write_undoing,
)
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.kernel.changes import Announce, Append

NOW = datetime(2026, 12, 11, 8, tzinfo=UTC)
TODAY = NOW.date()
WEEKLY = parse_repeat("weekly on Thursday")
DAYS = st.dates(date(2026, 1, 1), date(2027, 12, 31))
MAYBE = st.none() | DAYS
SNOOZE = st.builds(Snooze, from_on=DAYS, until_on=DAYS, reminded_on=MAYBE)
RECORD = st.builds(WindowRecord, window=st.integers(-60, 60), on=DAYS, is_sent=st.booleans())
RECORDS = st.lists(RECORD, max_size=6, unique_by=lambda one: one.window).map(
    lambda found: tuple(sorted(found, key=lambda one: one.window))
)


@given(
    progress=st.builds(
        Progress,
        first_seen_on=st.just(date(2026, 11, 10)),
        first_due_on=MAYBE,
        anchor_on=DAYS,
        counted_from_on=DAYS,
        due_on=DAYS,
        last_done_on=MAYBE,
        snoozes=st.lists(SNOOZE, max_size=3).map(tuple),
        closings=st.integers(0, 9),
        opened_by=st.integers(0, 9),
        withdrawn_on=MAYBE,
    )
)
@settings(derandomize=True)
def test_progress_comes_back_as_it_was_put(progress: Progress) -> None:
    assert progress_of(put_progress(a_control(), progress, ())) == progress


@given(
    standing=st.builds(
        Standing,
        due_on=st.just(DUE),
        chain=st.just((-5, 0, 2)),
        windows=RECORDS,
        snoozes=st.lists(SNOOZE, max_size=3).map(tuple),
        escalated_on=MAYBE,
        last_sent_on=MAYBE,
        is_done=st.just(False),
    )
)
@settings(derandomize=True)
def test_a_standing_comes_back_as_it_was_put(standing: Standing) -> None:
    control = put_standing(a_control(), standing, TODAY)
    assert standing_of(control, (-5, 0, 2)) == standing
    assert control.look_on == TODAY


def test_what_was_recorded_of_a_due_date_is_recalled_when_it_comes_back() -> None:
    lines = [
        line(name_window(-5), ReminderKind.REMINDER),
        line(name_window(0), ReminderKind.SKIPPED),
        line(name_escalation(TODAY), ReminderKind.ESCALATION),
        line(name_snooze(TODAY), ReminderKind.REMINDER),
        replace(line(name_window(2), ReminderKind.REMINDER), due_on=DUE + timedelta(days=7)),
    ]
    assert recall_windows(lines, DUE) == (
        WindowRecord(-5, TODAY, is_sent=True),
        WindowRecord(0, TODAY, is_sent=False),
    )
    assert recall_escalation(lines, DUE) == TODAY

    away = put_progress(a_control(), replace(progress_of(a_control()), due_on=TODAY), lines)
    back = put_progress(away, progress_of(a_control()), lines)
    assert (away.windows, away.escalated_on) == ({}, None)
    assert (len(back.windows), back.escalated_on) == (2, TODAY)


def line(slot: str, kind: ReminderKind) -> ReminderLine:
    return ReminderLine(
        control_id="monthly safety check", due_on=DUE, slot=slot, kind=kind, on=TODAY, at=NOW
    )


def test_an_end_is_found_again_as_it_was() -> None:
    control = a_control(repeat="weekly on Thursday", lines=4, done_by="Tom")
    done_on = date(2026, 12, 25)
    step = plan_done(progress_of(control), WEEKLY, done_on=done_on, entered_on=done_on, by="Maria")
    moved, changes = plan_step(control, step, (), at=NOW)
    lines = [one.record for one in changes if isinstance(one, Append)]
    assert all(isinstance(one, CycleLine) for one in lines)
    found = find_closing([one for one in lines if isinstance(one, CycleLine)], 1)

    assert found == step.closing
    assert [one.key.rpartition("/")[2] for one in lines] == ["5", "6", "7"]
    assert (moved.lines, moved.done_by, moved.cycle) == (7, "Maria", 2)
    assert find_closing([], 1) is None


def test_an_end_that_was_taken_back_leaves_the_control_as_it_was() -> None:
    control = a_control()
    step = plan_skip(
        progress_of(control), WEEKLY, reason="closed for repairs", entered_on=TODAY, by="Maria"
    )
    moved, changes = plan_step(control, step, (), at=NOW)
    lines = [one.record for one in changes if isinstance(one, Append)]
    closing = find_closing([one for one in lines if isinstance(one, CycleLine)], moved.opened_by)
    assert closing is not None
    undone = plan_undo(progress_of(moved), closing, by="Tom")
    back = put_progress(moved, undone.progress, ())

    assert (back.due_on, back.opened_by, back.done_by) == (control.due_on, 0, "")
    told = write_undoing(moved, closing, NOW, "Tom")
    assert (told.number, told.outcome, told.cycle) == (2, Outcome.UNDONE, 1)


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
    plan = plan_tick(snoozed, (-5, 0), TODAY, NOW)
    ((*_, news),) = plan.commits
    assert isinstance(news, Announce)
    assert plan.control.snoozes["1"]["reminded"] == "2026-12-11"
    assert plan.control.windows == snoozed.windows
    assert news.event.payload["slot"] == "snooze-2026-12-11"
