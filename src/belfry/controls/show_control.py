"""Show one control with today's decision and its history."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from belfry.controls.chains.moves import Decision, OpenCycle, chain_of, decide_move
from belfry.controls.chains.read_rules import FindRules
from belfry.controls.chains.rules import ChainFound
from belfry.controls.controls import (
    Control,
    CycleLine,
    Evidence,
    Outcome,
    ReminderKind,
    ReminderLine,
    list_proofs,
)
from belfry.controls.find_controls import FindControl
from belfry.controls.ports import Histories
from belfry.controls.reminders.reminders import about_control
from belfry.controls.repeats.repeats import render_day, render_offset
from belfry.messaging.messages import Message
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock

MOST_MESSAGES = 200


@dataclass(frozen=True, slots=True)
class ControlDetails:
    """`decision` is today's, and None if the control is no longer on the list.

    `proofs` are the evidence of the open cycle; `needs_proof` if it cannot be done without.
    """

    control: Control
    today: date
    decision: Decision | None
    chain: ChainFound
    timeline: tuple[TimelineEntry, ...]
    cycles: tuple[CycleLine, ...]
    reminders: tuple[ReminderLine, ...]
    evidence: tuple[Evidence, ...]
    proofs: tuple[Evidence, ...]
    messages: tuple[Message, ...]

    @property
    def needs_proof(self) -> bool:
        return self.control.requires_evidence and not self.proofs


@dataclass(frozen=True, slots=True)
class ShowControl:
    histories: Histories
    messages: Messages
    clock: Clock
    find_control: FindControl
    find_rules: FindRules
    zone: ZoneInfo

    def __call__(self, name: str) -> ControlDetails:
        """By its id or its name; also one that is no longer on the list."""
        control = self.find_control(name)
        today = self.clock.now().astimezone(self.zone).date()
        chain = chain_of(control, self.find_rules())
        cycles = self.histories.list_cycles(control.id)
        reminders = self.histories.list_reminders(control.id)
        evidence = self.histories.list_evidence(control.id)
        return ControlDetails(
            control=control,
            today=today,
            decision=None
            if control.gone_at
            else decide_move(OpenCycle(control, chain.offsets), today),
            chain=chain,
            timeline=tuple(make_timeline(cycles, reminders, evidence)),
            cycles=tuple(cycles),
            reminders=tuple(reminders),
            evidence=tuple(evidence),
            proofs=tuple(list_proofs(control.opened_by, evidence)),
            messages=tuple(
                self.messages.list_newest(about=about_control(control.id), limit=MOST_MESSAGES)
            ),
        )


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One line; `by` is empty if Belfry did it. `number` is that of evidence."""

    at: datetime
    what: str
    due_on: date
    by: str = ""
    note: str = ""
    number: int | None = None


def make_timeline(
    cycles: Iterable[CycleLine], reminders: Iterable[ReminderLine], evidence: Iterable[Evidence]
) -> list[TimelineEntry]:
    """Everything, the oldest first."""
    happened = [
        *(_tell_reminder(line) for line in reminders),
        *(_tell_evidence(proof) for proof in evidence),
        *(_tell_cycle(line) for line in cycles),
    ]
    return sorted(happened, key=lambda entry: entry.at)


def _tell_cycle(line: CycleLine) -> TimelineEntry:
    done_on = f"done on {render_day(line.done_on)}" if line.done_on else "done"
    what = {
        Outcome.DONE: done_on,
        Outcome.SKIPPED: "skipped",
        Outcome.MISSED: "missed",
        Outcome.UNDONE: "taken back",
    }[line.outcome]
    by = "" if line.outcome is Outcome.MISSED else line.by
    return TimelineEntry(line.at, what, line.due_on, by, line.note)


def _tell_reminder(line: ReminderLine) -> TimelineEntry:
    window = line.slot.removeprefix("day")
    named = f" {render_offset(int(window))}" if window != line.slot else ""
    what = {
        ReminderKind.REMINDER: f"reminder{named or ' after a snooze'}",
        ReminderKind.ESCALATION: "escalated",
        ReminderKind.SKIPPED: f"reminder{named} passed over",
    }[line.kind]
    return TimelineEntry(line.at, what, line.due_on)


def _tell_evidence(proof: Evidence) -> TimelineEntry:
    what = f"evidence: {proof.file_name}" if proof.digest else "evidence: a note"
    return TimelineEntry(proof.at, what, proof.due_on, proof.by, proof.note, proof.number)
