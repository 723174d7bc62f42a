"""Once a day: decide what each control needs today, and record the reminders that go out.

A tick only decides and records; the outbox turns its events into messages. However often it runs
on one day, each reminder is made once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from belfry.controls.chains.moves import (
    Decision,
    Move,
    decide_move,
    open_cycle_of,
    plan_next_check,
    record_decision,
)
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import (
    ESCALATED,
    REMINDED,
    THE_LIST,
    Control,
    ReminderKind,
    ReminderLine,
    TaskList,
    announce,
    name_escalation,
    name_snooze,
    name_window,
    record_control,
)
from belfry.controls.ports import Controls, list_pages
from belfry.controls.tasks.sync_tasks import Synced, SyncTasks
from belfry.kernel.changes import Announce, Append, Change, Put
from belfry.kernel.errors import Conflict
from belfry.ports.store import CrashPoints, Store

PAGE = 500
TRIES = 3
# A commit holds fifty changes, among them the control, its audit entry and its event.
MOST_LINES = 40


@dataclass(frozen=True, slots=True)
class Ticked:
    """The result of a tick; `problems` and `notes` as (place, text).

    `controls` are all of them in a whole tick, otherwise those that were due for a check; a
    decision `sends` if its reminder was made just now.
    """

    today: date
    listed: int = 0
    controls: tuple[TickPlan, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    is_kept: bool = True
    is_known: bool = True

    def __str__(self) -> str:
        if not self.is_kept:
            return "this team keeps no list of controls"
        if not self.is_known:
            return "; ".join(f"{place}: {text}" for place, text in self.problems)
        decisions = [plan.decision for plan in self.controls]
        sent = [decision.move for decision in decisions if decision.sends]
        counts = {
            "reminded of": sum(move is not Move.ESCALATE for move in sent),
            "escalated": sent.count(Move.ESCALATE),
            "problems": len(self.problems),
        }
        parts = [f"{count} {what}" for what, count in counts.items() if count]
        return ", ".join([f"{self.listed} controls on the list", *parts])


@dataclass(frozen=True, slots=True)
class TickControls:
    store: Store
    controls: Controls
    crash_points: CrashPoints
    sync: SyncTasks

    def __call__(self, *, is_whole: bool = False, dry_run: bool = False) -> Ticked:
        """`is_whole` checks every control; so does a dry run, which writes nothing."""
        synced = self.sync(dry_run=dry_run)
        ticked = Ticked(
            synced.today,
            synced.listed,
            problems=synced.problems,
            notes=synced.notes,
            is_kept=synced.is_kept,
            is_known=synced.rules is not None,
        )
        if synced.rules is None:
            return ticked
        if dry_run:
            return replace(ticked, controls=tuple(self._plan_all(synced, synced.rules.rules)))
        ticks: list[TickPlan] = []
        for page in list_pages(self.controls, PAGE) if is_whole else self._list_due(synced.today):
            ticks += self._tick(page, synced, synced.rules.rules)
            self.crash_points.reached("controls.ticked")
        self._put_list(synced.today)
        return replace(ticked, controls=tuple(ticks))

    def _plan_all(self, synced: Synced, rules: Rules) -> list[TickPlan]:
        known = {
            control.id: control for page in list_pages(self.controls, PAGE) for control in page
        }
        known |= synced.changed
        listed = [control for key, control in known.items() if key not in synced.gone]
        listed.sort(key=lambda control: (control.due_on, control.id))
        return [_plan(control, synced, rules) for control in listed]

    def _list_due(self, today: date) -> Iterator[Sequence[Control]]:
        after: tuple[date, str] | None = None
        while page := self.controls.list_to_check(today, after=after, limit=PAGE):
            yield page
            after = (page[-1].next_check_on, page[-1].id)

    def _tick(self, controls: Sequence[Control], synced: Synced, rules: Rules) -> list[TickPlan]:
        """A control that another process changes at the same time is read again."""
        ticks: dict[str, TickPlan] = {}
        for _ in range(TRIES):
            plans = [_plan(control, synced, rules) for control in controls]
            lost = self._write(plans)
            for plan in plans:
                silent = replace(plan, decision=replace(plan.decision, sends=False))
                ticks[plan.control.id] = silent if plan.control.id in lost else plan
            if not lost:
                break
            again = self.controls.list_by_id(lost)
            controls = [control for control in again if control.gone_at is None]
        return list(ticks.values())

    def _write(self, plans: Sequence[TickPlan]) -> set[str]:
        """The ids of the controls that another process changed first."""
        owners = [plan.control.id for plan in plans for _ in plan.commits]
        written = self.store.commit_each([commit for plan in plans for commit in plan.commits])
        return {key for key, is_ours in zip(owners, written, strict=True) if not is_ours}

    def _put_list(self, today: date) -> None:
        known = self.store.find(TaskList, THE_LIST)
        if known is None or known.ticked_on == today:
            return
        try:
            self.store.commit([Put(replace(known, ticked_on=today))])
        except Conflict:  # a sync is running; the next tick records it
            return


def _plan(control: Control, synced: Synced, rules: Rules) -> TickPlan:
    return plan_tick(control, rules, synced.today, synced.now)


@dataclass(frozen=True, slots=True)
class TickPlan:
    """A control after the tick, the day's decision, and the commits to make, in order."""

    control: Control
    decision: Decision
    commits: list[list[Change]]


