"""Make a workflow, edit it, pause and resume it, archive it, delete it.

Each change is one commit: the workflow, its bell, its outbox event and its trail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from typing import Any

from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Announce, Audit, Change, Put, Remove
from belfry.kernel.errors import Conflict, InputError, NotFound, Outdated
from belfry.kernel.records import Claim
from belfry.kernel.texts import clean_text
from belfry.ports.clock import Clock
from belfry.ports.store import Numbers, Store
from belfry.scheduler.edits import apply_edit, decide_event, find_differences
from belfry.scheduler.firing.schedules import find_next
from belfry.scheduler.firing.triggers import Trigger
from belfry.scheduler.kinds import Kind
from belfry.scheduler.ports import Workflows
from belfry.scheduler.workflows import Workflow, name_claim

TRIES = 5


@dataclass(frozen=True, slots=True)
class CreateWorkflow:
    store: Store
    workflows: Workflows
    numbers: Numbers
    clock: Clock
    kinds: Mapping[str, Kind]

    def __call__(self, edit: Mapping[str, Any], *, team_id: int, by: str) -> Workflow:
        for needed in ("name", "kind"):
            if not edit.get(needed):
                raise InputError(f"a workflow needs a {needed}", field=needed)
        now = self.clock.now()
        blank = Workflow(
            id=0, name="", kind="", team_id=team_id, schedule_since=now, created_at=now
        )
        made = apply_edit(blank, edit, now)
        check_kind(self.kinds, made)
        if self.workflows.find_by_name(team_id, made.name):
            raise Conflict(f"there is a workflow called {made.name!r} already")
        made = replace(made, id=self.numbers.next("workflow"))
        self.store.commit(plan_save(None, made, trigger=None, action="created", by=by, now=now))
        return _stored(self.store, made.id)


@dataclass(frozen=True, slots=True)
class ChangeWorkflow:
    """Every change to a workflow that is there; `expected` is the revision the caller has seen."""

    store: Store
    workflows: Workflows
    clock: Clock
    kinds: Mapping[str, Kind]

    def edit(
        self, workflow_id: int, edit: Mapping[str, Any], *, by: str, expected: int | None = None
    ) -> Workflow:
        def change(workflow: Workflow, now: datetime) -> Workflow:
            _refuse_archived(workflow)
            edited = apply_edit(workflow, edit, now)
            if {"kind", "inputs"} & edit.keys():
                check_kind(self.kinds, edited)
            holder = self.workflows.find_by_name(edited.team_id, edited.name)
            if holder and holder.id != edited.id:
                raise Conflict(f"there is a workflow called {edited.name!r} already")
            return edited

        return self._change(workflow_id, "edited", change, by=by, expected=expected)

    def pause(
        self, workflow_id: int, *, note: str, by: str, expected: int | None = None
    ) -> Workflow:
        note = clean_text(note, field="note", most=500)

        def change(workflow: Workflow, now: datetime) -> Workflow:
            _refuse_archived(workflow)
            return replace(workflow, paused_at=workflow.paused_at or now, pause_note=note)

        return self._change(workflow_id, "paused", change, by=by, expected=expected)

    def resume(self, workflow_id: int, *, by: str, expected: int | None = None) -> Workflow:
        def change(workflow: Workflow, now: datetime) -> Workflow:
            _refuse_archived(workflow)
            if workflow.paused_at is None:
                return workflow
            return replace(workflow, paused_at=None, pause_note="", schedule_since=now)

        return self._change(workflow_id, "resumed", change, by=by, expected=expected)

    def archive(self, workflow_id: int, *, by: str, expected: int | None = None) -> Workflow:
        def change(workflow: Workflow, now: datetime) -> Workflow:
            return replace(workflow, archived_at=workflow.archived_at or now)

        return self._change(workflow_id, "archived", change, by=by, expected=expected)

    def delete(self, workflow_id: int, *, by: str, expected: int | None = None) -> None:
        def change(workflow: Workflow, now: datetime) -> Workflow:
            return replace(workflow, deleted_at=now)

        self._change(workflow_id, "deleted", change, by=by, expected=expected)

    def _change(
        self,
        workflow_id: int,
        action: str,
        change: Callable[[Workflow, datetime], Workflow],
        *,
        by: str,
        expected: int | None,
        tries: int = TRIES,
    ) -> Workflow:
        """Read, decide, commit; again if the clock moved the bell meanwhile."""
        before = self.workflows.find(workflow_id)
        if before is None:
            raise NotFound(f"there is no workflow {workflow_id}")
        if expected not in (None, before.revision):
            raise Outdated(f"the workflow is at revision {before.revision}, not {expected}")
        now = self.clock.now()
        after = change(before, now)
        if after == before:
            return before
        trigger = self.store.find(Trigger, before.key)
        try:
            self.store.commit(
                plan_save(before, after, trigger=trigger, action=action, by=by, now=now)
            )
        except Conflict:
            if tries <= 1:
                raise
            return self._change(
                workflow_id, action, change, by=by, expected=expected, tries=tries - 1
            )
        return _stored(self.store, workflow_id)


def check_kind(kinds: Mapping[str, Kind], workflow: Workflow) -> None:
    """Refuse a kind nobody registered, and inputs that cannot work."""
    kind = kinds.get(workflow.kind)
    if kind is None:
        near = get_close_matches(workflow.kind, kinds, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        known = ", ".join(sorted(kinds))
        raise InputError(
            f"unknown kind {workflow.kind!r}; expected one of {known}{hint}", field="kind"
        )
    kind.check(workflow.inputs)


def _refuse_archived(workflow: Workflow) -> None:
    if workflow.archived_at:
        raise Conflict(f"workflow {workflow.id} is archived")


def _stored(store: Store, workflow_id: int) -> Workflow:
    stored = store.find(Workflow, str(workflow_id))
    if stored is None:
        raise NotFound(f"there is no workflow {workflow_id}")
    return stored


def plan_save(
    before: Workflow | None,
    after: Workflow,
    *,
    trigger: Trigger | None,
    action: str,
    by: str,
    now: datetime,
) -> list[Change]:
    """The workflow, its bell, its name's claim, its outbox event and its trail, in one commit."""
    old, new = find_differences(before, after)
    noted, entry = write_entry(after, action=action, by=by, at=now, before=old, after=new)
    changes: list[Change] = [Put(noted), Audit(entry), *_plan_claims(before, after)]
    trigger = trigger or Trigger(after.id, None)
    moved = replace(trigger, next_at=_find_next_at(before, after, trigger, now), problem="")
    if moved != trigger or trigger.revision == 0:
        changes.append(Put(moved))
    if event := decide_event(before, after, now):
        changes.append(Announce(event))
    return changes


def _find_next_at(
    before: Workflow | None, after: Workflow, trigger: Trigger, now: datetime
) -> datetime | None:
    """An edit that leaves the schedule alone leaves the bell alone: a due fire is not forgotten."""
    if before and before.is_active and after.is_active and not _is_new(before, after):
        return trigger.next_at
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
