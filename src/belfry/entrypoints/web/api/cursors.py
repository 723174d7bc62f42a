"""Where a list goes on: a text the caller hands back as it came.

Every text of the right shape is some place in the list, so nothing in it has to be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, TypeVar

from fastapi import Query

from belfry.entrypoints.web.api.addresses import RUN_PATTERN
from belfry.scheduler.runs.runs import Run

T = TypeVar("T")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SAYS = "`next_cursor` of the page before"

WorkflowCursor = Annotated[str | None, Query(pattern="^w[0-7][0-9a-f]{7}$", description=_SAYS)]
RunCursor = Annotated[
    str | None, Query(pattern=f"^r[0-9a-f]{{13}}[.]{RUN_PATTERN}$", description=_SAYS)
]


def write_workflow_cursor(workflow_id: int) -> str:
    return f"w{workflow_id:08x}"


def read_workflow_cursor(cursor: str | None) -> int:
    return int(cursor[1:], 16) if cursor else 0


def write_run_cursor(run: Run) -> str:
    microseconds = (run.scheduled_for - _EPOCH) // timedelta(microseconds=1)
    return f"r{microseconds:013x}.{run.id}"


def read_run_cursor(cursor: str | None) -> tuple[datetime, str] | None:
    if cursor is None:
        return None
    microseconds, _, run_id = cursor[1:].partition(".")
    return _EPOCH + timedelta(microseconds=int(microseconds, 16)), run_id


def cut_page(
    found: Sequence[T], limit: int, write: Callable[[T], str]
) -> tuple[Sequence[T], str | None]:
    """The page, and its cursor if one more than `limit` was found."""
    page = found[:limit]
    return page, write(page[-1]) if len(found) > limit else None
