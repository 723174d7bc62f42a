"""Mark a control done, skip a cycle, undo either, or snooze the reminders.

In each, `name` may be the control's id; `cycle_due_on` and `opened_by` are the cycle the person
had before them: if it is over, Conflict says so and nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.controls.chains.moves import Moment, chain_of, find_escalation_day, plan_next_check
from belfry.controls.chains.read_rules import FindRules
from belfry.controls.controls import (
    SNOOZED,
    Control,
    ControlChange,
    CycleRef,
    announce,
    list_proofs,
    open_cycle_of,
    record_control,
    restore_reminders,
    say_what_changed,
)
from belfry.controls.find_controls import FindControl
from belfry.controls.ports import Histories
from belfry.controls.repeats.closings import Closing, find_closing
from belfry.controls.repeats.cycles import (
    Step,
    list_step_changes,
    plan_correction,
    plan_done,
    plan_last_undo,
    plan_skip,
    plan_snooze,
)
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeats import render_day
from belfry.kernel.changes import Change
from belfry.kernel.errors import Conflict
from belfry.kernel.texts import clean_text
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store

LONGEST_NOTE = 2000
TRIES = 5

Plan = Callable[[Control, Moment], ControlChange]


@dataclass(frozen=True, slots=True)
class Correction:
    """A control whose last done date the list corrected; `was_on` is None if it had none."""

    control: Control
    was_on: date | None


@dataclass(frozen=True, slots=True)
class AnswerControls:
    """An answer meant for another cycle than the open one never counts for the open one."""

    store: Store
    histories: Histories
    clock: Clock
    crash_points: CrashPoints
    find_control: FindControl
    find_rules: FindRules
    name_doer: NameDoer
    zone: ZoneInfo

    def mark_done(
        self,
        name: str,
        *,
        by: str,
        done_on: date | None = None,
        note: str = "",
        cycle_due_on: date | None = None,
        opened_by: int | None = None,
        is_early: bool = False,
        corrects: bool = False,
    ) -> ControlChange:
        """Done today, unless `done_on` is another day.

        TooEarly if that is long before the due date, and the answer neither names the cycle nor
        `is_early`. With `corrects`, the last done happened on that day.
        """
        note = clean_text(note, field="note", most=LONGEST_NOTE)
        is_named = is_early or (cycle_due_on, opened_by) != (None, None)

        def plan(control: Control, moment: Moment) -> ControlChange:
            done: dict[str, Any] = {
                "done_on": done_on or moment.today,
                "entered_on": moment.today,
                "by": moment.by,
                "note": note,
            }
            repeat = parse_repeat(control.repeat)
            if corrects:
                step = plan_correction(control, self._find_last(control), repeat, **done)
            else:
                step = plan_done(control, repeat, is_named=is_named, **done)
            self._require_evidence(control, step.closing)
            return self._plan(control, step, moment)

        return self.change(name, plan, by=by, meant=CycleRef(cycle_due_on, opened_by))

    def skip(
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
            return self._plan(control, step, moment)

        return self.change(name, plan, by=by, meant=CycleRef(cycle_due_on, opened_by))

    def undo_done(
        self,
        name: str,
        *,
        by: str,
        ended_due_on: date | None = None,
        opened_by: int | None = None,
    ) -> ControlChange:
        """Undo the last end of a cycle, or its correction.

        Conflict if there is none, or it was not `ended_due_on`.
        """

        def plan(control: Control, moment: Moment) -> ControlChange:
            closing, repeat = self._find_last(control), parse_repeat(control.repeat)
            ended = (closing.due_on, closing.opened_due_on) if closing else ()
            if ended_due_on not in (None, *ended):
                was = f"was the one due on {render_day(closing.due_on)}" if closing else "is gone"
                raise Conflict(f"{control.name} was changed meanwhile: the last to end {was}")
            step = plan_last_undo(control, closing, repeat, entered_on=moment.today, by=moment.by)
            return self._plan(control, step, moment)

        return self.change(name, plan, by=by, meant=CycleRef(opened_by=opened_by))

    def accept_correction(
        self, name: str, *, by: str, opened_by: int | None = None
    ) -> ControlChange:
        """A person has seen the date with which the list corrected the last done: it stands."""

        def plan(control: Control, moment: Moment) -> ControlChange:
            if control.corrected_at is None:
                raise Conflict(f"{control.name} has no correction that waits to be seen")
            seen = replace(control, corrected_at=None)
            line = "the date in the list stands"
            recorded = record_control(seen, action="correction seen", at=moment.now, by=moment.by)
            return ControlChange(seen, recorded, line)

        return self.change(name, plan, by=by, meant=CycleRef(opened_by=opened_by))

    def list_corrections(self, *, limit: int) -> list[Correction]:
        """Those that no person has seen yet, the latest first."""
        corrected = self.find_control.controls.list_corrected(limit=limit)
        return [Correction(control, self._find_replaced_day(control)) for control in corrected]

    def _find_replaced_day(self, control: Control) -> date | None:
        if closing := self._find_last(control):
            return closing.corrected_on
        day = control.replaced.get("last_done_on")
        return date.fromisoformat(day) if day else None

    def snooze(
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
            step = _plan_snooze(control, moment, days)
            until = {"until": step.control.list_snoozes()[-1].until_on.isoformat()}
            event = announce(control, SNOOZED, until, at=moment.now)
            return _write(step.control, step, [event], moment, until)

        change = self.change(name, plan, by=by, meant=CycleRef(cycle_due_on, opened_by))
        self.crash_points.reached("controls.snoozed")
        return change

    def check_snooze(self, name: str, *, days: int, by: str, cycle_due_on: date) -> None:
        """Raise what `snooze` would raise; nothing changes."""
        control = self._get_listed(name)
        self._check_cycle(control, CycleRef(cycle_due_on))
        now = self.clock.now()
        today = now.astimezone(self.zone).date()
        _plan_snooze(control, Moment(now, today, self.find_rules(), by), days)

    def change(
        self, name: str, plan: Plan, *, by: str, meant: CycleRef | None = None
    ) -> ControlChange:
        """Read, plan, commit, and again if another process was first.

        Raises Conflict if the control is gone, or `meant` is a cycle that is over; None allows any
        cycle to be open.
        """
        control = self._get_listed(name)
        self._check_cycle(control, meant)
        first = meant and open_cycle_of(control)
        for _ in range(TRIES):
            self._check_cycle(control, first)
            now = self.clock.now()
            today = now.astimezone(self.zone).date()
            change = plan(control, Moment(now, today, self.find_rules(), by))
            try:
                self.store.commit(change.changes)
            except Conflict:  # another process was first
                control = self._get_listed(control.id)
            else:
                self.crash_points.reached("controls.changed")
                return change
        raise Conflict(f"{control.name} is being changed again and again; try once more")

    def _get_listed(self, name: str) -> Control:
        control = self.find_control(name)
        if control.gone_at is not None:
            raise Conflict(f"{control.name} is no longer on the list")
        return control

    def _check_cycle(self, control: Control, meant: CycleRef | None) -> None:
        if meant is not None and not meant.is_open(control):
            lines = self.histories.list_cycles(control.id)
            raise Conflict(say_what_changed(control, meant, lines, self.name_doer))

    def _find_last(self, control: Control) -> Closing | None:
        """The end that opened the cycle."""
        return find_closing(self.histories.list_cycles(control.id), control.opened_by)

    def _require_evidence(self, control: Control, closing: Closing | None) -> None:
        if not control.requires_evidence:
            return
        opened_by = closing.opened_by if closing else control.opened_by
        lines = self.histories.list_cycles(control.id)
        if not list_proofs(opened_by, lines, self.histories.list_evidence(control.id)):
            wanted = f": {control.proof}" if control.proof else ""
            needs = "needs evidence before it counts as done; attach a note or a file first"
            raise Conflict(f"{control.name} {needs}{wanted}")

    def _plan(self, control: Control, step: Step, moment: Moment) -> ControlChange:
        """What ends a cycle, or undoes or corrects its end."""
        more: dict[str, Any] = {}
        if step.undone:
            more["taken_back"] = step.undone.number
        if closing := step.closing:
            more["ended_due_on"] = closing.due_on.isoformat()
            more["done_on"] = closing.done_on.isoformat()
        reminders = self.histories.list_reminders(control.id)
        # Its row is read again at the next sync, to notice if the list could not be written.
        after = replace(restore_reminders(control, step.control, reminders), row="")
        changes = list_step_changes(control, step, moment.now, by=moment.by)
        return _write(after, step, changes, moment, more)


def _plan_snooze(control: Control, moment: Moment, days: int) -> Step:
    chain = chain_of(control, moment.rules).offsets
    return plan_snooze(
        control,
        days=days,
        today=moment.today,
        escalates_on=find_escalation_day(control.due_on, chain, moment.rules),
        by=moment.by,
    )


def _write(
    control: Control,
    step: Step,
    changes: Sequence[Change],
    moment: Moment,
    more: Mapping[str, Any],
) -> ControlChange:
    checked = plan_next_check(control, moment.rules, moment.today)
    recorded = record_control(checked, action=step.action, at=moment.now, by=moment.by, more=more)
    return ControlChange(checked, [*recorded, *changes], step.line)
