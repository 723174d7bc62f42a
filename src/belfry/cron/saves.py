"""Everything that must be written together when a workflow changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belfry.cron.bells import Bell
from belfry.cron.edits import decide_event, find_differences
from belfry.cron.schedules import find_next
from belfry.cron.workflows import name_claim
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Announce, Change, Note, Put, Remove
from belfry.kernel.claims import Claim

if TYPE_CHECKING:
    from datetime import datetime

    from belfry.cron.workflows import Workflow


def plan_save(
    before: Workflow | None,
    after: Workflow,
    *,
    bell: Bell | None,
    action: str,
    by: str,
    now: datetime,
) -> list[Change]:
    """The workflow, its bell, its name's claim, its outbox event and its trail, in one commit."""
    old, new = find_differences(before, after)
    noted, entry = write_entry(after, action=action, by=by, at=now, before=old, after=new)
    changes: list[Change] = [Put(noted), Note(entry), *_plan_claims(before, after)]
    bell = bell or Bell(after.id, None)
    moved = replace(bell, next_at=_find_next_at(before, after, bell, now), problem="")
    if moved != bell or bell.revision == 0:
        changes.append(Put(moved))
    if event := decide_event(before, after, now):
        changes.append(Announce(event))
    return changes


def _find_next_at(
    before: Workflow | None, after: Workflow, bell: Bell, now: datetime
) -> datetime | None:
    """An edit that leaves the schedule alone leaves the bell alone: a due fire is not forgotten."""
    if before and before.is_ringing and after.is_ringing and not _is_new(before, after):
        return bell.next_at
    return find_next(after, now)


def _is_new(before: Workflow, after: Workflow) -> bool:
    """By what it says and not by when alone: two edits may be made at the same moment."""
    names = ("cron_schedule", "timezone", "schedule_since")
    return any(getattr(before, name) != getattr(after, name) for name in names)


def _plan_claims(before: Workflow | None, after: Workflow) -> list[Change]:
    old = name_claim(before.team_id, before.name) if before and not before.deleted_at else None
    new = None if after.deleted_at else name_claim(after.team_id, after.name)
    if old == new:
        return []
    changes: list[Change] = []
    if old:
        changes.append(Remove(Claim(old, str(after.id), revision=1)))
    if new:
        changes.append(Put(Claim(new, str(after.id))))
    return changes
