"""Ticks of one control day by day, each told on one short line."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from belfry.controls.chains.moves import (
    Decision,
    Move,
    Snooze,
    Standing,
    decide_move,
    record_decision,
)

DUE_ON = date(2026, 12, 10)


def on(day: int) -> date:
    """A day counted from the due date."""
    return DUE_ON + timedelta(days=day)


def make_standing(*chain: int, snoozes: Iterable[tuple[int, int]] = ()) -> Standing:
    """A cycle due on 10 December; snoozes by their first day and the day they are over."""
    placed = tuple(Snooze(on(first), on(end)) for first, end in snoozes)
    return Standing(due_on=DUE_ON, chain=chain, snoozes=placed)


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


def run_ticks(standing: Standing, days: Iterable[int]) -> tuple[list[str], Standing]:
    """One tick on each of the days; what each decided, and what is known afterwards."""
    told = []
    for day in days:
        decision = decide_move(standing, on(day))
        standing = record_decision(standing, decision, on(day))
        told.append(f"{_sign(day)} {tell(decision)}")
    return told, standing


def _sign(day: int | None) -> str:
    return "none" if day is None else f"{day:+d}" if day else "0"
