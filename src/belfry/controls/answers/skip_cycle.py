"""Leave a control out this time, for a reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.controls.answers.act_plans import Act, Occasion, plan_end
from belfry.controls.answers.mark_done import LONGEST_NOTE
from belfry.controls.change_control import ChangeControl
from belfry.controls.control_states import progress_of
from belfry.controls.controls import Control
from belfry.controls.ports import Histories
from belfry.controls.repeats.cycles import plan_skip
from belfry.controls.repeats.meant_cycles import MeantCycle
from belfry.controls.repeats.repeats import parse_repeat
from belfry.kernel.texts import clean_text


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
