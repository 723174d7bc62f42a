"""The record of a control, its views, and how changes of it are audited and announced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, NamedTuple

from belfry.controls.chains.rules import fold_section
from belfry.kernel.audit import Audited
from belfry.kernel.changes import Announce, Change, Event, put_audited
from belfry.kernel.tokens import digest_of

LONGEST_ID = 100
_HASH_LENGTH = 16

BELFRY = "belfry"
AGGREGATE = "control"
REMINDED = "control.reminded"
ESCALATED = "control.escalated"
DONE = "control.done"
UNDONE = "control.undone"
SKIPPED = "control.skipped"
EVIDENCE = "control.evidence"


class WindowRecord(NamedTuple):
    """Whether the reminder of a window was sent or left out, and on which day."""

    window: int
    on: date
    is_sent: bool


@dataclass(frozen=True, slots=True)
class Snooze:
    """No reminders from `from_on` until `until_on`, when it is over.

    `reminded_on` is the day of the reminder that its end caused, if any.
    """

    from_on: date
    until_on: date
    reminded_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Control(Audited):
    """A row of the team's list and its open cycle. The name identifies it.

    - `row`: its line of the list as last read; an equal line needs no second reading.
    - `cycle`: the number the end of the open cycle will get; `opened_by`: the number of the end
      that opened it, 0 for the first; `lines`: how many lines its history has.
    - `first_due_on`: the date given for the first cycle, nothing is due before it; `anchor_on`:
      which blocks of a fixed repeat count; `counted_from_on`: the day of the last work or skip, or
      when the control was first seen.
    - `withdrawn_on`: a done date that was undone and may still be in the team's list.
    - `windows`, `snoozes`, `escalated_on`: what was recorded for this due date.
    - `last_sent_on`: the last day anything was sent about it, in any cycle.
    - `next_check_on`: the first day on which a tick has anything to decide.
    - `missing_since`: when it was first absent from the list; `gone_at`: when it was closed.
    """

    id: str
    row: str
    name: str
    area: str = ""
    owner: str = ""
    repeat: str
    proof: str = ""
    notes: str = ""
    chain_override: str = ""
    requires_evidence: bool = False
    first_due_on: date | None = None
    first_seen_on: date
    anchor_on: date
    counted_from_on: date
    cycle: int = 1
    opened_by: int = 0
    lines: int = 0
    due_on: date
    last_done_on: date | None = None
    withdrawn_on: date | None = None
    done_by: str = ""
    windows: Mapping[str, Any] = field(default_factory=dict)
    snoozes: Mapping[str, Any] = field(default_factory=dict)
    escalated_on: date | None = None
    last_sent_on: date | None = None
    next_check_on: date
    missing_since: datetime | None = None
    gone_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"control/{self.id}"

    def list_windows(self) -> tuple[WindowRecord, ...]:
        return tuple(
            WindowRecord(int(window), date.fromisoformat(record["on"]), record["sent"])
            for window, record in self.windows.items()
        )

    def list_snoozes(self) -> tuple[Snooze, ...]:
        return read_snoozes(self.snoozes)


class ControlSummary(NamedTuple):
    """The few columns of a control that lists, counts and searches need."""

    id: str
    name: str
    area: str
    owner: str
    repeat: str
    chain_override: str
    due_on: date
    anchor_on: date


def control_id(name: str) -> str:
    """Equal for names that people would not tell apart; a very long one is cut and hashed."""
    folded = fold_section(name)
    if len(folded) <= LONGEST_ID:
        return folded
    return f"{folded[: LONGEST_ID - _HASH_LENGTH - 1]}~{digest_of(folded)[:_HASH_LENGTH]}"


def write_windows(records: Iterable[WindowRecord]) -> dict[str, Any]:
    return {
        str(record.window): {"on": record.on.isoformat(), "sent": record.is_sent}
        for record in sorted(records)
    }


def read_snoozes(stored: Mapping[str, Any]) -> tuple[Snooze, ...]:
    return tuple(
        Snooze(
            date.fromisoformat(snooze["from"]),
            date.fromisoformat(snooze["until"]),
            date.fromisoformat(snooze["reminded"]) if snooze["reminded"] else None,
        )
        for _, snooze in sorted(stored.items(), key=lambda item: int(item[0]))
    )


def write_snoozes(snoozes: Iterable[Snooze]) -> dict[str, Any]:
    return {
        str(number): {
            "from": snooze.from_on.isoformat(),
            "until": snooze.until_on.isoformat(),
            "reminded": snooze.reminded_on.isoformat() if snooze.reminded_on else None,
        }
        for number, snooze in enumerate(snoozes, 1)
    }


def find_snoozed_until(snoozes: Iterable[Snooze], today: date) -> date | None:
    """The end of the snooze that covers a day, if one does."""
    ends = [snooze.until_on for snooze in snoozes if snooze.from_on <= today < snooze.until_on]
    return max(ends, default=None)


def record_control(
    control: Control,
    *,
    action: str,
    at: datetime,
    by: str = BELFRY,
    more: Mapping[str, Any] | None = None,
) -> list[Change]:
    """Put the control with an audit entry; `more` adds to what the entry says."""
    done_on = control.last_done_on
    after = {
        "due_on": control.due_on.isoformat(),
        "cycle": control.cycle,
        "last_done_on": done_on.isoformat() if done_on else None,
        "repeat": control.repeat,
        "owner": digest_of(control.owner),
        "listed": control.gone_at is None,
        **(more or {}),
    }
    return put_audited(control, action=action, by=by, at=at, after=after)


def announce(control: Control, op: str, facts: Mapping[str, Any], *, at: datetime) -> Announce:
    """An event for the outbox; `facts` name its due date and cycle, or the evidence."""
    return Announce(Event(AGGREGATE, control.id, op, facts, at))


@dataclass(frozen=True, slots=True)
class ControlChange:
    """The control afterwards, the commit that writes it, and a sentence about what happened."""

    control: Control
    changes: list[Change]
    line: str = ""
