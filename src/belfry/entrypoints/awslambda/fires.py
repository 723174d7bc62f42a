"""Which fire EventBridge hands on: the workflow, and the moment that it was scheduled for.

A fire without its moment is refused and never taken for one of now: two tries of it would be two
runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from belfry.kernel.errors import InputError

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Fire:
    """`scheduled_time` as EventBridge writes it; `revision` is the workflow's when it was told."""

    workflow_id: int
    scheduled_time: str
    revision: int | None = None


def parse_fire(event: object) -> Fire:
    """The fire that an event hands on; raises InputError."""
    if not isinstance(event, dict):
        raise InputError(f"found {_quote(event)}; expected an object with workflow_id")
    number, revision = event.get("workflow_id"), event.get("revision")
    if type(number) is not int or number < 1:
        expected = "expected a whole number from 1 up"
        raise InputError(f"workflow_id: found {_quote(number)}; {expected}", field="workflow_id")
    moment = _read_moment(event.get("scheduled_time"))
    return Fire(number, moment, revision if type(revision) is int else None)


def _read_moment(said: object) -> str:
    try:
        if isinstance(said, str) and datetime.fromisoformat(said).tzinfo:
            return said
    except ValueError:
        pass
    expected = "expected a time with its zone, which EventBridge puts in place of its placeholder"
    raise InputError(f"scheduled_time: found {_quote(said)}; {expected}", field="scheduled_time")


def _quote(found: object) -> str:
    text = repr(found)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
