"""On each fire of EventBridge for a workflow: hand it in at Belfry's API.

What raises is retried by Lambda, and at last put in its dead-letter queue. A workflow that is gone
or an invalid moment is logged and not retried.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from belfry.entrypoints.awslambda.environment import read_variable
from belfry.entrypoints.awslambda.fires import Answer, Fire, NotHandedIn, hand_in, parse_fire
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
        details = {"workflow_id": number, "status": 0, "error": str(error), "handed_on": event}
        log.warning("fire.failed", extra=details)
        raise
    return _judge(fire, answer)


def _judge(fire: Fire, answer: Answer) -> dict[str, Any]:
    details = {
        "workflow_id": fire.workflow_id,
        "revision": fire.revision,
        "scheduled_time": fire.scheduled_time,
        "status": answer.status,
        "answer": answer.text,
    }
    if answer.status in TAKEN:
        log.info("fire.handed_in", extra=details)
    elif answer.status in SENSELESS:
        log.error("fire.refused", extra=details)
    else:
        if answer.status in SHUT_OUT:
            read_key.cache_clear()  # it may have been changed since this process began
        log.warning("fire.failed", extra=details)
        raise NotHandedIn(f"workflow {fire.workflow_id}: the app answered {answer.status}")
    return {"workflow_id": fire.workflow_id, "status": answer.status}


@cache
def read_key() -> str:
    """Once for each process; one that cannot be read is asked for again next time."""
    from belfry.bootstrap.aws_secrets import read_secret

    return read_secret(read_variable("BELFRY_API_KEY_SECRET_ARN"))
