"""When something recurs: reading a schedule, and finding its times in any zone."""

from __future__ import annotations

from belfry.kernel.cron.expressions import Cron, CronExpression, Once, Rate
from belfry.kernel.cron.fires import is_fire, last_fire, list_fires, next_fire
from belfry.kernel.cron.grammar import CronError, is_valid_cron, normalize_cron, parse_cron
from belfry.kernel.cron.zones import find_zone

__all__ = [
    "CronExpression",
    "CronError",
    "Cron",
    "Once",
    "Rate",
    "find_zone",
    "is_fire",
    "is_valid_cron",
    "last_fire",
    "list_fires",
    "next_fire",
    "normalize_cron",
    "parse_cron",
]
