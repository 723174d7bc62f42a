"""Do something with a control, as it is at that moment.

If somebody else changes it at the same moment, it is read again and thought over again. An answer
that was meant for another cycle than the open one never counts for that one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.controls import controls
from belfry.controls.chains.progress import Step
from belfry.controls.chains.read_rules import FindRules
from belfry.controls.chains.rules import Rules
from belfry.controls.control_plans import plan_look, plan_step
from belfry.controls.control_states import chain_of, put_progress
from belfry.controls.controls import Control
from belfry.controls.find_controls import FindControl
from belfry.controls.histories import (
    CycleLine,
    Evidence,
    MeantCycle,
    ReminderLine,
    find_open,
    say_what_changed,
)
from belfry.controls.ports import Histories
from belfry.controls.repeats.cycles import find_closing, write_undoing
from belfry.kernel.changes import Append, Change
from belfry.kernel.errors import Conflict
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store

TRIES = 5


@dataclass(frozen=True, slots=True)
class Occasion:
    """When somebody does it, on which day of the team's, by which rules, and who."""

    now: datetime
    today: date
    rules: Rules
    by: str


@dataclass(frozen=True, slots=True)
class Act:
    """The control after it, the commit that writes it, and what happened, in words."""

    control: Control
    changes: list[Change]
    line: str = ""


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


def plan_end(control: Control, step: Step, reminders: Sequence[ReminderLine], on: Occasion) -> Act:
    """A cycle ends; `reminders` are all of the control's."""
    moved, told = plan_step(control, step, reminders, at=on.now)
    closing = step.closing
    assert closing is not None
    more = {"ended_due_on": closing.due_on.isoformat(), "done_on": closing.done_on.isoformat()}
    return _write(_ask_list_again(moved), step, told, on, more)


def plan_taking_back(
    control: Control,
    step: Step,
    cycles: Sequence[CycleLine],
    reminders: Sequence[ReminderLine],
    on: Occasion,
) -> Act:
    """The end that opened the present cycle is taken back, by one more line."""
    closing = find_closing(cycles, control.opened_by)
    assert closing is not None
    line = write_undoing(control, closing, on.now, on.by)
    restored = replace(
        put_progress(control, step.progress, reminders),
        lines=line.number,
        done_by=_find_doer(cycles, closing.number),
    )
    said = {
        "due_on": closing.due_on.isoformat(),
        "cycle": closing.number,
        "done_on": closing.done_on.isoformat(),
    }
    told: list[Change] = [
        Append(line),
        controls.announce(control, controls.UNDONE, said, at=on.now),
    ]
    return _write(_ask_list_again(restored), step, told, on, {"taken_back": closing.number})


def plan_rest(control: Control, step: Step, on: Occasion) -> Act:
    """A few days without reminders."""
    snoozed = put_progress(control, step.progress, ())
    until_on = step.progress.snoozes[-1].until_on
    return _write(snoozed, step, [], on, {"until": until_on.isoformat()})


def plan_evidence(control: Control, evidence: Evidence, on: Occasion) -> Act:
    """The trail holds the digests of what was given, and not the words."""
    more = {
        "number": evidence.number,
        "evidence_due_on": evidence.due_on.isoformat(),
        "note": digest_of(evidence.note),
        "file": evidence.digest,
    }
    changes = controls.record_control(
        control, action="evidence added", at=on.now, by=on.by, more=more
    )
    said = {"due_on": evidence.due_on.isoformat(), "number": evidence.number}
    told = controls.announce(control, controls.EVIDENCE, said, at=on.now)
    return Act(control, [*changes, Append(evidence), told])


def _write(
    control: Control, step: Step, told: Sequence[Change], on: Occasion, more: Mapping[str, Any]
) -> Act:
    looked = plan_look(control, chain_of(control, on.rules).offsets, on.today)
    changes = controls.record_control(looked, action=step.action, at=on.now, by=on.by, more=more)
    return Act(looked, [*changes, *told], step.line)


def _ask_list_again(control: Control) -> Control:
    """Its row is read anew at the next look: if it could not be written, that is noticed then."""
    return replace(control, row="")


def _find_doer(cycles: Sequence[CycleLine], number: int) -> str:
    """Who had done it before the end with that number."""
    (line,) = (one for one in cycles if one.cycle == number and one.before)
    return str(line.before["done_by"])
