"""Mark a control as done, because somebody did it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from belfry.controls.answers.change_control import (
    Act,
    ChangeControl,
    Occasion,
    plan_end,
    plan_rest,
    plan_taking_back,
)
from belfry.controls.chains.moves import find_escalation_day
from belfry.controls.chains.progress import Step
from belfry.controls.control_states import chain_of, progress_of
from belfry.controls.controls import Control
from belfry.controls.histories import MeantCycle, list_proofs
from belfry.controls.ports import Histories
from belfry.controls.repeats.cycles import (
    find_closing,
    plan_done,
    plan_skip,
    plan_snooze,
    plan_undo,
)
from belfry.controls.repeats.day_words import render_day
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.kernel.errors import Conflict
from belfry.kernel.texts import clean_text
from belfry.ports.store import CrashPoints

LONGEST_NOTE = 2000


@dataclass(frozen=True, slots=True)
class MarkDone:
    histories: Histories
    change: ChangeControl

    def __call__(
        self,
        name: str,
        *,
        by: str,
        done_on: date | None = None,
        note: str = "",
        cycle_due_on: date | None = None,
        opened_by: int | None = None,
    ) -> Act:
        """Today, unless it was done on another day.

        `cycle_due_on`, and `opened_by` of the control, are what the person had before them: if that
        cycle is over, they are told so, and nothing changes. `name` may be its id.
        """
        said = clean_text(note, field="note", most=LONGEST_NOTE)

        def plan(control: Control, on: Occasion) -> Act:
            step = self._plan_done(control, done_on or on.today, said, on)
            return plan_end(control, step, self.histories.list_reminders(control.id), on)

        return self.change(name, plan, by=by, meant=MeantCycle(cycle_due_on, opened_by))

    def _plan_done(self, control: Control, done_on: date, note: str, on: Occasion) -> Step:
        step = plan_done(
            progress_of(control),
            parse_repeat(control.repeat),
            done_on=done_on,
            entered_on=on.today,
            by=on.by,
        )
        self._insist_on_evidence(control)
        assert step.closing is not None
        return replace(step, closing=replace(step.closing, reason=note))

    def _insist_on_evidence(self, control: Control) -> None:
        if not control.requires_evidence:
            return
        if not list_proofs(control, self.histories.list_evidence(control.id)):
            wanted = f": {control.proof}" if control.proof else ""
            said = "needs evidence before it counts as done; attach a note or a file first"
            raise Conflict(f"{control.name} {said}{wanted}")


@dataclass(frozen=True, slots=True)
class SkipCycle:
    histories: Histories
    change: ChangeControl

    def __call__(
        self,
        name: str,
        *,
        reason: str,
        by: str,
        cycle_due_on: date | None = None,
        opened_by: int | None = None,
    ) -> Act:
        """InputError without a reason; `cycle_due_on` and `opened_by` as for what is done."""
        said = clean_text(reason, field="reason", most=LONGEST_NOTE)

        def plan(control: Control, on: Occasion) -> Act:
            step = plan_skip(
                progress_of(control),
                parse_repeat(control.repeat),
                reason=said,
                entered_on=on.today,
                by=by,
            )
            return plan_end(control, step, self.histories.list_reminders(control.id), on)

        return self.change(name, plan, by=by, meant=MeantCycle(cycle_due_on, opened_by))


@dataclass(frozen=True, slots=True)
class UndoDone:
    histories: Histories
    change: ChangeControl

    def __call__(self, name: str, *, by: str, ended_due_on: date | None = None) -> Act:
        """The last end of a cycle; Conflict if there is none.

        `ended_due_on` is when the cycle was due whose end the person wants to take back: if that
        was not the last to end, nothing changes.
        """

        def plan(control: Control, on: Occasion) -> Act:
            return self._plan(control, on, ended_due_on)

        return self.change(name, plan, by=by, meant=MeantCycle())

    def _plan(self, control: Control, on: Occasion, ended_due_on: date | None) -> Act:
        cycles = self.histories.list_cycles(control.id)
        closing = find_closing(cycles, control.opened_by)
        if closing is None:
            raise Conflict(
                f"{control.name} was not marked as done or skipped: nothing to take back"
            )
        if ended_due_on not in (None, closing.due_on):
            last = f"the last to end was the one due on {render_day(closing.due_on)}"
            raise Conflict(f"{control.name} was changed meanwhile: {last}")
        step = plan_undo(progress_of(control), closing, by=on.by)
        reminders = self.histories.list_reminders(control.id)
        return plan_taking_back(control, step, cycles, reminders, on)


@dataclass(frozen=True, slots=True)
class SnoozeControl:
    crash_points: CrashPoints
    change: ChangeControl

    def __call__(
        self,
        name: str,
        *,
        days: int,
        by: str,
        cycle_due_on: date | None = None,
        opened_by: int | None = None,
    ) -> Act:
        """From today on; `cycle_due_on` and `opened_by` as for what is done."""

        def plan(control: Control, on: Occasion) -> Act:
            chain = chain_of(control, on.rules).offsets
            step = plan_snooze(
                progress_of(control),
                days=days,
                today=on.today,
                escalates_on=find_escalation_day(control.due_on, chain),
                by=by,
            )
            return plan_rest(control, step, on)

        act = self.change(name, plan, by=by, meant=MeantCycle(cycle_due_on, opened_by))
        self.crash_points.reached("controls.snoozed")
        return act
