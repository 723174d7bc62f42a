"""Show one control with today's decision and its history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain as chain_all
from itertools import count, takewhile
from zoneinfo import ZoneInfo

from belfry.controls.chains.chains import Offsets
from belfry.controls.chains.moves import (
    Decision,
    OpenCycle,
    chain_of,
    decide_move,
    warn_of_chain,
)
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
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeats import render_day, render_offset
from belfry.kernel.channels import find_traits
from belfry.kernel.hours.clock_times import ReadingError
from belfry.messaging.messages import WAITING, Message, State
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock

MOST_MESSAGES = 200


@dataclass(frozen=True, slots=True)
class ControlDetails:
    """`decision` is today's, and None if the control is no longer on the list.

    `proofs` are the evidence of the open cycle; `needs_proof` if it cannot be done without.
    `warning` says what is wrong with the chain, if anything is.
    """

    control: Control
    today: date
    decision: Decision | None
    chain: ChainFound
    warning: str
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
        rules = self.find_rules()
        chain = chain_of(control, rules)
        cycles = self.histories.list_cycles(control.id)
        reminders = self.histories.list_reminders(control.id)
        evidence = self.histories.list_evidence(control.id)
        sent = self._list_sent(control, reminders)
        messages = {message.id: message for _, message in sent}
        return ControlDetails(
            control=control,
            today=today,
            decision=None
            if control.gone_at
            else decide_move(OpenCycle(control, chain.offsets, rules), today),
            chain=chain,
            warning=_warn(control, chain.offsets),
            timeline=tuple(make_timeline(cycles, reminders, evidence, sent)),
            cycles=tuple(cycles),
            reminders=tuple(reminders),
            evidence=tuple(evidence),
            proofs=tuple(list_proofs(control.opened_by, cycles, evidence)),
            messages=tuple(
                sorted(messages.values(), key=lambda message: message.made_at, reverse=True)
            ),
        )

    def _list_sent(self, control: Control, reminders: Sequence[ReminderLine]) -> list[SentReminder]:
        """The messages of the latest reminders, oldest first.

        Lines of earlier versions name no message; theirs are found by what they are about.
        """
        newest = self.messages.list_newest(about=about_control(control.id), limit=MOST_MESSAGES)
        sent: list[SentReminder] = []
        for line in reminders[-MOST_MESSAGES:]:
            if ids := line.list_messages():
                sent += [(line, message) for key in ids for message in self._find_all(key)]
            else:
                sent += [(line, message) for message in newest if _is_of(message, line)]
        return sent

    def _find_all(self, key: str) -> Iterator[Message]:
        """The message, and those that were made to send it again."""
        store = self.find_control.store
        resent = (store.find(Message, f"{key}/resend-{number}") for number in count(1))
        messages = chain_all([store.find(Message, key)], resent)
        yield from (message for message in takewhile(bool, messages) if message)


def _warn(control: Control, chain: Offsets) -> str:
    try:
        return warn_of_chain(parse_repeat(control.repeat), chain, control.anchor_on)
    except ReadingError:  # the sync tells what is wrong with the repeat
        return ""


SentReminder = tuple[ReminderLine, Message]


def _is_of(message: Message, line: ReminderLine) -> bool:
    facts = (message.facts.get("due_on"), message.facts.get("slot"))
    return facts == (line.due_on.isoformat(), line.slot)


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One line; `by` is empty if Belfry did it. `number` is that of evidence.

    `to` and `channel` tell who got a message, and how.
    """

    at: datetime
    what: str
    due_on: date
    by: str = ""
    note: str = ""
    number: int | None = None
    to: str = ""
    channel: str = ""


def make_timeline(
    cycles: Iterable[CycleLine],
    reminders: Iterable[ReminderLine],
    evidence: Iterable[Evidence],
    sent: Sequence[SentReminder],
) -> list[TimelineEntry]:
    """What happened, the oldest first; not what was only decided, or still waits."""
    happened = [
        *(_tell_skipped(line) for line in reminders if line.kind is ReminderKind.SKIPPED),
        *(_tell_message(line, message) for line, message in _list_settled(sent)),
        *(_tell_evidence(proof) for proof in evidence),
        *(_tell_cycle(line) for line in cycles),
    ]
    return sorted(happened, key=lambda entry: entry.at)


def _list_settled(sent: Sequence[SentReminder]) -> Iterator[SentReminder]:
    """Without what waits, and what went along with another message to the same person."""
    delivered = {
        (line.key, message.person) for line, message in sent if message.state is not State.DROPPED
    }
    for line, message in sent:
        is_carried = message.state is State.DROPPED and (line.key, message.person) in delivered
        if message.state not in (*WAITING, State.SENDING) and not is_carried:
            yield line, message


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


def _tell_skipped(line: ReminderLine) -> TimelineEntry:
    return TimelineEntry(line.at, f"{_name(line)} passed over", line.due_on)


def _name(line: ReminderLine) -> str:
    if line.kind is ReminderKind.ESCALATION:
        return "escalation"
    window = line.slot.removeprefix("day")
    return f"reminder {render_offset(int(window)) if window != line.slot else 'after a snooze'}"


def _tell_message(line: ReminderLine, message: Message) -> TimelineEntry:
    label = find_traits(message.channel).label.lower() if message.channel else ""
    to = f"to {message.person}{f' by {label}' if label else ''}"
    fate = {
        State.SENT: f"sent {to}",
        State.DELIVERED: f"delivered {to}",
        State.UNCERTAIN: f"{to} may have arrived, or not",
        State.FAILED: f"{to} could not be sent",
        State.BOUNCED: f"{to} came back",
        State.DROPPED: f"{to} was not sent",
    }[message.state]
    is_replaced = message.state is State.DROPPED and message.why.startswith("replaced by ")
    return TimelineEntry(
        message.sent_at or message.made_at,
        f"{_name(line)} {fate}",
        line.due_on,
        note="a newer one took its place" if is_replaced else message.why,
        to=message.person,
        channel=message.channel,
    )


def _tell_evidence(proof: Evidence) -> TimelineEntry:
    what = f"evidence: {proof.file_name}" if proof.digest else "evidence: a note"
    return TimelineEntry(proof.at, what, proof.due_on, proof.by, proof.note, proof.number)
