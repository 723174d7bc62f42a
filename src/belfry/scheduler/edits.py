"""What people may change about a workflow, and what they may not write there."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from belfry.kernel.changes import Event
from belfry.kernel.cron import find_zone, normalize_cron
from belfry.kernel.errors import InputError
from belfry.kernel.records import write_plainly
from belfry.kernel.texts import check_json, clean_text
from belfry.scheduler.firing.schedules import find_next
from belfry.scheduler.workflows import CatchUp, Overlap, Workflow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_INPUT_CHARACTERS = 64_000
# A fire this late is still known by its run row: rows are kept longer than this.
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
    *SPANS,
    *COUNTS,
    *_WORDS,
)
_CLOCKWORK = ("cron_schedule", "timezone")


def apply_edit(workflow: Workflow, edit: Mapping[str, Any], now: datetime) -> Workflow:
    """The workflow with the edit made, or InputError naming the field."""
    cleaned = {name: _clean(name, value) for name, value in edit.items()}
    edited = replace(workflow, **cleaned)
    if any(getattr(edited, name) != getattr(workflow, name) for name in _CLOCKWORK):
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
    """The inputs, if every store can keep them; whether they work is the kind's to say."""
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


_UNTOLD = {"audit_seq", "audit_hash", "revision", "created_at", "id", "schedule_since"}


def find_differences(
    before: Workflow | None, after: Workflow
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the trail keeps of an edit: the fields that changed, as they were and as they are."""
    old = write_plainly(before) if before else {}
    new = write_plainly(after)
    told = [field.name for field in fields(Workflow) if field.name not in _UNTOLD]
    changed = [name for name in told if name not in old or old[name] != new[name]]
    return {name: old[name] for name in changed if name in old}, {n: new[n] for n in changed}


def decide_event(before: Workflow | None, after: Workflow, now: datetime) -> Event | None:
    """What the world outside must learn: a schedule to be made, changed or taken away."""
    if after.archived_at or after.deleted_at:
        return _event(after, "delete", now) if before and before.cron_schedule else None
    was = before and (before.cron_schedule, before.timezone, before.paused_at, before.is_api)
    now_is = (after.cron_schedule, after.timezone, after.paused_at, after.is_api)
    if was == now_is or (after.cron_schedule is None and not (before and before.cron_schedule)):
        return None
    return _event(after, "upsert", now)


def _event(workflow: Workflow, op: str, now: datetime) -> Event:
    payload = {
        "cron_schedule": workflow.cron_schedule,
        "timezone": workflow.timezone,
        "is_api": workflow.is_api,
        "team_id": workflow.team_id,
        "paused": workflow.paused_at is not None,
    }
    return Event("workflow", str(workflow.id), op, payload, now)
