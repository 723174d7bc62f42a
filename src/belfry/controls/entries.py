"""How a control's doings are written into its trail, and handed on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from belfry.controls.controls import Control
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Announce, Audit, Change, Event, Put
from belfry.kernel.tokens import digest_of

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
