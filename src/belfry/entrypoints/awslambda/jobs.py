"""The functions of the jobs room: the board, the messages about jobs, and their photos."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote_plus

from belfry.entrypoints.awslambda.environment import Opened, list_variables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.bootstrap.aws_functions import Functions

log = logging.getLogger(__name__)


class Context(Protocol):
    invoked_function_arn: str


def _open() -> Functions:
    from belfry.bootstrap.aws_functions import open_functions

    return open_functions(list_variables())


FUNCTIONS = Opened(_open)


def poll(event: object, context: object) -> dict[str, Any]:
    """Every three minutes: read the board, if it or the settings have changed."""
    polled = FUNCTIONS().jobs.poll_board.poll_if_changed()
    if polled is None:
        return {"is_idle": True}
    for place, problem in polled.problems:
        log.warning("board.problem", extra={"place": place, "problem": problem})
    return {"is_idle": False, "jobs": polled.jobs, "moves": len(polled.moves)}


def compose(event: Mapping[str, Any], context: object) -> dict[str, Any]:
    """For each event in the queue: queue its message, word it and hand it to the sender.

    What fails is tried again by itself, and lies in the dead-letter queue after five tries.
    """
    functions, failures = FUNCTIONS(), []
    for record in event["Records"]:
        try:
            _compose(functions, record["body"])
        except Exception:
            # Whatever is wrong with this event must not hold up the others.
            log.exception("event.failed", extra={"message_id": record["messageId"]})
            failures.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failures}


def _compose(functions: Functions, body: str) -> None:
    about = functions.take_event(json.loads(body))
    if about and (message_ids := functions.messaging.compose(about)):
        functions.hand_on(message_ids)


def send(event: object, context: Context) -> dict[str, int]:
    """The messages that the composer hands on, or whatever is due; then schedule what is held."""
    functions = FUNCTIONS()
    release = functions.messaging.release
    ids = event.get("messages") if isinstance(event, dict) else None
    released = release.release(ids) if ids else release()
    functions.schedule_releases(context.invoked_function_arn)
    return {state.value: count for state, count in released.states.items()}


def sweep(event: object, context: object) -> dict[str, Any]:
    """Every morning: chase the jobs that stand still."""
    functions = FUNCTIONS()
    swept = functions.jobs.sweep()
    functions.jobs.wordings.ask_elsewhere()
    return {"stuck": len(swept.stuck), "chased": len(swept.chased), "why_not": swept.why_not}


def photo(event: Mapping[str, Any], context: object) -> dict[str, int]:
    """A picture put into the bucket; on schedule, every picture that had to wait."""
    gather = FUNCTIONS().jobs.gather_photos
    if "Records" not in event:
        gathered, expired = gather(), gather.expire()
        return {"added": len(gathered.added), "expired": expired}
    keys = [unquote_plus(record["s3"]["object"]["key"]) for record in event["Records"]]
    added = [photo for key in keys for photo in gather.add_file(FUNCTIONS().name_file(key)).added]
    return {"added": len(added)}
