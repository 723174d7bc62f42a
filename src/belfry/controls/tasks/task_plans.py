"""What to write down after one look at the list of controls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from belfry.controls.chains.chains import render_offsets
from belfry.controls.chains.rules import Rules
from belfry.controls.control_plans import plan_look, plan_step
from belfry.controls.control_states import chain_of, put_progress
from belfry.controls.controls import Control, control_id
from belfry.controls.entries import BELFRY, record_control
from belfry.controls.repeats.typed_dates import BY_HAND
from belfry.controls.reports.histories import ReminderLine
from belfry.controls.tasks.task_looks import Judged
from belfry.kernel.changes import Change, Put


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the list: when, on which day of the team's, and by which rules."""

    now: datetime
    today: date
    rules: Rules


@dataclass(frozen=True, slots=True)
class Planned:
    """A control as a look left it, and the commit that writes it."""

    control: Control
    changes: list[Change]


def plan_task(judged: Judged, reminders: Sequence[ReminderLine], look: Look) -> Planned | None:
    """What becomes of the control of a row; None if it is as it was.

    `reminders` are the control's, and matter only if its due date changed.
    """
    control = judged.control
    if control is None:
        return _plan_first(judged, look)
    taken = _copy_details(judged, control)
    more: list[Change] = []
    for step in judged.steps:
        taken, told = plan_step(taken, step, reminders, at=look.now)
        more += told
    taken = put_progress(taken, judged.progress, reminders)
    taken = plan_look(taken, chain_of(taken, look.rules).offsets, look.today)
    if taken == control:
        return None
    action = _name_action(judged, control, taken)
    if not action:
        return Planned(taken, [Put(taken)])
    by = BY_HAND if judged.is_closed else BELFRY
    return Planned(taken, [*record_control(taken, action=action, at=look.now, by=by), *more])


def plan_missing(controls: Sequence[Control], now: datetime) -> list[list[Change]]:
    """Controls that are not on the list are kept in mind; their rows are news if they return."""
    return [[Put(replace(control, row="", missing_since=now))] for control in controls]


def plan_gone(
    controls: Sequence[Control], now: datetime, *, by: str = BELFRY
) -> list[list[Change]]:
    """They are reminded of no more; what is known of them stays."""
    gone = [replace(control, row="", gone_at=now) for control in controls]
    return [record_control(one, action="gone from the list", at=now, by=by) for one in gone]


def _plan_first(judged: Judged, look: Look) -> Planned:
    row, progress = judged.row, judged.progress
    met = Control(
        id=control_id(row.name),
        row="",
        name=row.name,
        repeat=row.repeat.render(),
        first_seen_on=look.today,
        anchor_on=progress.anchor_on,
        counted_from_on=progress.counted_from_on,
        due_on=progress.due_on,
        look_on=look.today,
    )
    met = put_progress(_copy_details(judged, met), progress, ())
    met = plan_look(met, chain_of(met, look.rules).offsets, look.today)
    return Planned(met, record_control(met, action="first seen", at=look.now))


def _copy_details(judged: Judged, control: Control) -> Control:
    """What the list says besides the dates is taken as it stands; what it no longer says goes."""
    row = judged.row
    override, evidence = control.chain_override, control.requires_evidence
    if "chain_override" not in row.unread:
        override = render_offsets(row.override) if row.override else ""
    if "requires_evidence" not in row.unread or judged.control is None:
        evidence = row.requires_evidence
    return replace(
        control,
        row="" if judged.needs_another_look else row.text,
        name=row.name,
        area=row.area,
        owner=row.owner,
        repeat=row.repeat.render(),
        proof=row.proof,
        notes=row.notes,
        chain_override=override,
        requires_evidence=evidence,
        missing_since=None,
        gone_at=None,
    )


def _name_action(judged: Judged, before: Control, after: Control) -> str:
    """What the trail calls it; nothing if it is not worth a word."""
    said = ["back on the list"] if before.gone_at else []
    said += [step.action for step in judged.steps]
    if not said and _details(before) != _details(after):
        said = ["details changed"]
    return ", ".join(said)


def _details(control: Control) -> tuple[object, ...]:
    said = (control.name, control.area, control.owner, control.proof, control.notes)
    return (*said, control.chain_override, control.requires_evidence)
