"""When a control is due after its repeat or its first due date was changed in the list."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from belfry.controls.controls import Control, Snooze, write_snoozes
from belfry.controls.repeats.cycles import (
    open_control,
    plan_done,
    plan_reschedule,
    plan_skip,
)
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.kernel.errors import InputError


def day(text: str) -> date:
    return date.fromisoformat(text)


def done(repeat: str, *, first_due: str, done_on: str) -> Control:
    read = parse_repeat(repeat)
    opened = open_control(
        "Fire drill", read, first_seen_on=day("2026-01-05"), first_due_on=day(first_due)
    )
    step = plan_done(opened, read, done_on=day(done_on), entered_on=day(done_on), by="Maria")
    return replace(step.control, first_due_on=None)


@pytest.mark.parametrize(
    "old, new, today, due_on",
    [
        pytest.param("monthly", "weekly", "2026-11-12", "2026-11-17", id="rolling to rolling"),
        pytest.param("monthly", "weekly", "2026-12-01", "2026-11-17", id="overdue by the new one"),
        pytest.param("monthly", "every 2 months", "2026-11-12", "2027-01-10", id="to a longer one"),
        pytest.param(
            "monthly", "monthly on the 20th", "2026-11-12", "2026-11-20", id="rolling to fixed"
        ),
        pytest.param(
            "monthly on the 10th", "last day of the month", "2026-11-12", "2026-11-30", id="fixed"
        ),
        pytest.param(
            "monthly on the 10th", "monthly on the 5th", "2026-11-12", "2026-12-05", id="sooner"
        ),
        pytest.param(
            "monthly on the 10th",
            "monthly on the 11th",
            "2026-12-15",
            "2026-12-11",
            id="an overdue cycle stays overdue",
        ),
        pytest.param(
            "monthly on the 10th",
            "monthly on the 5th",
            "2026-12-15",
            "2027-01-05",
            id="unless the new schedule has no day since",
        ),
        pytest.param(
            "monthly on the 10th", "monthly", "2026-11-12", "2026-12-10", id="fixed to rolling"
        ),
        pytest.param(
            "monthly",
            "monthly on the 10th",
            "2026-11-10",
            "2026-12-10",
            id="not the day it was done",
        ),
    ],
)
def test_control_done_on_10_november_is_due(old: str, new: str, today: str, due_on: str) -> None:
    control = done(old, first_due="2026-11-10", done_on="2026-11-10")
    step = plan_reschedule(control, parse_repeat(new), today=day(today))
    assert step.control.due_on == day(due_on)


def test_control_never_done_counts_from_when_it_was_first_seen() -> None:
    opened = open_control("Fire drill", parse_repeat("yearly"), first_seen_on=day("2026-06-01"))
    step = plan_reschedule(opened, parse_repeat("every 9 months"), today=day("2026-11-20"))
    assert step.control.due_on == day("2027-03-01")


def test_new_schedule_brings_no_days_from_before_it_was_written() -> None:
    opened = open_control("Fire drill", parse_repeat("yearly"), first_seen_on=day("2026-06-01"))
    step = plan_reschedule(opened, parse_repeat("monthly on the 15th"), today=day("2026-11-20"))
    assert step.control.due_on == day("2026-12-15")


def test_skipped_cycle_is_not_asked_for_by_the_new_schedule() -> None:
    weekly = parse_repeat("weekly")
    opened = open_control("Fire drill", weekly, first_seen_on=day("2026-12-03"))
    skipped = plan_skip(
        opened, weekly, reason="closed", entered_on=day("2026-12-04"), by="Tom"
    ).control
    fixed = plan_reschedule(skipped, parse_repeat("weekly on Monday"), today=day("2026-12-04"))
    rolling = plan_reschedule(skipped, parse_repeat("every 3 days"), today=day("2026-12-04"))
    assert (fixed.control.due_on, rolling.control.due_on) == (
        day("2026-12-14"),
        day("2026-12-13"),
    )


@pytest.mark.parametrize("first_due", ["2026-12-01", "2026-10-01"])
def test_first_due_date_decides_while_the_first_cycle_is_open(first_due: str) -> None:
    weekly = parse_repeat("weekly")
    opened = open_control("Fire drill", weekly, first_seen_on=day("2026-11-16"))
    step = plan_reschedule(opened, weekly, today=day("2026-11-17"), first_due_on=day(first_due))
    assert (step.control.due_on, step.control.first_due_on) == (day(first_due), day(first_due))


def test_first_due_date_tells_which_weeks_count_later_on() -> None:
    control = done("weekly", first_due="2026-11-10", done_on="2026-11-10")
    fridays = parse_repeat("every 2 weeks on Friday")
    found = [
        plan_reschedule(
            control, fridays, today=day("2026-11-12"), first_due_on=day(first_due)
        ).control.due_on
        for first_due in ("2026-10-30", "2026-11-06")
    ]
    assert found == [day("2026-11-13"), day("2026-11-20")]


@pytest.mark.parametrize(
    "repeat, kept",
    [
        pytest.param("every 4 weeks on Tuesday", (), id="another due date begins without them"),
        pytest.param("every 30 days", (Snooze(day("2026-12-01"), day("2026-12-03")),), id="kept"),
    ],
)
def test_snoozes_belong_to_their_due_date(repeat: str, kept: tuple[Snooze, ...]) -> None:
    control = done("monthly", first_due="2026-11-10", done_on="2026-11-10")
    snoozed = replace(
        control, snoozes=write_snoozes([Snooze(day("2026-12-01"), day("2026-12-03"))])
    )
    step = plan_reschedule(snoozed, parse_repeat(repeat), today=day("2026-12-01"))
    assert step.control.list_snoozes() == kept


def test_change_is_told() -> None:
    control = done("monthly", first_due="2026-11-10", done_on="2026-11-10")
    step = plan_reschedule(control, parse_repeat("weekly"), today=day("2026-11-12"))
    assert (step.action, step.line) == (
        "rescheduled",
        "repeats weekly from now on; due on 17 November 2026; it was due on 10 December 2026",
    )


def test_same_repeat_again_changes_nothing() -> None:
    weekly = parse_repeat("every 2 weeks on Friday")
    control = open_control("Fire drill", weekly, first_seen_on=day("2026-11-16"))
    step = plan_reschedule(control, weekly, today=day("2026-11-17"))
    assert step.control == control


def test_first_due_date_that_cannot_be_is_refused() -> None:
    control = done("weekly", first_due="2026-11-10", done_on="2026-11-10")
    with pytest.raises(InputError) as caught:
        plan_reschedule(
            control, parse_repeat("weekly"), today=day("2026-11-12"), first_due_on=date.max
        )
    assert caught.value.field == "first_due"
