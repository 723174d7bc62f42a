"""Leave the owner of a control in peace for a few days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.controls.answers.act_plans import Act, Occasion, plan_rest
from belfry.controls.answers.snoozes import plan_snooze
from belfry.controls.change_control import ChangeControl
from belfry.controls.control_states import chain_of, progress_of
from belfry.controls.controls import Control
from belfry.controls.repeats.meant_cycles import MeantCycle
from belfry.controls.standings import find_escalation_day
from belfry.ports.store import CrashPoints


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
