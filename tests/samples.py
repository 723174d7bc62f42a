"""Records to test with: everything has a sensible value until a test says otherwise."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from belfry.scheduler.runs import Cause, Run, run_key
from belfry.scheduler.workflows import Workflow

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


def a_workflow(workflow_id: int = 1, **changes: Any) -> Workflow:
    fields: dict[str, Any] = {
        "id": workflow_id,
        "name": f"Workflow {workflow_id}",
        "kind": "log",
        "inputs": {"message": "ding"},
        "cron_schedule": "0 9 * * *",
        "schedule_since": NOON,
        "created_at": NOON,
    }
    return Workflow(**{**fields, **changes})


def a_run(workflow_id: int = 1, scheduled_for: datetime = NOON, **changes: Any) -> Run:
    fields: dict[str, Any] = {
        "id": run_key(workflow_id, scheduled_for),
        "workflow_id": workflow_id,
        "team_id": 1,
        "cause": Cause.SCHEDULE,
        "scheduled_for": scheduled_for,
        "due_at": scheduled_for,
        "created_at": scheduled_for,
    }
    return Run(**{**fields, **changes})
