"""When EventBridge rings for a workflow: hand the fire in at Belfry's door.

What raises is tried again by Lambda, and at last put aside in its queue. A workflow that is gone,
or a moment that makes no sense to it, will not come right by itself: that is logged and done with.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from belfry.entrypoints.awslambda.environment import read_variable
from belfry.entrypoints.awslambda.fires import Fire, parse_fire
from belfry.entrypoints.awslambda.handing_in import Answer, NotHandedIn, hand_in
from belfry.kernel.errors import BelfryError

log = logging.getLogger(__name__)

TAKEN = (200, 202)
SENSELESS = (404, 422)
SHUT_OUT = (401, 403)


def handler(event: object, context: object) -> dict[str, Any]:
    try:
        fire = parse_fire(event)
        answer = hand_in(read_variable("BELFRY_APP_BASE_URL"), read_key(), fire)
    except BelfryError as error:
        number = event.get("workflow_id") if isinstance(event, dict) else None
        said = {"workflow_id": number, "status": 0, "error": str(error), "handed_on": event}
        log.warning("fire.failed", extra=said)
        raise
    return _judge(fire, answer)


def _judge(fire: Fire, answer: Answer) -> dict[str, Any]:
    said = {
        "workflow_id": fire.workflow_id,
        "revision": fire.revision,
        "scheduled_time": fire.scheduled_time,
        "status": answer.status,
        "answer": answer.text,
    }
    if answer.status in TAKEN:
        log.info("fire.handed_in", extra=said)
    elif answer.status in SENSELESS:
        log.error("fire.refused", extra=said)
    else:
        if answer.status in SHUT_OUT:
            read_key.cache_clear()  # it may have been changed since this process began
        log.warning("fire.failed", extra=said)
        raise NotHandedIn(f"workflow {fire.workflow_id}: the app answered {answer.status}")
    return {"workflow_id": fire.workflow_id, "status": answer.status}


@cache
def read_key() -> str:
    """Once for each process; one that cannot be read is asked for again next time."""
    from belfry.bootstrap.kept_secrets import read_secret

    return read_secret(read_variable("BELFRY_API_KEY_SECRET_ARN"))
