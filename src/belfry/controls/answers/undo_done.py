"""Take back that a control was done or skipped, because it was a mistake.

Nothing is deleted: one more line says that it was taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.controls.answers.act_plans import Act, Occasion, plan_taking_back
from belfry.controls.change_control import ChangeControl
from belfry.controls.control_states import progress_of
from belfry.controls.controls import Control
from belfry.controls.ports import Histories
from belfry.controls.repeats.cycle_lines import find_closing
from belfry.controls.repeats.cycles import plan_undo
from belfry.controls.repeats.day_words import render_day
from belfry.controls.repeats.meant_cycles import MeantCycle
from belfry.kernel.errors import Conflict


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
