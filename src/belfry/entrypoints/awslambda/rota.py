"""The functions of the rota: its sheets, drafts, messages and reports."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote_plus

from belfry.entrypoints.awslambda.environment import Opened, open_room
from belfry.kernel.errors import Temporary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.messaging.release_messages import Released

FUNCTIONS = Opened(partial(open_room, "rota"))


class Context(Protocol):
    invoked_function_arn: str


def sync(event: object, context: object) -> dict[str, str]:
    """Every fifteen minutes: read sheets and documents that changed, and follow requests."""
    functions = FUNCTIONS()
    copied = str(functions.sync_drive()) if functions.sync_drive else ""
    return {"result": functions.rota.sync(), "copied": copied}


def copy_template(event: object, context: object) -> dict[str, str]:
    """On Thursday morning: copy the standing pattern into next week's sheet."""
    return {"result": str(FUNCTIONS().rota.drafts.copy_template())}


def take_note(event: Mapping[str, Any], context: object) -> dict[str, int]:
    """A mail that SES has stored: file it as a request for time off, if it is one."""
    from belfry.bootstrap.aws_home import read_stored_mails

    functions = FUNCTIONS()
    keys = [unquote_plus(record["s3"]["object"]["key"]) for record in event["Records"]]
    taken = functions.take_mail(read_stored_mails(functions.settings, keys))
    if left := [news.record.why for news in taken if not news.is_settled]:
        raise Temporary(f"{len(left)} mails are to be taken in again: {left[0]}")
    return dict(Counter(news.record.route.value for news in taken))


def draft(event: object, context: object) -> dict[str, str]:
    """On Thursday afternoon: draft next week."""
    return {"result": FUNCTIONS().rota.drafts.draft_next_week()}


def publish(event: Mapping[str, Any], context: Context) -> dict[str, int]:
    """For each event of the rota: queue its messages and send them; on schedule, what is due."""
    from belfry.bootstrap.aws_home import find_bus_row

    functions = FUNCTIONS()
    if row := find_bus_row(event):
        functions.hear(row)
        released = functions.release_queued()
    else:
        released = functions.messaging.release()
    functions.schedule_releases(context.invoked_function_arn)
    return count_states(released)


def count_states(released: Released) -> dict[str, int]:
    return {state.value: count for state, count in released.states.items()}


def digest(event: object, context: object) -> dict[str, Any]:
    """On Sunday evening: remind everybody of the coming week, and archive the weeks that ended.

    Old versions of the sheets are removed.
    """
    functions = FUNCTIONS()
    result = functions.rota.reports.send_digest()
    released = functions.release_queued()
    removed = functions.remove_old_versions()
    return {"result": result, "messages": count_states(released), "versions": removed}


def summary(event: object, context: object) -> dict[str, Any]:
    """On Friday evening: tell the managers how evenly the hours are shared."""
    functions = FUNCTIONS()
    result = functions.worded_rota.reports.summarise()
    released = functions.release_queued()
    return {"result": result, "messages": count_states(released)}