def plan_tick(control: Control, rules: Rules, today: date, now: datetime) -> TickPlan:
    cycle = open_cycle_of(control, rules)
    decision = decide_move(cycle, today)
    ticked = record_decision(cycle, decision, today)
    ticked = plan_next_check(ticked, rules, today + timedelta(days=1))
    lines = _write_lines(control, decision, today, now)
    if not lines:
        return TickPlan(ticked, decision, [[Put(ticked)]] if ticked != control else [])
    commits = _plan_first_commits(control, ticked, lines)
    if commits:
        ticked = replace(ticked, revision=control.revision + len(commits))
    more = {"slots": [line.slot for line in lines]}
    changes = record_control(ticked, action=_name_action(decision), at=now, more=more)
    changes += [Append(line) for line in lines[len(commits) * MOST_LINES :]]
    if decision.sends:
        changes.append(_announce(control, decision, lines[-1], now))
    return TickPlan(ticked, decision, [*commits, changes])


def _write_lines(
    control: Control, decision: Decision, today: date, now: datetime
) -> list[ReminderLine]:
    """The skipped windows first, then the reminder that goes out, if any."""
    slots = [(name_window(window), ReminderKind.SKIPPED) for window in decision.skipped]
    if decision.sends:
        slots.append(_name_sent(control, decision, today))
    return [
        ReminderLine(
            control_id=control.id, due_on=control.due_on, slot=slot, kind=kind, on=today, at=now
        )
        for slot, kind in slots
    ]


def _name_sent(control: Control, decision: Decision, today: date) -> tuple[str, ReminderKind]:
    if decision.move is Move.ESCALATE:
        return name_escalation(today), ReminderKind.ESCALATION
    if decision.snooze is not None:
        until_on = control.list_snoozes()[decision.snooze - 1].until_on
        return name_snooze(until_on), ReminderKind.REMINDER
    assert decision.window is not None
    return name_window(decision.window), ReminderKind.REMINDER


def _plan_first_commits(
    control: Control, ticked: Control, lines: Sequence[ReminderLine]
) -> list[list[Change]]:
    """Commits for the lines that do not fit into the last one."""
    commits: list[list[Change]] = []
    windows = {name_window(int(window)): window for window in ticked.windows}
    while len(lines) > MOST_LINES:
        batch, lines = lines[:MOST_LINES], lines[MOST_LINES:]
        recorded = {windows[line.slot]: ticked.windows[windows[line.slot]] for line in batch}
        control = replace(control, windows={**control.windows, **recorded})
        commits.append([Put(control), *(Append(line) for line in batch)])
        control = replace(control, revision=control.revision + 1)
    return commits


def _name_action(decision: Decision) -> str:
    if not decision.sends:
        return "passed over"
    return "escalated" if decision.move is Move.ESCALATE else "reminded"


def _announce(control: Control, decision: Decision, line: ReminderLine, now: datetime) -> Announce:
    facts: dict[str, Any] = {
        "due_on": control.due_on.isoformat(),
        "cycle": control.cycle,
        "slot": line.slot,
        "window": decision.window,
        "previous_on": decision.previous_on.isoformat() if decision.previous_on else None,
        "day": line.on.isoformat(),
    }
    op = ESCALATED if decision.move is Move.ESCALATE else REMINDED
    return announce(control, op, facts, at=now)
