"""Whether EventBridge would take a schedule as it stands, asked before it is sent there.

Not every refusal of EventBridge comes at once or says what is wrong, and emulators take nearly
anything.
https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge.expressions import check_expression
from belfry.kernel.eventbridge.grammar import quote

if TYPE_CHECKING:
    from belfry.kernel.eventbridge.plans import Schedule

OLDEST_START = timedelta(minutes=5)
LONGEST_ZONE = 50

_NAME = re.compile(r"[0-9a-zA-Z\-_.]{1,64}")
_MINUTE = timedelta(minutes=1)


def find_fault(name: str, schedule: Schedule, *, now: datetime) -> str | None:
    """What is wrong with a schedule, in one sentence; None if EventBridge takes it."""
    if fault := find_name_fault(name):
        return fault
    if fault := check_expression(schedule.expression) or _find_zone_fault(schedule.timezone):
        return f"{name}: {fault}"
    if schedule.start and schedule.start < now - OLDEST_START:
        return f"{name}: a start of {schedule.start.isoformat()} has long passed"
    return None


def find_name_fault(name: str) -> str | None:
    if _NAME.fullmatch(name):
        return None
    return f"name: found {quote(name)}; allowed: 1-64 letters, digits, '-', '_' and '.'"


def find_minute(at: datetime, *, now: datetime) -> datetime:
    """The minute in which a single schedule rings: that of `at`, or the next if it has begun.

    Raises InputError for a moment that has passed.
    """
    if at.utcoffset() is None:
        raise InputError(f"at: {at.isoformat()} names no zone", field="at")
    if at <= now:
        raise InputError(f"at: {at.isoformat()} has passed", field="at")
    minute = at.astimezone(UTC).replace(second=0, microsecond=0)
    return minute if minute > now else minute + _MINUTE


def write_at(minute: datetime) -> str:
    """The expression for one moment, to be read in UTC."""
    return f"at({minute:%Y-%m-%dT%H:%M:%S})"


def _find_zone_fault(name: str) -> str | None:
    if len(name) > LONGEST_ZONE:
        return f"timezone: found {len(name)} characters; allowed: 1-{LONGEST_ZONE}"
    try:
        find_zone(name)
    except InputError as error:
        return str(error)
    return None
