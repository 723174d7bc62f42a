"""When something recurs: reading a schedule, and finding its times in any zone."""

from __future__ import annotations

from belfry.kernel.cadence.cadences import Cadence, Cron, Once, Rate
from belfry.kernel.cadence.fires import is_fire, last_fire, list_fires, next_fire
from belfry.kernel.cadence.grammar import is_valid_cron, normalize_cron, parse_cadence
from belfry.kernel.cadence.wording import CadenceError
from belfry.kernel.cadence.zones import find_zone

__all__ = [
    "Cadence",
    "CadenceError",
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
    "parse_cadence",
]
