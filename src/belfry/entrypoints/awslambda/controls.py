"""The functions of the controls room: the daily tick, reminders, the monthly summary, evidence."""

from __future__ import annotations

import json
import logging
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote_plus

from belfry.entrypoints.awslambda.environment import Opened, open_room
from belfry.kernel.errors import BelfryError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belfry.bootstrap.aws_functions import Functions

log = logging.getLogger(__name__)

FUNCTIONS = Opened(partial(open_room, "controls"))


class Context(Protocol):
    invoked_function_arn: str


def tick(event: Mapping[str, Any], context: object) -> dict[str, Any]:
    """Every morning: decide what is due, and remove old versions of the list.

    For each answer: write it into the list.
    """
    from belfry.bootstrap.aws_home import find_bus_row

    functions = FUNCTIONS()
    controls = functions.controls
    if row := find_bus_row(event):
        controls.mirror_done([row])
        return {"is_mirrored": True}
    ticked = controls.tick()
    for place, problem in ticked.problems:
        log.warning("controls.problem", extra={"place": place, "problem": problem})
    mirrored = controls.mirror_done.put_right()
    return {
        "result": str(ticked),
        "mirrored": mirrored,
        "versions": functions.remove_old_versions(),
    }


def remind(event: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """For the events in the queue: queue their reminders. On schedule: send what is due.

    A person's reminders of one morning become one message while they wait for the schedule.
    """
    functions = FUNCTIONS()
    if "Records" in event:
        return {"batchItemFailures": _queue(functions, event["Records"])}
    released = functions.messaging.release()
    functions.schedule_releases(context.invoked_function_arn)
    return {state.value: count for state, count in released.states.items()}


def _queue(functions: Functions, records: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """The records that failed: SQS hands them over again, and sets them aside in the end."""
    from belfry.bootstrap.aws_home import read_bus_row

    failures: dict[str, object] = {}
    rows = {}
    for record in records:
        try:
            rows[record["messageId"]] = read_bus_row(json.loads(record["body"]))
        except (BelfryError, ValueError) as error:
            failures[record["messageId"]] = error
    errors = functions.queue_reminders(list(rows.values()))
    failures |= {name: errors[row.id] for name, row in rows.items() if row.id in errors}
    for name, why in failures.items():
        log.error("event.failed", extra={"message_id": name, "error": str(why)})
    return [{"itemIdentifier": name} for name in failures]


def summarise(event: object, context: object) -> dict[str, str]:
    """On the first of the month: queue the summary of the last one for the admin."""
    return {"result": FUNCTIONS().worded_controls.queue_summary()}


def describe(event: Mapping[str, Any], context: object) -> dict[str, int]:
    """A file was put into the bucket for evidence: have a model say what can be seen in it."""
    from belfry.bootstrap.aws_home import name_evidence_file

    describe_file = FUNCTIONS().worded_controls.describe_evidence.describe_file
    described = 0
    for record in event["Records"]:
        name = name_evidence_file(unquote_plus(record["s3"]["object"]["key"]))
        described += describe_file(name, put_at=datetime.fromisoformat(record["eventTime"]))
    return {"described": described}
