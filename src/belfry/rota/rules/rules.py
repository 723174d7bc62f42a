"""What the team's own rules say about how much, how close together and how evenly people work."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.hours.quiet import DEFAULT_QUIET, QuietHours

HOUR = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Lengths are minutes. `days_in_row` of None sets no limit."""

    max_hours: int = 40 * HOUR
    rest: int = 11 * HOUR
    margin: int = 2 * HOUR
    shifts_a_day: int = 1
    days_in_row: int | None = None
    quiet: QuietHours = DEFAULT_QUIET
    ask_first: bool = False
    test_mode: bool = False
