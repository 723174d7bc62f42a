"""What Slack sends when a person presses a button or sends a form, in any home.

The web app and the functions of AWS hand over the headers and the body as they came.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from belfry.kernel.errors import BelfryError, ConfigError, InputError
from belfry.messaging.take_answers import Recorded, Repeated

if TYPE_CHECKING:
    from belfry.bootstrap.slack import SlackAnswers

log = logging.getLogger(__name__)

# Many times the largest payload with a form in it.
MOST_BYTES = 256 * 1024
JSON = "application/json"


class Reply(NamedTuple):
    """The answer to Slack; if `is_recorded`, the outbox has something to deliver."""

    status: int
    body: str = ""
    is_recorded: bool = False


def handle(slack: SlackAnswers | None, headers: Mapping[str, str], body: bytes) -> Reply:
    """Within Slack's three seconds: what is to be done about it happens behind the outbox."""
    if slack is None:
        return _refuse(HTTPStatus.NOT_FOUND, "Slack is not set up here")
    if len(body) > MOST_BYTES:
        return _refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "no payload of Slack's is that large")
    try:
        if not slack.is_genuine(headers, body):
            return _refuse(HTTPStatus.FORBIDDEN, "this was not signed by Slack in the last minutes")
        chosen = slack.parse(headers, body)
        if chosen is None:
            return Reply(HTTPStatus.OK)
        received = slack.receive(chosen)
    except InputError as error:
        return _refuse(HTTPStatus.BAD_REQUEST, str(error))
    except ConfigError as error:
        return _refuse(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
    except BelfryError as error:
        return _refuse(HTTPStatus.SERVICE_UNAVAILABLE, str(error))
    if isinstance(received, Repeated):
        return _refuse(HTTPStatus.CONFLICT, "this was taken before")
    shown = slack.render(received)
    text = json.dumps(shown) if shown else ""
    return Reply(HTTPStatus.OK, text, is_recorded=isinstance(received, Recorded))


def _refuse(status: HTTPStatus, why: str) -> Reply:
    log.warning("slack.refused", extra={"status": int(status), "why": why})
    shown = "" if status is HTTPStatus.INTERNAL_SERVER_ERROR else why
    return Reply(status, json.dumps({"error": shown or "not set up"}))
