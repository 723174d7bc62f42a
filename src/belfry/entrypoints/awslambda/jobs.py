"""The functions of the jobs room: the board, the messages about jobs, and their photos."""

from __future__ import annotations

import json
import logging
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote_plus

from belfry.entrypoints.awslambda.environment import Opened, open_room

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.bootstrap.aws_functions import Functions

log = logging.getLogger(__name__)


class Context(Protocol):
    invoked_function_arn: str


FUNCTIONS = Opened(partial(open_room, "jobs"))


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
    from belfry.bootstrap.aws_home import read_bus_row
    from belfry.jobs.jobs import WORDINGS_SUGGEST
    from belfry.jobs.updates.write_updates import find_subject

    row = read_bus_row(json.loads(body))
    if row.op == WORDINGS_SUGGEST:
        functions.worded_jobs.wordings.ask_after_changes()
        return
    functions.jobs.tell_news(row)
    if message_ids := functions.compose(find_subject(row)):
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
    """A picture put into the bucket; hourly, those that had to wait.

    Daily, the pictures that expired are removed, and old versions of the board.
    """
    from belfry.bootstrap.aws_home import name_photo_file

    functions = FUNCTIONS()
    gather = functions.jobs.gather_photos
    if event.get("act") == "expire":
        return {"expired": gather.expire(), "versions": functions.remove_old_versions()}
    if "Records" not in event:
        return {"added": len(gather().added)}
    added = 0
    for record in event["Records"]:
        name = name_photo_file(unquote_plus(record["s3"]["object"]["key"]))
        put_at = datetime.fromisoformat(record["eventTime"])
        added += len(gather.add_file(name, put_at=put_at).added)
    return {"added": added}
