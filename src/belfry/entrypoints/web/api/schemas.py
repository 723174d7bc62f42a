"""The API's schemas: request bodies, answers, and problems in the OpenAPI."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Annotated, Any

from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from belfry.accounts.keys import Scope, Service
from belfry.entrypoints.web.problems import MEDIA_TYPE, PLAIN_HEADERS
from belfry.jobs.board.moves import LONGEST_CELL
from belfry.kernel.errors import InputError
from belfry.kernel.hours.moments import parse_moment
from belfry.scheduler.change_workflows import COUNTS, SPANS
from belfry.scheduler.runs import Cause, RunStatus
from belfry.scheduler.workflows import CatchUp, Overlap, Workflow, split_names

_SECONDS = "_seconds"
_DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(Workflow)}


def _span(name: str, does: str) -> Any:
    low, high = SPANS[name]
    return Field(default=_whole(_DEFAULTS[name]), ge=_whole(low), le=_whole(high), description=does)


def _count(name: str, does: str) -> Any:
    low, high = COUNTS[name]
    return Field(default=_DEFAULTS[name], ge=low, le=high, description=does)


def _whole(span: timedelta) -> int:
    return round(span.total_seconds())


def _describe_edit(schema: dict[str, Any]) -> None:
    """Fields that an edit leaves out keep their value, so they have no default."""
    for field in schema["properties"].values():
        field.pop("default", None)
    schema["examples"] = [{"cron_schedule": "30 8 * * 1-5"}]


Name = Annotated[str, Field(min_length=1, max_length=100)]
Word = Annotated[str, Field(min_length=1, max_length=100)]
# Strict mode takes enum members only, and JSON has only strings.
Overlaps = Annotated[Overlap, Field(strict=False)]
CatchUps = Annotated[CatchUp, Field(strict=False)]
Services = Annotated[Service, Field(strict=False)]
Scopes = Annotated[Scope, Field(strict=False)]


Cell = Annotated[str | None, Field(max_length=LONGEST_CELL)]


class Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class WorkflowFields(Body):
    inputs: dict[str, Any] = Field(default={}, description="what the kind is told")
    cron_schedule: str | None = Field(
        default=None,
        max_length=300,
        description="cron, @daily, rate(…) or at(…); null for none",
        examples=["0 9 * * 1-5"],
    )
    timezone: str = Field(default=_DEFAULTS["timezone"], max_length=64, examples=["Europe/London"])
    is_api: bool = Field(default=_DEFAULTS["is_api"], description="whether :run may start it")
    overlap: Overlaps = _DEFAULTS["overlap"]
    catch_up: CatchUps = _DEFAULTS["catch_up"]
    late_after_seconds: int = _span("late_after", "how late a fire may be caught up at all")
    grace_seconds: int = _span("grace", "how late a fire may run and count as on time")
    attempts: int = _count("attempts", "how often a run may start")
    back_off_seconds: int = _span("back_off", "the pause before the second attempt")
    time_limit_seconds: int = _span("time_limit", "how long one attempt may take")
    retry_interrupted: bool = Field(
        default=_DEFAULTS["retry_interrupted"], description="whether a killed run starts again"
    )
    jitter_seconds: int = _span("jitter", "the longest delay that spreads load")
    tell_after: int = _count("tell_after", "how many failures in a row people are told of")
    notify: list[Word] = Field(
        default=[], max_length=20, description="who hears of its notices; the owner if empty"
    )
    notify_urgent: bool = Field(
        default=_DEFAULTS["notify_urgent"], description="whether they hear at any hour"
    )
    queue: Word = Field(default=_DEFAULTS["queue"], description="whose limit its runs share")

    def to_edit(self) -> dict[str, Any]:
        """Only the fields that were sent, as the use cases take them."""
        sent = [name for name in type(self).model_fields if name in self.model_fields_set]
        return dict(_to_edit(name, getattr(self, name)) for name in sent)


class NewWorkflow(WorkflowFields):
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "Wake the shop",
                    "kind": "log",
                    "inputs": {"message": "good morning"},
                    "cron_schedule": "0 9 * * 1-5",
                    "timezone": "Europe/London",
                }
            ]
        }
    )
    name: Name
    kind: Word = Field(description="log, http, or one that a package brings")


class WorkflowEdit(WorkflowFields):
    model_config = ConfigDict(json_schema_extra=_describe_edit)
    name: Name = ""
    kind: Word = ""


class Pause(Body):
    note: str = Field(default="", max_length=500, examples=["until the printer is back"])


class RunRequest(Body):
    inputs: dict[str, Any] | None = Field(
        default=None, description="for this run alone, in place of the workflow's own"
    )


class Stretch(Body):
    start: Moment
    end: Moment


class Fire(Body):
    """A schedule hands on all it carries."""

    scheduled_time: Moment = Field(description="the moment the schedule says, not the present one")
    workflow_id: int | None = Field(default=None, description="the one in the address")
    revision: int | None = Field(default=None, description="as the schedule has it; not used")


class NewKey(Body):
    service: Services
    scope: Scopes | None = Field(
        default=None, description="`edit` for `api` unless said; always `invoke` for `scheduler`"
    )
    name: Name = Field(examples=["the runner"])


class JobCells(Body):
    """The row of a job; a cell that is left out stays as it is."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "stage": "ready",
                    "customer": "Maya Lind",
                    "contact": "+447700900123",
                    "channel": "text",
                    "item": "iPhone, blue",
                }
            ]
        }
    )
    stage: str = Field(min_length=1, max_length=LONGEST_CELL, description="one of the shop's")
    customer: Cell = None
    contact: Cell = Field(default=None, description="an e-mail address or a phone number")
    channel: Cell = Field(default=None, description="`text` or `email`; guessed from the contact")
    item: Cell = None
    photo: Cell = Field(default=None, description="a file in the shop's photo folder")
    timezone: Cell = Field(default=None, description="the customer's, if it is not the shop's")
    consent: Cell = Field(default=None, description="`yes` or `no`; `no` stops all updates")

    def list_cells(self) -> dict[str, str]:
        """Those that were sent; null empties a cell."""
        return {name: getattr(self, name) or "" for name in self.model_fields_set}


