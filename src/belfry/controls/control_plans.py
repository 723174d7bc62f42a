"""What to write down when a control is ticked, or when a cycle of it ends or is moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from belfry.controls import controls
from belfry.controls.chains.chains import Offsets
from belfry.controls.chains.moves import Decision, Move, decide_move, find_look_day, record_decision
from belfry.controls.chains.progress import Closing, Ending, Step
from belfry.controls.control_states import put_progress, put_standing, standing_of
from belfry.controls.controls import Control
from belfry.controls.histories import (
    ReminderKind,
    ReminderLine,
    name_escalation,
    name_snooze,
    name_window,
)
from belfry.controls.repeats.cycles import write_closing
from belfry.kernel.changes import Announce, Append, Change, Put

# A commit holds fifty changes, of which some are the control, its trail and its news.
MOST_LINES = 40


@dataclass(frozen=True, slots=True)
class TickPlan:
    """What a day brings for a control, and the commits that write it, to be made in order."""

    control: Control
    decision: Decision
    commits: list[list[Change]]


def plan_tick(control: Control, chain: Offsets, today: date, now: datetime) -> TickPlan:
    standing = standing_of(control, chain)
    decision = decide_move(standing, today)
    after = record_decision(standing, decision, today)
    ticked = put_standing(control, after, find_look_day(after, today + timedelta(days=1)))
    lines = _write_lines(control, decision, today, now)
    if not lines:
        return TickPlan(ticked, decision, [[Put(ticked)]] if ticked != control else [])
    commits = _plan_many(control, ticked, lines)
    if commits:
        ticked = replace(ticked, revision=control.revision + len(commits))
    more = {"slots": [line.slot for line in lines]}
    changes = controls.record_control(ticked, action=_name_action(decision), at=now, more=more)
    changes += [Append(line) for line in lines[len(commits) * MOST_LINES :]]
    if decision.sends:
        changes.append(_announce(control, decision, lines[-1], now))
    return TickPlan(ticked, decision, [*commits, changes])


def plan_look(control: Control, chain: Offsets, today: date) -> Control:
    """The control, with the day on which a tick has to look at it."""
    return replace(control, look_on=find_look_day(standing_of(control, chain), today))


def plan_step(
    control: Control, step: Step, reminders: Sequence[ReminderLine], *, at: datetime
) -> tuple[Control, list[Change]]:
    """The control after a step, and what tells of it; the control itself is the caller's to put.

    `reminders` are all of the control's, and matter only if its due date changes.
    """
    moved = put_progress(control, step.progress, reminders)
    closing = step.closing
    if closing is None:
        return moved, []
    lines = write_closing(control, closing, at)
    moved = replace(moved, lines=control.lines + len(lines))
    if closing.ending is not Ending.SKIPPED:
        moved = replace(moved, done_by=closing.by)
    return moved, [*(Append(line) for line in lines), _announce_end(control, closing, at)]


def _write_lines(
    control: Control, decision: Decision, today: date, now: datetime
) -> list[ReminderLine]:
    """What was passed over first, then what goes out, if anything does."""
    said = [(name_window(window), ReminderKind.SKIPPED) for window in decision.skipped]
    if decision.sends:
        said.append(_name_sent(control, decision, today))
    return [
        ReminderLine(
            control_id=control.id, due_on=control.due_on, slot=slot, kind=kind, on=today, at=now
        )
        for slot, kind in said
    ]


def _name_sent(control: Control, decision: Decision, today: date) -> tuple[str, ReminderKind]:
    if decision.move is Move.ESCALATE:
        return name_escalation(today), ReminderKind.ESCALATION
    if decision.snooze is not None:
        until_on = date.fromisoformat(control.snoozes[str(decision.snooze)]["until"])
        return name_snooze(until_on), ReminderKind.REMINDER
    assert decision.window is not None
    return name_window(decision.window), ReminderKind.REMINDER


def _plan_many(
    control: Control, ticked: Control, lines: Sequence[ReminderLine]
) -> list[list[Change]]:
    """Commits for as many lines as the last one cannot hold."""
    commits: list[list[Change]] = []
    while len(lines) > MOST_LINES:
        some, lines = lines[:MOST_LINES], lines[MOST_LINES:]
        known = {name_window(int(window)): window for window in ticked.windows}
        passed = {known[line.slot]: ticked.windows[known[line.slot]] for line in some}
        control = replace(control, windows={**control.windows, **passed})
        commits.append([Put(control), *(Append(line) for line in some)])
        control = replace(control, revision=control.revision + 1)
    return commits


def _name_action(decision: Decision) -> str:
    if not decision.sends:
        return "passed over"
    return "escalated" if decision.move is Move.ESCALATE else "reminded"


def _announce(control: Control, decision: Decision, line: ReminderLine, now: datetime) -> Announce:
    is_escalated = decision.move is Move.ESCALATE
    said: dict[str, Any] = {
        "due_on": control.due_on.isoformat(),
        "cycle": control.cycle,
        "slot": line.slot,
        "window": decision.window,
        "previous_on": decision.previous_on.isoformat() if decision.previous_on else None,
        "day": line.on.isoformat(),
    }
    op = controls.ESCALATED if is_escalated else controls.REMINDED
    return controls.announce(control, op, said, at=now)


def _announce_end(control: Control, closing: Closing, now: datetime) -> Announce:
    said = {
        "due_on": closing.due_on.isoformat(),
        "cycle": closing.number,
        "done_on": closing.done_on.isoformat(),
    }
    op = controls.SKIPPED if closing.ending is Ending.SKIPPED else controls.DONE
    return controls.announce(control, op, said, at=now)
