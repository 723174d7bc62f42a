"""Make a workflow, edit it, pause and resume it, archive it, delete it.

Each change is one commit: the workflow, its trigger, its outbox event and its audit entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from belfry.kernel.changes import Announce, Change, Event, Put, Remove, put_audited
from belfry.kernel.cron import find_zone, normalize_cron
from belfry.kernel.errors import ConfigError, Conflict, InputError, NotFound, Outdated
from belfry.kernel.records import Claim, write_plainly
from belfry.kernel.texts import check_json, clean_text
from belfry.ports.clock import Clock
from belfry.ports.store import AuditLog, Numbers, Store
from belfry.scheduler.kinds import Kind
from belfry.scheduler.ports import Workflows
from belfry.scheduler.triggers import Trigger, find_next
from belfry.scheduler.workflows import (
    BUILTINS,
    DEFAULT_QUEUE,
    TEAM,
    Builtin,
    CatchUp,
    Overlap,
    Workflow,
    check_edit,
    check_kind_is_open,
    check_may_remove,
    find_host,
    name_claim,
    split_names,
)
from belfry.workspace.people import FindStaff, find_nearest_name

TRIES = 5
Also = Callable[[Workflow, datetime | None], Sequence[Change]]


def _nothing(_workflow: Workflow, _next_at: datetime | None) -> Sequence[Change]:
    return ()


@dataclass(frozen=True, slots=True)
class CreateWorkflow:
    store: Store
    workflows: Workflows
    numbers: Numbers
    clock: Clock
    kinds: Mapping[str, Kind]
    queues: Collection[str]
    find_staff: FindStaff

    def __call__(
        self, edit: Mapping[str, Any], *, team_id: int, by: str, also: Also = _nothing
    ) -> Workflow:
        """`also` gives further changes for the same commit, of the workflow and its next fire."""
        check_kind_is_open(str(edit.get("kind", "")))
        return self.create(edit, team_id=team_id, by=by, also=also)

    def create(
        self, edit: Mapping[str, Any], *, team_id: int, by: str, also: Also = _nothing
    ) -> Workflow:
        """Of any kind: built-in workflows are made here."""
        for needed in ("name", "kind"):
            if not edit.get(needed):
                raise InputError(f"a workflow needs a {needed}", field=needed)
        now = self.clock.now()
        blank = Workflow(
            id=0, name="", kind="", team_id=team_id, schedule_since=now, created_at=now
        )
        workflow = apply_edit(blank, edit, now)
        check_kind(self.kinds, workflow)
        check_queue(self.queues, workflow)
        check_notify(self.find_staff, workflow)
        if self.workflows.find_by_name(team_id, workflow.name):
            raise Conflict(f"there is a workflow called {workflow.name!r} already")
        workflow = replace(workflow, id=self.numbers.next("workflow"))
        changes = plan_save(None, workflow, trigger=None, action="created", by=by, now=now)
        stored = replace(workflow, revision=1)
        self.store.commit([*changes, *also(stored, find_next(workflow, now))])
        return _stored(self.store, workflow.id)


@dataclass(frozen=True, slots=True)
class ChangeWorkflow:
    """Change an existing workflow; `expected` is the revision the caller has seen."""

    store: Store
    workflows: Workflows
    clock: Clock
    kinds: Mapping[str, Kind]
    queues: Collection[str]
    find_staff: FindStaff

    def edit(
        self, workflow_id: int, edit: Mapping[str, Any], *, by: str, expected: int | None = None
    ) -> Workflow:
        def change(workflow: Workflow, now: datetime) -> Workflow:
            _refuse_archived(workflow)
            edited = apply_edit(workflow, edit, now)
            check_edit(workflow, edited)
            if {"kind", "inputs"} & edit.keys():
                check_kind(self.kinds, edited)
            if "queue" in edit:
                check_queue(self.queues, edited)
            if "notify" in edit:
                check_notify(self.find_staff, edited)
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
            check_may_remove(workflow)
            return _archive(workflow, now)

        return self._change(workflow_id, "archived", change, by=by, expected=expected)

    def turn_off(self, workflow_id: int, *, by: str) -> Workflow:
        """Archive a built-in workflow, as only belfry.toml may."""
        return self._change(workflow_id, "archived", _archive, by=by, expected=None)

    def turn_on(self, workflow_id: int, *, by: str, note: str = "") -> Workflow:
        """Restore an archived built-in workflow; with a note, paused."""

        def change(workflow: Workflow, now: datetime) -> Workflow:
            paused_at = now if note else workflow.paused_at
            pause_note = note or workflow.pause_note
            restored = replace(workflow, archived_at=None, schedule_since=now)
            return replace(restored, paused_at=paused_at, pause_note=pause_note)

        return self._change(workflow_id, "turned-on", change, by=by, expected=None)

    def delete(self, workflow_id: int, *, by: str, expected: int | None = None) -> None:
        def change(workflow: Workflow, now: datetime) -> Workflow:
            check_may_remove(workflow)
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
        """Read, decide, commit; again if the trigger was fired meanwhile."""
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
    """Refuse an unknown kind, and inputs that cannot work."""
    kind = kinds.get(workflow.kind)
    if kind is None:
        near = get_close_matches(workflow.kind, kinds, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        known = ", ".join(sorted(kinds))
        raise InputError(
            f"unknown kind {workflow.kind!r}; expected one of {known}{hint}", field="kind"
        )
    kind.check(workflow.inputs)


def _archive(workflow: Workflow, now: datetime) -> Workflow:
    return replace(workflow, archived_at=workflow.archived_at or now)


def check_queue(queues: Collection[str], workflow: Workflow) -> None:
    if workflow.queue not in queues:
        known = f"expected one of {', '.join(queues)}, which [queues] in belfry.toml names"
        raise InputError(f"there is no queue {workflow.queue!r}; {known}", field="queue")


def check_notify(find_staff: FindStaff, workflow: Workflow) -> None:
    """Refuse a name that people.csv does not have; e-mail addresses need not stand there."""
    if not workflow.notify:
        return
    staff = find_staff()
    for name in split_names(workflow.notify):
        if not staff.is_known(staff.name_of(name)):
            nearest = find_nearest_name(staff.people, name)
            hint = f"did you mean {nearest}?" if nearest else "write an e-mail address instead"
            raise InputError(f"people.csv has nobody called {name!r}; {hint}", field="notify")


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
    """The workflow, its trigger, name claim, outbox event and audit entry, in one commit."""
    old, new = find_differences(before, after)
    changes = put_audited(after, action=action, by=by, at=now, before=old, after=new)
    changes += _plan_claims(before, after)
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
    """An edit that leaves the schedule alone leaves the next fire alone, even if it is due."""
    if before and before.is_active and after.is_active and not _is_new(before, after):
        return trigger.next_at
    return find_next(after, now)


def _is_new(before: Workflow, after: Workflow) -> bool:
    """Compared by content and not by time alone: two edits may have the same time."""
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


MOST_INPUT_CHARACTERS = 64_000
MOST_NOTIFY_CHARACTERS = 1000
# Run rows are kept longer than this, so a fire this late still finds its row.
LONGEST_LATE = timedelta(days=30)

SPANS = {
    "late_after": (timedelta(0), LONGEST_LATE),
    "grace": (timedelta(0), timedelta(days=7)),
    "back_off": (timedelta(0), timedelta(hours=1)),
    "time_limit": (timedelta(seconds=1), timedelta(days=7)),
    "jitter": (timedelta(0), timedelta(hours=24)),
}
COUNTS = {"attempts": (1, 100), "tell_after": (1, 1000)}
_WORDS: dict[str, type[StrEnum]] = {"overlap": Overlap, "catch_up": CatchUp}
EDITABLE = (
    *("name", "kind", "inputs", "cron_schedule", "timezone", "is_api", "retry_interrupted"),
    *("queue", "notify", "notify_urgent"),
    *SPANS,
    *COUNTS,
    *_WORDS,
)
_SCHEDULE_FIELDS = ("cron_schedule", "timezone")


def apply_edit(workflow: Workflow, edit: Mapping[str, Any], now: datetime) -> Workflow:
    """The workflow with the edit made, or InputError naming the field."""
    cleaned = {name: _clean(name, value) for name, value in edit.items()}
    edited = replace(workflow, **cleaned)
    edited = replace(edited, host=find_host(edited.kind, edited.inputs))
    if any(getattr(edited, name) != getattr(workflow, name) for name in _SCHEDULE_FIELDS):
        edited = replace(edited, schedule_since=now)
        if edited.is_active and find_next(edited, now) is None:
            raise InputError("this schedule has no fire after now", field="cron_schedule")
    return edited


def _clean(name: str, value: Any) -> Any:
    if name not in EDITABLE:
        raise InputError(f"{name} cannot be set; expected one of {', '.join(EDITABLE)}", field=name)
    if name in SPANS:
        return _clean_span(name, value)
    if name in COUNTS:
        return _clean_count(name, value)
    if name in _WORDS:
        return _clean_word(name, value)
    return _CLEANERS[name](value)


def _clean_name(value: Any) -> str:
    return clean_text(value, field="name", least=1, most=100)


def _clean_kind(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise InputError("expected the name of a kind", field="kind")
    return value


def clean_inputs(value: Any) -> dict[str, Any]:
    """The inputs, if every store can keep them; the kind checks whether they work."""
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise InputError("expected an object of named inputs", field="inputs")
    check_json(value, field="inputs", most=MOST_INPUT_CHARACTERS)
    return value


def _clean_cron(value: Any) -> str | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise InputError("expected a cron expression, or null for none", field="cron_schedule")
    try:
        return normalize_cron(value)
    except InputError as error:
        raise InputError(str(error), field="cron_schedule") from error


def _clean_zone(value: Any) -> str:
    if not isinstance(value, str):
        raise InputError("expected the name of a zone such as Europe/London", field="timezone")
    return find_zone(value).key


def _clean_notify(value: Any) -> str:
    names = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(name, str) for name in names):
        raise InputError("expected names or e-mail addresses", field="notify")
    listed = ", ".join(dict.fromkeys(split_names(",".join(names))))
    return clean_text(listed, field="notify", most=MOST_NOTIFY_CHARACTERS)


def _clean_queue(value: Any) -> str:
    return clean_text(value, field="queue", most=32) or DEFAULT_QUEUE


def _clean_switch(name: str) -> Callable[[Any], bool]:
    def clean(value: Any) -> bool:
        if not isinstance(value, bool):
            raise InputError("expected true or false", field=name)
        return value

    return clean


_CLEANERS: dict[str, Callable[[Any], Any]] = {
    "name": _clean_name,
    "kind": _clean_kind,
    "inputs": clean_inputs,
    "cron_schedule": _clean_cron,
    "timezone": _clean_zone,
    "queue": _clean_queue,
    "notify": _clean_notify,
    "notify_urgent": _clean_switch("notify_urgent"),
    "is_api": _clean_switch("is_api"),
    "retry_interrupted": _clean_switch("retry_interrupted"),
}


def _clean_span(name: str, value: Any) -> timedelta:
    low, high = SPANS[name]
    if not isinstance(value, timedelta) or not low <= value <= high:
        span = f"{low.total_seconds():.0f} to {high.total_seconds():.0f} seconds"
        raise InputError(f"expected {span}", field=name)
    return timedelta(seconds=round(value.total_seconds()))


def _clean_count(name: str, value: Any) -> int:
    low, high = COUNTS[name]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InputError(f"expected a whole number from {low} to {high}", field=name)
    return value


def _clean_word(name: str, value: Any) -> StrEnum:
    words = _WORDS[name]
    if value not in list(words):
        raise InputError(f"expected one of {', '.join(words)}", field=name)
    return words(value)


_UNAUDITED = {"audit_seq", "audit_hash", "revision", "created_at", "id", "schedule_since", "host"}


def find_differences(
    before: Workflow | None, after: Workflow
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The changed fields for the audit log, before and after."""
    old = write_plainly(before) if before else {}
    new = write_plainly(after)
    names = [field.name for field in fields(Workflow) if field.name not in _UNAUDITED]
    changed = [name for name in names if name not in old or old[name] != new[name]]
    return {name: old[name] for name in changed if name in old}, {n: new[n] for n in changed}


