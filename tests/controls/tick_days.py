"""Ticks of one control day by day, each told on one short line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from tests.controls.reminding import a_control

from belfry.controls.chains.moves import Decision, Move, OpenCycle, decide_move, record_decision
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import Snooze, WindowRecord, write_snoozes, write_windows

# A Thursday.
DUE_ON = date(2026, 12, 10)
EVERY_DAY = Rules(working_days=frozenset(range(7)))
MONDAY_TO_FRIDAY = Rules()


def on(day: int) -> date:
    """A day counted from the due date."""
    return DUE_ON + timedelta(days=day)


def make_cycle(*chain: int, snoozes: Iterable[tuple[int, int]] = ()) -> OpenCycle:
    """A cycle due on 10 December; snoozes by their first day and the day they are over."""
    return open_cycle(chain, snoozes=tuple(Snooze(on(first), on(end)) for first, end in snoozes))


def open_cycle(
    chain: tuple[int, ...],
    *,
    windows: Iterable[WindowRecord] = (),
    snoozes: Iterable[Snooze] = (),
    rules: Rules = EVERY_DAY,
    **changes: Any,
) -> OpenCycle:
    """In a team that works every day, unless `rules` say otherwise."""
    control = a_control(due_on=DUE_ON, windows=write_windows(windows))
    return OpenCycle(replace(control, snoozes=write_snoozes(snoozes), **changes), chain, rules)


def change(cycle: OpenCycle, **changes: Any) -> OpenCycle:
    return OpenCycle(replace(cycle.control, **changes), cycle.chain, cycle.rules)


def record(cycle: OpenCycle, decision: Decision, day: date) -> OpenCycle:
    return OpenCycle(record_decision(cycle, decision, day), cycle.chain, cycle.rules)


def tell(decision: Decision) -> str:
    """The move, what is sent, and what is skipped: "overdue sends +2 skips -5 0"."""
    words = [str(decision.move)]
    if decision.sends and decision.move is Move.ESCALATE:
        words.append("sends")
    elif decision.sends and decision.snooze is not None:
        words.append("sends after snooze")
    elif decision.sends:
        words.append(f"sends {_sign(decision.window)}")
    if decision.skipped:
        words += ["skips", *(_sign(window) for window in decision.skipped)]
    return " ".join(words)


def run_ticks(cycle: OpenCycle, days: Iterable[int]) -> tuple[list[str], OpenCycle]:
    """One tick on each of the days; what each decided, and the cycle afterwards."""
    decisions = []
    for day in days:
        decision = decide_move(cycle, on(day))
        cycle = record(cycle, decision, on(day))
        decisions.append(f"{_sign(day)} {tell(decision)}")
    return decisions, cycle


def _sign(day: int | None) -> str:
    return "none" if day is None else f"{day:+d}" if day else "0"
