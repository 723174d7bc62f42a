"""How far a visitor may move the demo clock at once, and to which moment that is."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

MORNING = time(9)


class Step(StrEnum):
    HOUR = "hour"
    MORNING = "morning"
    WEEK = "week"


LABELS = {Step.HOUR: "+1 hour", Step.MORNING: "Next morning", Step.WEEK: "+1 week"}


def parse_step(text: str) -> Step:
    try:
        return Step(text)
    except ValueError:
        expected = ", ".join(Step)
        raise InputError(f"the clock moves by one of: {expected}", field="step") from None


def find_target(step: Step, now: datetime, zone: ZoneInfo) -> datetime:
    """Where the clock stands after that step; mornings and weeks are those of the wall clock."""
    local = now.astimezone(zone)
    match step:
        case Step.HOUR:
            return now + timedelta(hours=1)
        case Step.MORNING:
            day = local.date() + timedelta(days=local.time() >= MORNING)
            return datetime.combine(day, MORNING, zone).astimezone(UTC)
        case Step.WEEK:
            day = local.date() + timedelta(days=7)
            return datetime.combine(day, local.time(), zone).astimezone(UTC)
