"""Do something with a control, as it is at that moment.

If somebody else changes it at the same moment, it is read again and thought over again. An answer
that was meant for another cycle than the open one never counts for that one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.accounts.users.name_doer import NameDoer
from belfry.controls.answers.act_plans import Act, Occasion
from belfry.controls.chains.find_rules import FindRules
from belfry.controls.controls import Control
from belfry.controls.find_control import FindControl
from belfry.controls.ports import Histories
from belfry.controls.repeats.meant_cycles import MeantCycle, find_open, say_what_changed
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store

TRIES = 5

Plan = Callable[[Control, Occasion], Act]


@dataclass(frozen=True, slots=True)
class ChangeControl:
    store: Store
    histories: Histories
    clock: Clock
    crash_points: CrashPoints
    find_control: FindControl
    find_rules: FindRules
    name_doer: NameDoer
    zone: ZoneInfo

    def __call__(self, name: str, plan: Plan, *, by: str, meant: MeantCycle | None = None) -> Act:
        """What became of it; Conflict if it is gone, or is about a cycle that is over.

        `meant` is the cycle it is about: the one that is open now, as far as nothing was said; None
        if it does not matter which is open.
        """
        control = self._get_listed(name)
        self._insist(control, meant)
        first = meant and find_open(control)
        for _ in range(TRIES):
            self._insist(control, first)
            act = plan(control, self._find_occasion(by))
            try:
                self.store.commit(act.changes)
            except Conflict:  # somebody else was first
                control = self._get_listed(control.id)
            else:
                self.crash_points.reached("controls.changed")
                return act
        raise Conflict(f"{control.name} is being changed again and again; try once more")

    def _get_listed(self, name: str) -> Control:
        control = self.find_control(name)
        if control.gone_at is not None:
            raise Conflict(f"{control.name} is no longer on the list")
        return control

    def _insist(self, control: Control, meant: MeantCycle | None) -> None:
        if meant is not None and not meant.is_open(control):
            lines = self.histories.list_cycles(control.id)
            raise Conflict(say_what_changed(control, meant, lines, self.name_doer))

    def _find_occasion(self, by: str) -> Occasion:
        now = self.clock.now()
        return Occasion(now, now.astimezone(self.zone).date(), self.find_rules(), by)
