"""What a caller may send."""

from __future__ import annotations

import re
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from belfry.accounts.keys.keys import Service
from belfry.scheduler.edits import COUNTS, SPANS
from belfry.scheduler.workflows import CatchUp, Overlap, Workflow

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
    """What an edit leaves out stays as it is: a default would be untrue."""
    for said in schema["properties"].values():
        said.pop("default", None)
    schema["examples"] = [{"cron_schedule": "30 8 * * 1-5"}]


Name = Annotated[str, Field(min_length=1, max_length=100)]
Word = Annotated[str, Field(min_length=1, max_length=100)]
# In Python an enum's words are told from its members; in JSON there are only words.
Overlaps = Annotated[Overlap, Field(strict=False)]
CatchUps = Annotated[CatchUp, Field(strict=False)]
Services = Annotated[Service, Field(strict=False)]


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
    grace_seconds: int = _span("grace", "how late a fire may ring and count as on time")
    attempts: int = _count("attempts", "how often a run may start")
    back_off_seconds: int = _span("back_off", "the pause before the second attempt")
    time_limit_seconds: int = _span("time_limit", "how long one attempt may take")
    retry_interrupted: bool = Field(
        default=_DEFAULTS["retry_interrupted"], description="whether a killed run starts again"
    )
    jitter_seconds: int = _span("jitter", "the longest delay that spreads load")
    tell_after: int = _count("tell_after", "how many failures in a row people are told of")

    def to_edit(self) -> dict[str, Any]:
        """What was sent, and only that, as the use cases take it."""
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
    """A schedule hands on all it carries; the workflow is the one in the address."""

    scheduled_time: Moment = Field(description="the moment the schedule says, not the present one")
    workflow_id: int | None = Field(default=None, description="as the schedule has it; not used")
    revision: int | None = Field(default=None, description="as the schedule has it; not used")


class NewKey(Body):
    service: Services
    name: Name = Field(examples=["the runner"])


def _to_edit(name: str, value: Any) -> tuple[str, Any]:
    if name.endswith(_SECONDS):
        return name.removesuffix(_SECONDS), timedelta(seconds=value)
    return name, value


_SHAPE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?"
    r"(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?"
)
_FIRST = datetime(1970, 1, 1, tzinfo=UTC)
_LAST = datetime(2100, 1, 1, tzinfo=UTC)


def parse_moment(value: Any) -> datetime:
    """The moment in UTC; a refusal says what was expected."""
    found = _SHAPE.fullmatch(value.upper()) if isinstance(value, str) else None
    if found is None:
        raise ValueError("expected a time in ISO 8601 such as 2026-11-16T09:00:00Z")
    if not found["zone"]:
        raise ValueError("expected a time with its zone, such as 2026-11-16T09:00:00Z")
    try:
        moment = datetime.fromisoformat(found[0])
    except ValueError as error:
        raise ValueError("expected a time that is in the calendar") from error
    if not _FIRST <= moment < _LAST:
        raise ValueError("expected a time from 1970 to 2099")
    return moment.astimezone(UTC)


Moment = Annotated[
    datetime,
    BeforeValidator(parse_moment),
    WithJsonSchema({"type": "string", "format": "date-time", "examples": ["2026-11-16T09:00:00Z"]}),
]
