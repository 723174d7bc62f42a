"""Mark a control done, skip a cycle, undo either, or snooze the reminders.

In each, `name` may be the control's id; `cycle_due_on` and `opened_by` are the cycle the person
had before them: if it is over, Conflict says so and nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.controls.answers.change_control import (
    ChangeControl,
    plan_end,
    plan_snoozing,
    plan_undoing,
)
from belfry.controls.chains.moves import Moment, chain_of, find_escalation_day
from belfry.controls.controls import Control, ControlChange
from belfry.controls.histories import CycleRef, list_proofs
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
    ) -> ControlChange:
        """Done today, unless `done_on` is another day."""
        note = clean_text(note, field="note", most=LONGEST_NOTE)

        def plan(control: Control, moment: Moment) -> ControlChange:
            step = plan_done(
                control,
                parse_repeat(control.repeat),
                done_on=done_on or moment.today,
                entered_on=moment.today,
                by=moment.by,
                note=note,
            )
            self._require_evidence(control)
            return plan_end(control, step, self.histories.list_reminders(control.id), moment)

        return self.change(name, plan, by=by, meant=CycleRef(cycle_due_on, opened_by))

    def _require_evidence(self, control: Control) -> None:
        if not control.requires_evidence:
            return
        if not list_proofs(control, self.histories.list_evidence(control.id)):
            wanted = f": {control.proof}" if control.proof else ""
            needs = "needs evidence before it counts as done; attach a note or a file first"
            raise Conflict(f"{control.name} {needs}{wanted}")


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
    ) -> ControlChange:
        """InputError without a reason."""
        reason = clean_text(reason, field="reason", most=LONGEST_NOTE)

        def plan(control: Control, moment: Moment) -> ControlChange:
            repeat = parse_repeat(control.repeat)
            step = plan_skip(control, repeat, reason=reason, entered_on=moment.today, by=by)
            return plan_end(control, step, self.histories.list_reminders(control.id), moment)

        return self.change(name, plan, by=by, meant=CycleRef(cycle_due_on, opened_by))


@dataclass(frozen=True, slots=True)
class UndoDone:
    histories: Histories
    change: ChangeControl

    def __call__(self, name: str, *, by: str, ended_due_on: date | None = None) -> ControlChange:
        """Undo the last end of a cycle; Conflict if there is none, or it was not `ended_due_on`."""

        def plan(control: Control, moment: Moment) -> ControlChange:
            closing = find_closing(self.histories.list_cycles(control.id), control.opened_by)
            if closing is None:
                raise Conflict(
                    f"{control.name} was not marked as done or skipped: nothing to take back"
                )
            if ended_due_on not in (None, closing.due_on):
                last = f"the last to end was the one due on {render_day(closing.due_on)}"
                raise Conflict(f"{control.name} was changed meanwhile: {last}")
            step = plan_undo(control, closing, by=moment.by)
            reminders = self.histories.list_reminders(control.id)
            return plan_undoing(control, step, closing, reminders, moment)

        return self.change(name, plan, by=by, meant=CycleRef())


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
    ) -> ControlChange:
        """From today on."""

        def plan(control: Control, moment: Moment) -> ControlChange:
            chain = chain_of(control, moment.rules).offsets
            step = plan_snooze(
                control,
                days=days,
                today=moment.today,
                escalates_on=find_escalation_day(control.due_on, chain),
                by=by,
            )
            return plan_snoozing(step, moment)

        change = self.change(name, plan, by=by, meant=CycleRef(cycle_due_on, opened_by))
        self.crash_points.reached("controls.snoozed")
        return change
