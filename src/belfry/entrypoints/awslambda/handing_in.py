"""How a fire is handed in at Belfry's door, and what the door answers.

Redirects are not followed: the key goes to the address that was named, and to no other.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from belfry.kernel.errors import BelfryError, ConfigError

if TYPE_CHECKING:
    from belfry.entrypoints.awslambda.fires import Fire

ANSWER_WITHIN_SECONDS = 10
LONGEST_ANSWER = 2000

_LINES = {"http": HTTPConnection, "https": HTTPSConnection}


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
