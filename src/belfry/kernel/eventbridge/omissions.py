"""Which of our fires EventBridge may pass over, because the clocks change just then.

It skips a reading of the wall clock that never comes, and takes one that comes twice for one; our
own rule fires after the gap, and at both comings where the hour is left open.
https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from belfry.kernel.cron.changes import find_repeat
from belfry.kernel.cron.expressions import Cron, Rate
from belfry.kernel.cron.walls import last_wall

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from belfry.kernel.cron.expressions import CronExpression


def may_pass_over(expression: CronExpression, zone: ZoneInfo, fire: datetime) -> bool:
    """Whether the wall clock shows something else at this fire than the schedule asks for, or
    shows it twice that night. A rate knows no clocks."""
    if isinstance(expression, Rate):
        return False
    local = fire.astimezone(zone)
    if find_repeat(local, zone):
        return True
    reading = local.replace(tzinfo=UTC, fold=0)
    asked = last_wall(expression, reading) if isinstance(expression, Cron) else expression.wall
    return asked != reading
