"""What follows from a done date typed into the list."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from belfry.controls.controls import Control
from belfry.controls.repeats.closings import Closing, Ending
from belfry.controls.repeats.cycles import Step, open_control, plan_done, plan_skip, plan_undo
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeats import Repeat
from belfry.controls.tasks.judge_tasks import OutOfDate, UpToDate
from belfry.controls.tasks.judge_tasks import judge_typed as judge
from belfry.kernel.errors import InputError

MONTHLY = parse_repeat("monthly")
SEEN_ON, DONE_ON, TODAY = date(2026, 11, 16), date(2026, 12, 10), date(2026, 12, 20)
NEW = open_control("Fire drill", MONTHLY, first_seen_on=SEEN_ON)
DONE = plan_done(NEW, MONTHLY, done_on=DONE_ON, entered_on=DONE_ON, by="Maria")


def judge_typed(
    control: Control,
    repeat: Repeat,
    typed_on: date | None,
    *,
    today: date,
    last: Closing | None = DONE.closing,
) -> Step | UpToDate | OutOfDate:
    return judge(control, repeat, typed_on, today=today, find_last=lambda _: last)


def test_later_date_counts_as_done() -> None:
    today = date(2027, 1, 20)
    step = judge_typed(DONE.control, MONTHLY, date(2027, 1, 8), today=today)
    assert isinstance(step, Step)
    assert step.control.due_on == date(2027, 2, 8)
    assert step.closing is not None
    assert (step.closing.ending, step.closing.by) == (Ending.TYPED, "the list")


def test_date_too_early_for_the_open_cycle_corrects_the_last_one() -> None:
    step = judge_typed(DONE.control, MONTHLY, date(2026, 12, 11), today=TODAY)
    assert isinstance(step, Step)
    assert step.closing is not None
    assert (step.action, step.undone) == ("corrected", DONE.closing)
    assert (step.closing.due_on, step.closing.done_on) == (NEW.due_on, date(2026, 12, 11))
    assert (step.closing.corrected_on, step.closing.corrected_by) == (DONE_ON, "Maria")
    assert step.control.due_on == date(2027, 1, 11)


def test_date_too_early_after_a_skip_is_a_question() -> None:
    skipped = plan_skip(DONE.control, MONTHLY, reason="closed", entered_on=TODAY, by="Tom")
    with pytest.raises(InputError, match="was skipped since then; undo that first"):
        judge_typed(skipped.control, MONTHLY, date(2026, 12, 11), today=TODAY, last=skipped.closing)


def test_early_date_of_a_control_that_was_never_done_moves_its_due_date() -> None:
    step = judge_typed(NEW, MONTHLY, date(2026, 11, 18), today=TODAY, last=None)
    assert isinstance(step, Step)
    assert (step.action, step.closing, step.control.due_on) == (
        "learned",
        None,
        date(2026, 12, 18),
    )


def test_date_near_the_due_date_of_a_control_that_was_never_done_counts_as_done() -> None:
    step = judge_typed(NEW, MONTHLY, date(2026, 12, 14), today=TODAY)
    assert isinstance(step, Step)
    assert (step.action, step.control.due_on) == ("done", date(2027, 1, 14))


def test_same_date_is_no_news() -> None:
    assert judge_typed(DONE.control, MONTHLY, DONE_ON, today=TODAY) == UpToDate(DONE.control)


def test_empty_cell_of_a_control_never_done_is_no_news() -> None:
    assert judge_typed(NEW, MONTHLY, None, today=TODAY) == UpToDate(NEW)


@pytest.mark.parametrize(
    "typed_on",
    [
        pytest.param(date(2026, 12, 9), id="an older date"),
        pytest.param(None, id="a cell that was emptied"),
    ],
)
def test_list_that_says_less_is_put_right(typed_on: date | None) -> None:
    assert judge_typed(DONE.control, MONTHLY, typed_on, today=TODAY) == OutOfDate()


@pytest.mark.parametrize("typed_on", [date(2026, 12, 21), date(1926, 12, 10), date(9999, 12, 31)])
def test_day_that_cannot_be_is_refused(typed_on: date) -> None:
    control = replace(NEW, first_seen_on=date(1900, 1, 1))
    with pytest.raises(InputError):
        judge_typed(control, MONTHLY, typed_on, today=TODAY)


def test_date_from_before_the_control_was_known_ends_no_cycle() -> None:
    step = judge_typed(NEW, MONTHLY, date(2026, 8, 15), today=TODAY)
    assert isinstance(step, Step)
    assert step.closing is None
    assert step.control == replace(
        NEW,
        anchor_on=NEW.anchor_on,
        counted_from_on=date(2026, 8, 15),
        due_on=date(2026, 9, 15),
        last_done_on=date(2026, 8, 15),
        replaced=step.control.replaced,
    )
    assert step.line == (
        "the list says it was last done on 15 August 2026; due on 15 September 2026"
    )


def test_date_that_was_taken_back_does_not_count_again_until_the_list_was_put_right() -> None:
    assert DONE.closing is not None
    undone = plan_undo(DONE.control, DONE.closing, by="Tom").control
    stale = judge_typed(undone, MONTHLY, DONE_ON, today=TODAY)
    assert stale == OutOfDate()
    settled = judge_typed(undone, MONTHLY, None, today=TODAY)
    assert settled == UpToDate(replace(undone, withdrawn_on=None))
    again = judge_typed(replace(undone, withdrawn_on=None), MONTHLY, DONE_ON, today=TODAY)
    assert isinstance(again, Step)
    assert again.control.last_done_on == DONE_ON
