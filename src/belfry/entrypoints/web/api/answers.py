"""What a caller is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Annotated, Any

from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from belfry.accounts.keys.keys import Service
from belfry.entrypoints.web.problems import PLAIN_HEADERS
from belfry.scheduler.runs.runs import Cause, RunStatus
from belfry.scheduler.workflows import CatchUp, Overlap

Whole = Annotated[int, BeforeValidator(lambda span: round(span / timedelta(seconds=1)))]
IsSet = Annotated[bool, BeforeValidator(lambda moment: moment is not None)]


class Answer(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class WorkflowAnswer(Answer):
    id: int
    revision: int
    name: str
    kind: str
    inputs: dict[str, Any]
    cron_schedule: str | None
    timezone: str
    next_fire_at: datetime | None = None
    team_id: int
    is_api: bool
    paused: IsSet = Field(validation_alias="paused_at")
    pause_note: str
    archived: IsSet = Field(validation_alias="archived_at")
    overlap: Overlap
    catch_up: CatchUp
    late_after_seconds: Whole = Field(validation_alias="late_after")
    grace_seconds: Whole = Field(validation_alias="grace")
    attempts: int
    back_off_seconds: Whole = Field(validation_alias="back_off")
    time_limit_seconds: Whole = Field(validation_alias="time_limit")
    retry_interrupted: bool
    jitter_seconds: Whole = Field(validation_alias="jitter")
    tell_after: int
    schedule_since: datetime
    created_at: datetime


class WorkflowPage(Answer):
    items: Sequence[WorkflowAnswer]
    next_cursor: str | None


class RunAnswer(Answer):
    id: str
    workflow_id: int
    team_id: int
    cause: Cause
    status: RunStatus
    scheduled_for: datetime
    due_at: datetime
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    attempt: int
    tries: int
    inputs: dict[str, Any] | None
    output: str | None
    error: str | None
    reason: str
    asked_by: str


class AttemptAnswer(Answer):
    number: int
    worker: str
    started_at: datetime
    finished_at: datetime
    outcome: str
    error: str | None


class WholeRunAnswer(RunAnswer):
    attempts: Sequence[AttemptAnswer] = ()


class RunPage(Answer):
    items: Sequence[RunAnswer]
    next_cursor: str | None


class BackfillAnswer(Answer):
    run_ids: Sequence[str]


class AcceptedAnswer(Answer):
    accepted: bool = True
    run_id: str


class RefusedAnswer(Answer):
    accepted: bool = False
    reason: str


class KeyAnswer(Answer):
    id: int
    service: Service
    name: str
    hint: str
    team_id: int | None
    created_at: datetime
    created_by: str
    revoked_at: datetime | None


class KeyList(Answer):
    items: Sequence[KeyAnswer]


class NewKeyAnswer(KeyAnswer):
    key: str = Field(default="", description="shown now and never again")


def answer(
    shape: Answer,
    status: HTTPStatus = HTTPStatus.OK,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The shape as JSON, made here and now: FastAPI would check and encode it in another thread."""
    return Response(
        shape.model_dump_json(),
        status,
        {**PLAIN_HEADERS, **(headers or {})},
        media_type="application/json",
    )


def answer_nothing(status: HTTPStatus, headers: Mapping[str, str] | None = None) -> Response:
    return Response(status_code=status, headers={**PLAIN_HEADERS, **(headers or {})})
