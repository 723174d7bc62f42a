"""What done, skip and undo make of a control, and what stays in its history."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.rhythm_strategies import REPEATS

from belfry.controls.controls import Control, Snooze, write_snoozes
from belfry.controls.repeats.closings import Closing, Ending, write_closing, write_undoing
from belfry.controls.repeats.cycles import (
    Step,
    TooEarly,
    open_control,
    plan_correction,
    plan_correction_undo,
    plan_done,
    plan_skip,
    plan_undo,
)
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeats import Repeat, Rolling, find_scheduled
from belfry.controls.tasks.judge_tasks import plan_reschedule
from belfry.kernel.errors import Conflict, InputError

SEEN_ON = date(2026, 11, 16)
NOW = datetime(2026, 11, 16, 8, tzinfo=UTC)


def day(text: str) -> date:
    return date.fromisoformat(text)


def start(
    repeat: str, *, first_due: str = "", last_done: str = "", seen_on: date = SEEN_ON
) -> Control:
    return open_control(
        "Fire drill",
        parse_repeat(repeat),
        first_seen_on=seen_on,
        first_due_on=day(first_due) if first_due else None,
        last_done_on=day(last_done) if last_done else None,
    )


def finish(
    control: Control, repeat: str, done_on: str, *, entered_on: str = "", is_named: bool = True
) -> Step:
    return plan_done(
        control,
        parse_repeat(repeat),
        done_on=day(done_on),
        entered_on=day(entered_on or done_on),
        by="Maria",
        is_named=is_named,
    )


def get_closing(step: Step) -> Closing:
    assert step.closing is not None
    return step.closing


@pytest.mark.parametrize(
    "repeat, first_due, last_done, due_on",
    [
        pytest.param("monthly", "", "", "2026-12-16", id="rolling counts from the first sight"),
        pytest.param("monthly on the 20th", "", "", "2026-11-20", id="fixed takes its first day"),
        pytest.param("monthly", "2027-01-05", "", "2027-01-05", id="a first due date decides"),
        pytest.param("monthly", "2026-10-01", "", "2026-10-01", id="even one that is past"),
        pytest.param("monthly", "", "2026-11-02", "2026-12-02", id="rolling from the last time"),
        pytest.param("monthly", "", "2026-05-02", "2026-06-02", id="long overdue when first seen"),
        pytest.param("monthly on the 20th", "", "2026-10-20", "2026-11-20", id="fixed after it"),
        pytest.param("monthly on the 20th", "", "2026-06-01", "2026-06-20", id="fixed and overdue"),
        pytest.param(
            "monthly", "2027-01-05", "2026-11-02", "2027-01-05", id="done before a first due date"
        ),
        pytest.param(
            "monthly", "2026-10-01", "2026-10-03", "2026-11-03", id="done after a first due date"
        ),
        pytest.param(
            "monthly", "2026-10-01", "2026-10-01", "2026-11-01", id="done on a first due date"
        ),
        pytest.param(
            "every 2 weeks on Friday",
            "2026-10-02",
            "2026-11-09",
            "2026-11-13",
            id="the first due date tells which Fridays",
        ),
        pytest.param(
            "every 2 weeks on Friday",
            "2026-10-09",
            "2026-11-09",
            "2026-11-20",
            id="and which others",
        ),
    ],
)
def test_control_first_seen_is_due(
    repeat: str, first_due: str, last_done: str, due_on: str
) -> None:
    assert start(repeat, first_due=first_due, last_done=last_done).due_on == day(due_on)


@pytest.mark.parametrize(
    "first_due, last_done, field",
    [
        pytest.param("", "2026-11-17", "last_done", id="done tomorrow"),
        pytest.param("", "1969-12-31", "last_done", id="done before anybody kept count"),
        pytest.param("2201-01-01", "", "first_due", id="due when nobody lives any more"),
        pytest.param("9999-12-31", "", "first_due", id="due on the last day there is"),
        pytest.param("0001-01-01", "", "first_due", id="due on the first day there was"),
    ],
)
def test_row_with_a_day_that_cannot_be_is_refused(
    first_due: str, last_done: str, field: str
) -> None:
    with pytest.raises(InputError) as caught:
        start("monthly", first_due=first_due, last_done=last_done)
    assert caught.value.field == field


def test_done_stamps_the_day_of_the_work_apart_from_the_day_it_was_entered() -> None:
    control = start("monthly", first_due="2026-12-10")
    step = finish(control, "monthly", "2026-12-09", entered_on="2026-12-12")
    assert step.control == replace(
        control,
        due_on=day("2027-01-09"),
        counted_from_on=day("2026-12-09"),
        last_done_on=day("2026-12-09"),
        cycle=2,
        opened_by=1,
        lines=1,
        done_by="Maria",
    )
    assert step.closing == Closing(
        number=1,
        ending=Ending.DONE,
        due_on=day("2026-12-10"),
        done_on=day("2026-12-09"),
        entered_on=day("2026-12-12"),
        by="Maria",
        next_due_on=day("2027-01-09"),
        opened_by=0,
        opened_due_on=day("2026-12-10"),
        counted_before_from_on=SEEN_ON,
        done_before_on=None,
        done_before_by="",
        snoozes=(),
    )
    assert (step.action, step.line) == (
        "done",
        "cycle due on 10 December 2026: done on 9 December 2026; "
        "entered by Maria on 12 December 2026; next due on 9 January 2027",
    )


@pytest.mark.parametrize(
    "done_on, next_on, days_late",
    [
        pytest.param("2026-11-20", "2027-01-10", 0, id="three weeks early"),
        pytest.param("2026-12-10", "2027-01-10", 0, id="on the day"),
        pytest.param("2026-12-13", "2027-01-10", 3, id="three days late"),
    ],
)
def test_done_early_or_late_counts_for_the_open_cycle(
    done_on: str, next_on: str, days_late: int
) -> None:
    repeat = "monthly on the 10th"
    step = finish(start(repeat, first_due="2026-12-10"), repeat, done_on)
    closing = get_closing(step)
    assert (closing.due_on, step.control.due_on) == (day("2026-12-10"), day(next_on))
    assert closing.days_late == days_late


@pytest.mark.parametrize(
    "repeat, first_due, done_on, credited, missed, next_on",
    [
        pytest.param(
            "monthly on the 31st",
            "2027-01-31",
            "2027-06-10",
            "2027-05-31",
            ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"],
            "2027-06-30",
            id="months late",
        ),
        pytest.param(
            "every weekday",
            "2027-01-11",
            "2027-01-12",
            "2027-01-12",
            ["2027-01-11"],
            "2027-01-13",
            id="Monday forgotten and done on Tuesday",
        ),
        pytest.param(
            "daily",
            "2027-01-11",
            "2027-01-13",
            "2027-01-13",
            ["2027-01-11", "2027-01-12"],
            "2027-01-14",
            id="daily and two days forgotten",
        ),
        pytest.param(
            "first Monday of the month",
            "2027-01-04",
            "2027-02-01",
            "2027-02-01",
            ["2027-01-04"],
            "2027-03-01",
            id="done on the first Monday after",
        ),
        pytest.param(
            "first Monday of the month",
            "2027-01-04",
            "2027-01-07",
            "2027-01-04",
            [],
            "2027-02-01",
            id="a few days late",
        ),
        pytest.param(
            "every 7 days", "2027-01-04", "2027-01-28", "2027-01-04", [], "2027-02-04", id="rolling"
        ),
    ],
)
def test_done_credits_the_latest_due_date_and_those_before_it_are_missed(
    repeat: str, first_due: str, done_on: str, credited: str, missed: list[str], next_on: str
) -> None:
    step = finish(start(repeat, first_due=first_due), repeat, done_on, is_named=False)
    closing = get_closing(step)
    assert closing.due_on == day(credited)
    assert [missed_on.isoformat() for missed_on in closing.missed] == missed
    assert (closing.next_due_on, step.control.due_on) == (day(next_on), day(next_on))


def test_missed_due_dates_are_named() -> None:
    repeat = "monthly on the 31st"
    step = finish(start(repeat, first_due="2027-01-31"), repeat, "2027-06-10")
    assert step.line == (
        "cycle due on 31 May 2027: done on 10 June 2027, 10 days late; "
        "entered by Maria on 10 June 2027; "
        "missed: 31 January 2027, 28 February 2027, 31 March 2027 and 1 more; "
        "next due on 30 June 2027"
    )


@pytest.mark.parametrize(
    "first_due, missed",
    [
        pytest.param("", [], id="none before the row was first seen"),
        pytest.param("2026-09-20", ["2026-09-20"], id="but the first due date that was given"),
    ],
)
def test_nothing_was_missed_before_the_row_was_first_seen(
    first_due: str, missed: list[str]
) -> None:
    repeat = "monthly on the 20th"
    last_done = "" if first_due else "2026-06-01"
    control = start(repeat, first_due=first_due, last_done=last_done)
    closing = get_closing(finish(control, repeat, "2026-11-20"))
    assert [missed_on.isoformat() for missed_on in closing.missed] == missed


@pytest.mark.parametrize(
    "repeat, last_done, done_on, is_credited",
    [
        pytest.param("yearly on 15 January", "2027-01-15", "2027-01-16", False, id="a day after"),
        pytest.param("yearly on 15 January", "2027-01-15", "2027-07-16", False, id="the middle"),
        pytest.param(
            "yearly on 15 January", "2027-01-15", "2027-07-17", True, id="past the middle"
        ),
        pytest.param("weekly on Monday", "2026-11-23", "2026-11-26", False, id="a Thursday"),
        pytest.param("weekly on Monday", "2026-11-23", "2026-11-27", True, id="a Friday"),
        pytest.param("every 10 days", "2026-11-20", "2026-11-25", False, id="rolling, the middle"),
        pytest.param("every 10 days", "2026-11-20", "2026-11-26", True, id="rolling, past it"),
    ],
)
def test_unnamed_done_before_the_due_date_counts_from_the_middle_on(
    repeat: str, last_done: str, done_on: str, is_credited: bool
) -> None:
    control = start(repeat, last_done=last_done, seen_on=day(last_done))
    if is_credited:
        step = finish(control, repeat, done_on, is_named=False)
        assert get_closing(step).due_on == control.due_on
    else:
        with pytest.raises(TooEarly):
            finish(control, repeat, done_on, is_named=False)
    assert get_closing(finish(control, repeat, done_on)).due_on == control.due_on


def test_second_done_asks_what_is_meant() -> None:
    repeat = "yearly on 15 January"
    first = finish(start(repeat), repeat, "2027-01-15")
    with pytest.raises(TooEarly) as caught:
        finish(first.control, repeat, "2027-01-16", is_named=False)
    assert str(caught.value) == (
        "16 January 2027 is long before the due date, 15 January 2028, so nothing is recorded: "
        "say that this due date is done early (--early), or that it was done on that day and not "
        "on 15 January 2027 (--correct)"
    )


def test_control_done_on_the_day_it_was_first_seen_is_due_after_one_repeat() -> None:
    step = finish(start("weekly"), "weekly", "2026-11-16")
    assert step.control.due_on == day("2026-11-23")


def test_nothing_is_due_before_the_first_due_date() -> None:
    step = finish(start("weekly", first_due="2027-03-01"), "weekly", "2026-12-01")
    assert step.closing is not None
    assert (step.closing.due_on, step.control.due_on) == (day("2027-03-01"), day("2027-03-02"))


@pytest.mark.parametrize(
    "done_on, error",
    [
        pytest.param("2026-12-11", InputError, id="tomorrow"),
        pytest.param("1900-01-01", InputError, id="a century ago"),
        pytest.param("2026-12-09", Conflict, id="the day it was done already"),
        pytest.param("2026-12-01", Conflict, id="before it was last done"),
    ],
)
def test_done_is_refused_for(done_on: str, error: type[Exception]) -> None:
    control = finish(start("weekly"), "weekly", "2026-12-09").control
    with pytest.raises(error):
        finish(control, "weekly", done_on, entered_on="2026-12-10")


def test_skip_counts_as_done_on_the_due_date_and_last_done_stays() -> None:
    done = finish(start("weekly", first_due="2026-12-01"), "weekly", "2026-12-03").control
    step = plan_skip(
        done,
        parse_repeat("weekly"),
        reason=" shop \n closed ",
        entered_on=day("2026-12-05"),
        by="Tom",
    )
    closing = get_closing(step)
    assert step.control.due_on == day("2026-12-17")
    assert step.control.last_done_on == day("2026-12-03")
    assert (closing.ending, closing.done_on, closing.reason, closing.days_late == 0) == (
        Ending.SKIPPED,
        day("2026-12-10"),
        "shop closed",
        True,
    )
    assert (step.action, step.line) == (
        "skipped",
        "cycle due on 10 December 2026: skipped, because: shop closed; "
        "entered by Tom on 5 December 2026; next due on 17 December 2026",
    )


@pytest.mark.parametrize("reason", ["", "  \n "])
def test_skip_needs_a_reason(reason: str) -> None:
    with pytest.raises(InputError) as caught:
        plan_skip(
            start("weekly"), parse_repeat("weekly"), reason=reason, entered_on=SEEN_ON, by="Tom"
        )
    assert caught.value.field == "reason"


def test_skip_of_a_long_overdue_cycle_leads_to_the_next_day_of_the_schedule() -> None:
    repeat = "monthly on the 31st"
    control = start(repeat, first_due="2027-01-31")
    step = plan_skip(
        control, parse_repeat(repeat), reason="moved", entered_on=day("2027-06-10"), by="Tom"
    )
    assert (step.control.due_on, get_closing(step).missed) == (day("2027-02-28"), ())


def test_undo_opens_the_cycle_again_and_keeps_count() -> None:
    before = replace(
        start("monthly", first_due="2026-12-10"),
        snoozes=write_snoozes([Snooze(day("2026-12-06"), day("2026-12-08"))]),
    )
    done = finish(before, "monthly", "2026-12-09")
    step = plan_undo(done.control, get_closing(done), by="Tom")
    assert step.control == replace(before, cycle=2, lines=2, withdrawn_on=day("2026-12-09"))
    assert (step.closing, step.undone, step.action, step.line) == (
        None,
        done.closing,
        "undone",
        "done on 9 December 2026: taken back by Tom; "
        "the cycle due on 10 December 2026 is open again",
    )


def test_undo_of_a_skip_withdraws_no_done_date() -> None:
    before = start("weekly")
    skipped = plan_skip(
        before, parse_repeat("weekly"), reason="closed", entered_on=SEEN_ON, by="Tom"
    )
    step = plan_undo(skipped.control, get_closing(skipped), by="Tom")
    assert step.control == replace(before, cycle=2, lines=2)
    assert (
        step.line == "skipped: taken back by Tom; the cycle due on 23 November 2026 is open again"
    )


def test_undo_goes_back_one_cycle_after_another() -> None:
    opened = start("weekly")
    first = finish(opened, "weekly", "2026-11-20")
    second = finish(first.control, "weekly", "2026-11-27")
    once = plan_undo(second.control, get_closing(second), by="Tom").control
    twice = plan_undo(once, get_closing(first), by="Tom").control
    assert (once.due_on, once.last_done_on) == (first.control.due_on, day("2026-11-20"))
    assert (twice.due_on, twice.last_done_on, twice.cycle) == (opened.due_on, None, 3)


def test_done_after_an_undo_gets_a_number_of_its_own() -> None:
    first = finish(start("weekly"), "weekly", "2026-11-20")
    undone = plan_undo(first.control, get_closing(first), by="Tom").control
    again = finish(undone, "weekly", "2026-11-20")
    assert (get_closing(again).number, get_closing(again).opened_by) == (2, 0)
    assert again.control.withdrawn_on is None


def test_undo_is_refused_for_anything_but_the_last_end_of_a_cycle() -> None:
    first = finish(start("weekly"), "weekly", "2026-11-20")
    second = finish(first.control, "weekly", "2026-11-27")
    with pytest.raises(Conflict):
        plan_undo(second.control, get_closing(first), by="Tom")
    undone = plan_undo(second.control, get_closing(second), by="Tom").control
    with pytest.raises(Conflict):
        plan_undo(undone, get_closing(second), by="Tom")


def correct(control: Control, last: Step, repeat: str, done_on: str) -> Step:
    return plan_correction(
        control,
        get_closing(last),
        parse_repeat(repeat),
        done_on=day(done_on),
        entered_on=day("2027-02-01"),
        by="Tom",
    )


def test_correction_moves_the_day_and_not_the_due_date() -> None:
    repeat = "yearly on 15 January"
    first = finish(start(repeat), repeat, "2027-01-15")
    step = correct(first.control, first, repeat, "2027-01-16")
    closing = get_closing(step)
    assert (closing.due_on, closing.done_on, closing.days_late) == (
        day("2027-01-15"),
        day("2027-01-16"),
        1,
    )
    assert (step.control.due_on, step.control.last_done_on) == (
        day("2028-01-15"),
        day("2027-01-16"),
    )
    assert (step.undone, step.action) == (first.closing, "corrected")
    assert step.line.startswith("corrected, it said 15 January 2027; cycle due on 15 January 2027")


def test_correction_is_taken_back_to_the_day_before_it() -> None:
    repeat = "yearly on 15 January"
    first = finish(start(repeat), repeat, "2027-01-15")
    corrected = correct(first.control, first, repeat, "2027-01-16")
    step = plan_correction_undo(
        corrected.control,
        get_closing(corrected),
        parse_repeat(repeat),
        entered_on=day("2027-02-02"),
        by="Ann",
    )
    assert step.control == replace(
        first.control,
        cycle=4,
        opened_by=3,
        lines=5,
        withdrawn_on=day("2027-01-16"),
    )
    assert get_closing(step).by == "Maria"
    assert step.line == "correction taken back by Ann; it was done on 15 January 2027"


def test_correction_is_refused_across_a_skip() -> None:
    repeat = "weekly on Monday"
    first = finish(start(repeat), repeat, "2026-11-16")
    skipped = plan_skip(
        first.control, parse_repeat(repeat), reason="closed", entered_on=SEEN_ON, by="Tom"
    )
    with pytest.raises(Conflict, match="was skipped since then; undo that first"):
        correct(skipped.control, skipped, repeat, "2026-11-17")


def test_control_that_only_the_list_knows_as_done_is_corrected_without_ending_a_cycle() -> None:
    repeat = "yearly on 15 January"
    control = start(repeat, last_done="2027-01-15", seen_on=day("2027-01-20"))
    step = plan_correction(
        control,
        None,
        parse_repeat(repeat),
        done_on=day("2027-01-16"),
        entered_on=day("2027-02-01"),
        by="Tom",
    )
    assert (step.closing, step.control.last_done_on) == (None, day("2027-01-16"))
    assert step.control.due_on == control.due_on


@given(REPEATS, st.lists(st.integers(1, 500), min_size=1, max_size=12), st.data())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_whatever_was_done_and_skipped_can_be_undone_step_by_step(
    repeat: Repeat, waits: list[int], data: st.DataObject
) -> None:
    control, today = open_control("Fire drill", repeat, first_seen_on=SEEN_ON), SEEN_ON
    states, closings = [control], []
    for wait in waits:
        today += timedelta(days=wait)
        if data.draw(st.booleans()):
            step = plan_done(
                control, repeat, done_on=today, entered_on=today, by="Maria", is_named=True
            )
        else:
            step = plan_skip(control, repeat, reason="closed", entered_on=today, by="Tom")
        control = step.control
        states.append(control)
        closings.append(get_closing(step))
    for before, closing in zip(reversed(states[:-1]), reversed(closings), strict=True):
        control = plan_undo(control, closing, by="Tom").control
        withdrawn_on = control.withdrawn_on
        assert control == replace(
            before, cycle=len(closings) + 1, lines=control.lines, withdrawn_on=withdrawn_on
        )


@given(REPEATS, st.lists(st.integers(0, 400), min_size=1, max_size=15), st.data())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_no_record_contradicts_the_days_of_the_work(
    repeat: Repeat, waits: list[int], data: st.DataObject
) -> None:
    """Whatever is answered and when: what is done, missed, late and next due agrees."""
    control, today = open_control("Fire drill", repeat, first_seen_on=SEEN_ON), SEEN_ON
    credited: set[date] = set()
    missed: set[date] = set()
    for wait in waits:
        today += timedelta(days=wait)
        is_named = data.draw(st.booleans())
        try:
            step = plan_done(
                control, repeat, done_on=today, entered_on=today, by="Maria", is_named=is_named
            )
        except TooEarly:
            assert not is_named
            assert today < control.due_on
            continue
        except Conflict:
            assert control.last_done_on == today
            continue
        closing = get_closing(step)
        check_closing(control, closing, repeat)
        credited.add(closing.due_on)
        missed.update(closing.missed)
        if not isinstance(repeat, Rolling):
            assert not credited & missed
        assert len(write_closing(control, closing, NOW)) == step.control.lines - control.lines
        control = step.control


def check_closing(control: Control, closing: Closing, repeat: Repeat) -> None:
    done_on = closing.done_on
    assert all(control.due_on <= day < closing.due_on for day in closing.missed)
    assert all(day < done_on for day in closing.missed)
    assert closing.due_on == control.due_on or closing.due_on <= done_on
    if isinstance(repeat, Rolling):
        assert (closing.due_on, closing.missed) == (control.due_on, ())
    else:
        following = find_scheduled(repeat, after=closing.due_on, anchor_on=control.anchor_on)
        assert closing.next_due_on == following
        assert closing.next_due_on > done_on


@given(REPEATS, st.integers(0, 900), st.integers(0, 3))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_second_done_without_a_cycle_never_moves_the_due_date_by_itself(
    repeat: Repeat, wait: int, later: int
) -> None:
    """Right after a done, nothing is recorded unless the coming due date is nearer."""
    opened = open_control("Fire drill", repeat, first_seen_on=SEEN_ON)
    today = max(opened.due_on, SEEN_ON) + timedelta(days=wait)
    first = plan_done(opened, repeat, done_on=today, entered_on=today, by="Maria")
    again = today + timedelta(days=later)
    try:
        plan_done(first.control, repeat, done_on=again, entered_on=again, by="Tom")
    except Conflict:
        return
    is_due = again >= first.control.due_on
    assert is_due or first.control.due_on - again < again - today


@given(REPEATS, st.integers(0, 900))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_undo_voids_every_line_of_a_done(repeat: Repeat, late: int) -> None:
    control = open_control("Fire drill", repeat, first_seen_on=SEEN_ON)
    done_on = control.due_on + timedelta(days=late)
    step = plan_done(control, repeat, done_on=done_on, entered_on=done_on, by="Maria")
    closing = get_closing(step)
    written = write_closing(control, closing, NOW)
    voided = write_undoing(step.control, closing, NOW, "Tom")
    assert [(line.due_on, line.cycle) for line in voided] == [
        (line.due_on, line.cycle) for line in written
    ]
    undone = plan_undo(step.control, closing, by="Tom").control
    numbers = [line.number for line in (*written, *voided)]
    assert numbers == list(range(1, undone.lines + 1))


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
    due_dates = [
        plan_reschedule(
            control, fridays, today=day("2026-11-12"), first_due_on=day(first_due)
        ).control.due_on
        for first_due in ("2026-10-30", "2026-11-06")
    ]
    assert due_dates == [day("2026-11-13"), day("2026-11-20")]


@pytest.mark.parametrize(
    "repeat, snoozes",
    [
        pytest.param("every 4 weeks on Tuesday", (), id="another due date begins without them"),
        pytest.param("every 30 days", (Snooze(day("2026-12-01"), day("2026-12-03")),), id="kept"),
    ],
)
def test_snoozes_belong_to_their_due_date(repeat: str, snoozes: tuple[Snooze, ...]) -> None:
    control = done("monthly", first_due="2026-11-10", done_on="2026-11-10")
    snoozed = replace(
        control, snoozes=write_snoozes([Snooze(day("2026-12-01"), day("2026-12-03"))])
    )
    step = plan_reschedule(snoozed, parse_repeat(repeat), today=day("2026-12-01"))
    assert step.control.list_snoozes() == snoozes


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
