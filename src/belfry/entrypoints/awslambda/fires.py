"""The fires that EventBridge hands on: reading them, and handing them in at Belfry's API.

A fire without its moment is refused, and not taken for one of now: two tries would be two runs.
Redirects are not followed: the key goes to the configured address only.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from belfry.kernel.errors import BelfryError, ConfigError, InputError

_SHOWN = 60
ANSWER_WITHIN_SECONDS = 10
LONGEST_ANSWER = 2000
_LINES = {"http": HTTPConnection, "https": HTTPSConnection}


@dataclass(frozen=True, slots=True)
class Fire:
    """`scheduled_time` as EventBridge writes it; `revision` is the workflow's when published."""

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


def _read_moment(value: object) -> str:
    try:
        if isinstance(value, str) and datetime.fromisoformat(value).tzinfo:
            return value
    except ValueError:
        pass
    expected = "expected a time with its zone, which EventBridge puts in place of its placeholder"
    raise InputError(f"scheduled_time: found {_quote(value)}; {expected}", field="scheduled_time")


def _quote(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


class NotHandedIn(BelfryError):
    """The fire did not get in, and another try may help."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    text: str


def hand_in(
    base_url: str, key: str, fire: Fire, *, within: float = ANSWER_WITHIN_SECONDS
) -> Answer:
    """What the app at `base_url` answered; NotHandedIn if it did not, or not in time."""
    address = urlsplit(base_url)
    if address.scheme not in _LINES or not address.netloc:
        raise ConfigError(f"{base_url!r} is no address; expected https://belfry.example.com")
    path = f"{address.path.rstrip('/')}/api/v1/cron/workflows/{fire.workflow_id}:invoke"
    body = json.dumps({"scheduled_time": fire.scheduled_time})
    headers = {"Content-Type": "application/json", "X-API-Key": key}
    line = _LINES[address.scheme](address.netloc, timeout=within)
    try:
        line.request("POST", path, body, headers)
        answer = line.getresponse()
        return Answer(answer.status, answer.read(LONGEST_ANSWER).decode(errors="replace"))
    except (OSError, HTTPException) as error:
        why = str(error) or type(error).__name__
        raise NotHandedIn(f"{address.netloc} does not answer: {why}") from error
    finally:
        line.close()