def decide_event(before: Workflow | None, after: Workflow, now: datetime) -> Event | None:
    """The event for an external scheduler: a schedule to create, change or delete."""
    if after.archived_at or after.deleted_at:
        return _event(after, "delete", now) if before and before.cron_schedule else None
    was = before and (before.cron_schedule, before.timezone, before.paused_at, before.is_api)
    now_is = (after.cron_schedule, after.timezone, after.paused_at, after.is_api)
    if was == now_is or (after.cron_schedule is None and not (before and before.cron_schedule)):
        return None
    return _event(after, "upsert", now)


def announce_schedule(workflow: Workflow, now: datetime) -> Announce:
    """Have the workflow's schedule published as it is."""
    return Announce(_event(workflow, "upsert", now))


def _event(workflow: Workflow, op: str, now: datetime) -> Event:
    payload = {
        "cron_schedule": workflow.cron_schedule,
        "timezone": workflow.timezone,
        "is_api": workflow.is_api,
        "team_id": workflow.team_id,
        "paused": workflow.paused_at is not None,
    }
    return Event("workflow", str(workflow.id), op, payload, now)


BY = "belfry"


@dataclass(frozen=True, slots=True)
class Wish:
    """What belfry.toml says about a built-in workflow; None where it says nothing."""

    cron: str | None = None
    catch_up: str | None = None
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class EnsureBuiltins:
    """Create the built-in workflows; belfry.toml is applied at every start, before the pages."""

    workflows: Workflows
    audit_log: AuditLog
    create: CreateWorkflow
    change: ChangeWorkflow

    def __call__(self, *, timezone: str, wishes: Mapping[str, Wish]) -> None:
        unknown = sorted(wishes.keys() - {builtin.name for builtin in BUILTINS})
        if unknown:
            known = ", ".join(builtin.name for builtin in BUILTINS)
            raise ConfigError(f"no built-in workflow {unknown[0]!r}; expected one of {known}")
        for builtin in BUILTINS:
            wish = wishes.get(builtin.name, Wish())
            try:
                self._ensure(builtin, wish, timezone)
            except InputError as error:
                raise ConfigError(f"workflows.{builtin.name}: {error}") from error

    def _ensure(self, builtin: Builtin, wish: Wish, timezone: str) -> None:
        workflow = self.workflows.find_by_name(TEAM, builtin.name)
        if workflow is None and wish.enabled:
            self._create(builtin, wish, timezone)
        elif workflow and not wish.enabled:
            self.change.turn_off(workflow.id, by=BY)
        elif workflow:
            if workflow.archived_at:
                self._restore(workflow)
            self._follow(workflow, wish)

    def _restore(self, workflow: Workflow) -> None:
        """One that a person archived, in an earlier version, comes back paused."""
        entries = self.audit_log.list_entries(workflow.subject)
        archived_by = [entry.by for entry in entries if entry.action == "archived"][-1:]
        note = "" if archived_by == [BY] else "it had been archived; resume it to use it again"
        self.change.turn_on(workflow.id, by=BY, note=note)

    def _create(self, builtin: Builtin, wish: Wish, timezone: str) -> None:
        edit = {
            "name": builtin.name,
            "kind": builtin.name,
            "cron_schedule": wish.cron or builtin.cron,
            "catch_up": wish.catch_up or builtin.catch_up,
            "timezone": timezone,
            **({"late_after": builtin.late_after} if builtin.late_after else {}),
        }
        try:
            self.create.create(edit, team_id=TEAM, by=BY)
        except Conflict:  # another process started at the same moment and created it
            return

    def _follow(self, workflow: Workflow, wish: Wish) -> None:
        edit: dict[str, Any] = {}
        if wish.cron:
            edit["cron_schedule"] = wish.cron
        if wish.catch_up:
            edit["catch_up"] = wish.catch_up
        if edit:
            self.change.edit(workflow.id, edit, by=BY)
