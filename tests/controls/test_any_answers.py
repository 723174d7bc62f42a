"""What holds for every repeat and whatever people answer, correct, undo, skip and type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.rhythm_strategies import MONTHLY, ROLLING, WEEKLY, YEARLY
from tests.controls.slow_calendar import list_days

from belfry.controls.controls import Control, CycleLine, Outcome
from belfry.controls.repeats.closings import find_closing
from belfry.controls.repeats.cycles import (
    Step,
    list_step_changes,
    open_control,
    plan_correction,
    plan_done,
    plan_last_undo,
    plan_skip,
    plan_snooze,
)
from belfry.controls.repeats.repeats import Fixed, Repeat
from belfry.controls.tasks.judge_tasks import judge_typed
from belfry.kernel.changes import Append
from belfry.kernel.errors import Conflict, InputError

SEEN_ON = date(2026, 11, 16)
DAYS = st.integers(-40, 40).map(lambda days: SEEN_ON + timedelta(days=days))
STARTS = st.tuples(WEEKLY | MONTHLY | YEARLY | ROLLING, st.none() | DAYS, st.none() | DAYS)
# An answer, how many days after the one before it, and how long ago the work was.
ACTS = st.lists(
    st.tuples(
        st.sampled_from(["done", "early", "correct", "undo", "skip", "snooze", "type"]),
        st.integers(0, 25),
        st.integers(-3, 30),
    ),
    max_size=12,
)


@dataclass
class Book:
    """A control with its history, as a store would have them."""

    repeat: Repeat
    control: Control
    today: date = SEEN_ON
    lines: list[CycleLine] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def act(self, what: str, ago: int) -> None:
        """What is refused changes nothing."""
        try:
            step = self._plan(what, self.today - timedelta(days=ago))
        except (Conflict, InputError):
            return
        at = datetime(self.today.year, self.today.month, self.today.day, 12, tzinfo=UTC)
        changes = [] if what == "snooze" else list_step_changes(self.control, step, at, by="Maria")
        for change in changes:
            if isinstance(change, Append) and isinstance(change.record, CycleLine):
                self.lines.append(change.record)
        self.control = step.control
        self.steps.append(step)

    def _plan(self, what: str, day: date) -> Step:
        control, last = self.control, find_closing(self.lines, self.control.opened_by)
        done: dict[str, Any] = {"done_on": day, "entered_on": self.today, "by": "Maria"}
        plans: dict[str, Callable[[], object]] = {
            "done": lambda: plan_done(control, self.repeat, **done),
            "early": lambda: plan_done(control, self.repeat, is_named=True, **done),
            "correct": lambda: plan_correction(control, last, self.repeat, **done),
            "undo": lambda: plan_last_undo(
                control, last, self.repeat, entered_on=self.today, by="Tom"
            ),
            "skip": lambda: plan_skip(
                control, self.repeat, reason="closed", entered_on=self.today, by="Tom"
            ),
            "snooze": lambda: plan_snooze(
                control, days=3, today=self.today, escalates_on=date.max, by="Tom"
            ),
            "type": lambda: judge_typed(
                control, self.repeat, day, today=self.today, find_last=lambda _: last
            ),
        }
        step = plans[what]()
        if not isinstance(step, Step):
            raise Conflict("the list has nothing new")
        return step

    def list_standing(self, *outcomes: Outcome) -> list[CycleLine]:
        undone = {line.cycle for line in self.lines if line.outcome is Outcome.UNDONE}
        return [
            line for line in self.lines if line.outcome in outcomes and line.cycle not in undone
        ]


def check(book: Book) -> None:
    ends = book.list_standing(Outcome.DONE, Outcome.SKIPPED)
    credited = Counter(line.due_on for line in ends if not is_due_again(line))
    missed = book.list_standing(Outcome.MISSED)
    assert max(credited.values(), default=0) <= 1
    assert not credited.keys() & {line.due_on for line in missed}
    assert max(Counter(line.due_on for line in missed).values(), default=0) <= 1
    first = book.control.first_due_on
    assert all(line.due_on >= SEEN_ON or line.due_on == first for line in missed)
    for line in book.list_standing(Outcome.DONE):
        assert line.done_on is not None
        assert line.done_on <= line.at.date()
    assert book.control.due_on not in credited


def is_due_again(line: CycleLine) -> bool:
    """Done on the day it counts from, a rolling repeat comes due on the same date again."""
    assert line.done_on is not None
    is_same_date = line.before["next_due_on"] == line.due_on.isoformat()
    return is_same_date and bool(line.before["counted_from_on"] == line.done_on.isoformat())


def check_next_due(step: Step, repeat: Repeat) -> None:
    """The first scheduled date after the credited one, found day by day."""
    closing, control = step.closing, step.control
    if closing is None or not isinstance(repeat, Fixed):
        return
    days = list_days(repeat, control.anchor_on, closing.due_on)
    floor = control.first_due_on or date.min
    assert control.due_on == max(next(days), floor)
    if not closing.is_skip and closing.done_on >= closing.opened_due_on:
        assert closing.due_on <= closing.done_on < control.due_on


@given(STARTS, ACTS)
@settings(max_examples=400, deadline=None)
def test_no_answer_makes_the_history_false(
    start: tuple[Repeat, date | None, date | None], acts: list[tuple[str, int, int]]
) -> None:
    repeat, first_due_on, last_done_on = start
    if last_done_on is not None:
        last_done_on = min(last_done_on, SEEN_ON)
    control = open_control(
        "Fire drill",
        repeat,
        first_seen_on=SEEN_ON,
        first_due_on=first_due_on,
        last_done_on=last_done_on,
    )
    book = Book(repeat, control)
    for what, later, ago in acts:
        book.today += timedelta(days=later)
        known = len(book.steps)
        book.act(what, ago)
        check(book)
        for step in book.steps[known:]:
            check_next_due(step, repeat)


@given(STARTS, ACTS, st.sampled_from(["done", "early", "correct", "skip", "type"]), DAYS)
@settings(max_examples=400, deadline=None)
def test_undo_restores_what_was_before(
    start: tuple[Repeat, date | None, date | None],
    acts: list[tuple[str, int, int]],
    last: str,
    day: date,
) -> None:
    repeat, first_due_on, _ = start
    control = open_control("Drill", repeat, first_seen_on=SEEN_ON, first_due_on=first_due_on)
    book = Book(repeat, control)
    for what, later, ago in acts:
        book.today += timedelta(days=later)
        book.act(what, ago)
    before, standing, known = book.control, _list_entries(book), len(book.steps)
    book.act(last, (book.today - day).days)
    if len(book.steps) == known:
        return
    book.act("undo", 0)
    assert len(book.steps) == known + 2, "what was just done can be undone"
    assert _compare(book.control) == _compare(before)
    assert _list_entries(book) == standing


def _compare(control: Control) -> Control:
    """Without the numbers of the history, and what the list may still say."""
    return replace(
        control, cycle=0, opened_by=0, lines=0, withdrawn_on=None, corrected_at=None, replaced={}
    )


def _list_entries(book: Book) -> list[tuple[date, Outcome, date | None, str, str]]:
    lines = book.list_standing(Outcome.DONE, Outcome.SKIPPED, Outcome.MISSED)
    return sorted(
        ((line.due_on, line.outcome, line.done_on, line.by, line.note) for line in lines),
        key=str,
    )
