"""How refusals stand in the OpenAPI: every one a problem as RFC 9457 has it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from belfry.entrypoints.web.problems import MEDIA_TYPE

# What any route may answer, whatever it does.
ALWAYS = (
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.INTERNAL_SERVER_ERROR,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
# What a route may answer because it takes a body.
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
    """For a route's `responses`: these refusals and those that any route may answer."""
    wanted = {*ALWAYS, *statuses, *(FOR_BODY if body else ())}
    return {int(status): _describe(status) for status in sorted(wanted)}


def with_headers(**headers: str) -> dict[str, Any]:
    """For a route's own answer: the headers that come with it, and what they say."""
    return {
        "headers": {
            name.replace("_", "-"): {**_TEXT, "description": said} for name, said in headers.items()
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
