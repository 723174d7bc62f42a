"""How workflows, runs, keys, people and trails look in an answer."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

    from belfry.cron.runs import Run
    from belfry.cron.workflows import Workflow
    from belfry.desk.keys import ApiKey
    from belfry.desk.users import User
    from belfry.kernel.audit import Entry

_OURS_ALONE = {"audit_seq", "audit_hash", "deleted_at", "digest", "password_hash", "era"}


def shape_record(record: Workflow | Run | ApiKey | User | Entry) -> dict[str, Any]:
    """Every field a reader may know, under its own name."""
    names = [field.name for field in fields(record) if field.name not in _OURS_ALONE]
    return {name: getattr(record, name) for name in names}


def shape_workflow(workflow: Workflow, next_at: datetime | None) -> dict[str, Any]:
    return {**shape_record(workflow), "next_at": next_at}


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