def _to_edit(name: str, value: Any) -> tuple[str, Any]:
    if name.endswith(_SECONDS):
        return name.removesuffix(_SECONDS), timedelta(seconds=value)
    return name, value


def _read_moment(value: Any) -> datetime:
    try:
        return parse_moment(value if isinstance(value, str) else "")
    except InputError as error:
        raise ValueError(str(error)) from error


Moment = Annotated[
    datetime,
    BeforeValidator(_read_moment),
    WithJsonSchema({"type": "string", "format": "date-time", "examples": ["2026-11-16T09:00:00Z"]}),
]


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
    notify: Annotated[list[str], BeforeValidator(split_names)]
    notify_urgent: bool
    queue: str
    schedule_since: datetime
    created_at: datetime
    warning: str = Field(default="", description="what stands still while a built-in is paused")


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
    lane: str
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


class JobAnswer(Answer):
    """A job as recorded: what the board says counts once it has stood for the settle time."""

    number: str
    id: str = Field(description="the number, with `~2` and so on if it was used before")
    customer: str
    contact: str
    channel: str
    item: str
    stage: str
    entered_at: datetime
    pending: str = Field(description="the stage that the board says and that has not settled yet")
    pending_since: datetime | None
    eta: str
    eta_by: datetime | None
    doubt: str = Field(description="why its customer hears nothing now")
    is_open: bool
    closed_at: datetime | None = Field(description="since when it is off the board")


class AcceptedAnswer(Answer):
    accepted: bool = True
    run_id: str


class RefusedAnswer(Answer):
    accepted: bool = False
    reason: str


class KeyAnswer(Answer):
    id: int
    service: Service
    scope: Scope
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
    """The schema as JSON, encoded here: FastAPI would do it in another thread."""
    return Response(
        shape.model_dump_json(),
        status,
        {**PLAIN_HEADERS, **(headers or {})},
        media_type="application/json",
    )


def answer_nothing(status: HTTPStatus, headers: Mapping[str, str] | None = None) -> Response:
    return Response(status_code=status, headers={**PLAIN_HEADERS, **(headers or {})})


# Any route may answer these.
ALWAYS = (
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.INTERNAL_SERVER_ERROR,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
# A route with a body may answer these.
FOR_BODY = (
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
_TEXT = {"schema": {"type": "string"}}
_HEADERS = {
    HTTPStatus.UNAUTHORIZED: {"WWW-Authenticate": _TEXT},
    HTTPStatus.SERVICE_UNAVAILABLE: {"Retry-After": {"schema": {"type": "integer"}}},
}


class FieldProblem(BaseModel):
    field: str = Field(examples=["cron_schedule"])
    message: str


class Problem(BaseModel):
    """Why something was refused (RFC 9457)."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "about:blank",
                    "title": "Not Found",
                    "status": 404,
                    "detail": "there is no workflow 7",
                }
            ]
        }
    )
    type: str
    title: str
    status: int
    detail: str
    errors: list[FieldProblem] = Field(
        default_factory=list, description="with 422: what is wrong, place by place"
    )
    id: str = Field(default="", description="with 500: where the log has the details")


def refusals(*statuses: HTTPStatus, body: bool = False) -> dict[int | str, dict[str, Any]]:
    """For a route's `responses`: these statuses, and those of any route."""
    wanted = {*ALWAYS, *statuses, *(FOR_BODY if body else ())}
    return {int(status): _describe(status) for status in sorted(wanted)}


def with_headers(**headers: str) -> dict[str, Any]:
    """For a route's own answer: its headers with their descriptions."""
    return {
        "headers": {
            name.replace("_", "-"): {**_TEXT, "description": text} for name, text in headers.items()
        }
    }


def _describe(status: HTTPStatus) -> dict[str, Any]:
    described: dict[str, Any] = {
        "description": status.phrase,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    if status in _HEADERS:
        described["headers"] = _HEADERS[status]
    return described
