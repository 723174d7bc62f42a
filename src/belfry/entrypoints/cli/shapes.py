"""How workflows, runs, keys, people and trails look in an answer: as they do over the API."""

from __future__ import annotations

from dataclasses import fields
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

    from belfry.accounts.keys.keys import ApiKey
    from belfry.accounts.users.users import User
    from belfry.kernel.audit import AuditEntry
    from belfry.scheduler.runs.runs import Run
    from belfry.scheduler.workflows import Workflow

_OURS_ALONE = {
    *("audit_seq", "audit_hash", "deleted_at", "digest", "password_hash", "era"),
    *("exclusive", "worker", "revision", "paused_at", "archived_at"),
}


def shape_record(record: Workflow | Run | ApiKey | User | AuditEntry) -> dict[str, Any]:
    """Every field a reader may know, under its own name; lengths of time in seconds."""
    names = [field.name for field in fields(record) if field.name not in _OURS_ALONE]
    return dict(_shape(name, getattr(record, name)) for name in names)


def shape_workflow(workflow: Workflow, next_fire_at: datetime | None) -> dict[str, Any]:
    return {
        **shape_record(workflow),
        "revision": workflow.revision,
        "paused": workflow.paused_at is not None,
        "archived": workflow.archived_at is not None,
        "next_fire_at": next_fire_at,
    }


def _shape(name: str, value: Any) -> tuple[str, Any]:
    if isinstance(value, timedelta):
        return f"{name}_seconds", round(value.total_seconds())
    return name, value


def find_state(workflow: Workflow) -> str:
    """How a workflow stands, in a word or two."""
    if workflow.archived_at:
        return "archived"
    if workflow.paused_at:
        return f"paused: {workflow.pause_note}" if workflow.pause_note else "paused"
    return "ringing" if workflow.cron_schedule else "on request"


def find_words(run: Run) -> str:
    """What a run has to say for itself: its output, else its error, else its reason."""
    return run.output or run.error or run.reason
