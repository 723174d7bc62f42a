"""Which moment a text means: ISO 8601 with its zone, and nothing a reader would have to guess."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema

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
