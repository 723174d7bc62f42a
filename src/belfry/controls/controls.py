"""What is known of a control: how often it comes round, whose it is, and how its cycle stands.

A control is known from its row in the team's list. Its name is what it goes by: a row with another
name is another control.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from belfry.controls.chains.rules import fold_section
from belfry.kernel.audit import Audited, write_entry
from belfry.kernel.changes import Announce, Audit, Change, Event, Put
from belfry.kernel.tokens import digest_of

LONGEST_ID = 100
_MARK = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Control(Audited):
    """`row` is its line of the list as it was last read: an equal line is no news.

    `cycle` is the number that the end of the open cycle will have, and `due_on` its due date.
    `opened_by` is the number of the end that opened it, 0 if none did; `counted_from_on` and
    `withdrawn_on` are what the next due date depends on besides. `lines` counts its history.
    `windows` and `snoozes` hold what was recorded of this due date. `look_on` is the first day on
    which a tick has anything to decide. `missing_since` is when it was first found to be no longer
    on the list, `gone_at` when that was believed.
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
    look_on: date
    missing_since: datetime | None = None
    gone_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"control/{self.id}"


def control_id(name: str) -> str:
    """Equal for names that people would not tell apart; a very long one is cut and marked."""
    folded = fold_section(name)
    if len(folded) <= LONGEST_ID:
        return folded
    return f"{folded[: LONGEST_ID - _MARK - 1]}~{digest_of(folded)[:_MARK]}"


BELFRY = "belfry"
AGGREGATE = "control"
REMINDED = "control.reminded"
ESCALATED = "control.escalated"
DONE = "control.done"
UNDONE = "control.undone"
SKIPPED = "control.skipped"
EVIDENCE = "control.evidence"


def record_control(
    control: Control,
    *,
    action: str,
    at: datetime,
    by: str = BELFRY,
    more: Mapping[str, Any] | None = None,
) -> list[Change]:
    """The control as it is now, with the entry that says so; `more` is what else it says."""
    after = {**_render(control), **(more or {})}
    audited, entry = write_entry(control, action=action, by=by, at=at, after=after)
    return [Put(audited), Audit(entry)]


def announce(control: Control, op: str, said: Mapping[str, Any], *, at: datetime) -> Announce:
    """The fact, for the outbox; `said` names its due date and cycle, or the evidence."""
    return Announce(Event(AGGREGATE, control.id, op, said, at))


def _render(control: Control) -> dict[str, Any]:
    done_on = control.last_done_on
    return {
        "due_on": control.due_on.isoformat(),
        "cycle": control.cycle,
        "last_done_on": done_on.isoformat() if done_on else None,
        "repeat": control.repeat,
        "owner": digest_of(control.owner),
        "listed": control.gone_at is None,
    }
