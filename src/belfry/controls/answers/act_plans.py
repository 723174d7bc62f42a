"""What to write down when somebody does something with a control."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from belfry.controls import entries
from belfry.controls.chains.progress import Step
from belfry.controls.chains.rules import Rules
from belfry.controls.control_plans import plan_look, plan_step
from belfry.controls.control_states import chain_of, put_progress
from belfry.controls.controls import Control
from belfry.controls.repeats.cycle_lines import find_closing, write_undoing
from belfry.controls.reports.histories import CycleLine, Evidence, ReminderLine
from belfry.kernel.changes import Append, Change
from belfry.kernel.tokens import digest_of


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
    told: list[Change] = [Append(line), entries.announce(control, entries.UNDONE, said, at=on.now)]
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
    changes = entries.record_control(
        control, action="evidence added", at=on.now, by=on.by, more=more
    )
    said = {"due_on": evidence.due_on.isoformat(), "number": evidence.number}
    told = entries.announce(control, entries.EVIDENCE, said, at=on.now)
    return Act(control, [*changes, Append(evidence), told])


def _write(
    control: Control, step: Step, told: Sequence[Change], on: Occasion, more: Mapping[str, Any]
) -> Act:
    looked = plan_look(control, chain_of(control, on.rules).offsets, on.today)
    changes = entries.record_control(looked, action=step.action, at=on.now, by=on.by, more=more)
    return Act(looked, [*changes, *told], step.line)


def _ask_list_again(control: Control) -> Control:
    """Its row is read anew at the next look: if it could not be written, that is noticed then."""
    return replace(control, row="")


def _find_doer(cycles: Sequence[CycleLine], number: int) -> str:
    """Who had done it before the end with that number."""
    (line,) = (one for one in cycles if one.cycle == number and one.before)
    return str(line.before["done_by"])
