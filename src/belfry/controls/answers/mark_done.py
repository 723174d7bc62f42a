"""Mark a control as done, because somebody did it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from belfry.controls.answers.act_plans import Act, Occasion, plan_end
from belfry.controls.chains.progress import Step
from belfry.controls.change_control import ChangeControl
from belfry.controls.control_states import progress_of
from belfry.controls.controls import Control
from belfry.controls.ports import Histories
from belfry.controls.repeats.cycles import plan_done
from belfry.controls.repeats.meant_cycles import MeantCycle, list_proofs
from belfry.controls.repeats.repeats import parse_repeat
from belfry.kernel.errors import Conflict
from belfry.kernel.texts import clean_text

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
