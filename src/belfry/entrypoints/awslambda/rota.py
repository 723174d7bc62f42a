"""The functions of the rota: its sheets, drafts, messages and reports."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from belfry.entrypoints.awslambda.environment import Opened, open_room

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.messaging.release_messages import Released

FUNCTIONS = Opened(partial(open_room, "rota"))


class Context(Protocol):
    invoked_function_arn: str


def sync(event: object, context: object) -> dict[str, str]:
    """Every fifteen minutes: read sheets and documents that changed, and follow requests."""
    return {"result": FUNCTIONS().rota.sync()}


def copy_template(event: object, context: object) -> dict[str, str]:
    """On Thursday morning: copy the standing pattern into next week's sheet."""
    return {"result": str(FUNCTIONS().rota.drafts.copy_template())}


def draft(event: object, context: object) -> dict[str, str]:
    """On Thursday afternoon: draft next week."""
    return {"result": FUNCTIONS().rota.drafts.draft_next_week()}


def publish(event: Mapping[str, Any], context: Context) -> dict[str, int]:
    """For each event of the rota: queue its messages and send them; on schedule, what is due."""
    from belfry.bootstrap.aws_home import find_bus_row

    functions = FUNCTIONS()
    if row := find_bus_row(event):
        functions.rota.listeners[row.aggregate_type](row)
        released = functions.release_queued()
    else:
        released = functions.messaging.release()
    functions.schedule_releases(context.invoked_function_arn)
    return count_states(released)


def count_states(released: Released) -> dict[str, int]:
    return {state.value: count for state, count in released.states.items()}


def digest(event: object, context: object) -> dict[str, Any]:
    """On Sunday evening: remind everybody of the coming week, and archive the weeks that ended."""
    functions = FUNCTIONS()
    result = functions.rota.reports.send_digest()
    released = functions.release_queued()
    return {"result": result, "messages": count_states(released)}


def summary(event: object, context: object) -> dict[str, Any]:
    """On Friday evening: tell the managers how evenly the hours are shared."""
    functions = FUNCTIONS()
    result = functions.worded_rota.reports.summarise()
    released = functions.release_queued()
    return {"result": result, "messages": count_states(released)}
