"""The hard rules of a rota by name, and the limits that a team sets for them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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


class Rule(StrEnum):
    """First those about a rota, then those about a person and a shift, in the order of telling."""

    UNKNOWN_SHIFT = "unknown shift"
    UNKNOWN_PERSON = "unknown person"
    TWICE = "twice on it"
    HEADCOUNT = "headcount"
    HELD = "held"
    PIN = "pin"
    ROLE = "role"
    SKILLS = "skills"
    AVAILABILITY = "availability"
    TIME_OFF = "time off"
    PENDING = "pending time off"
    OVERLAP = "overlap"
    SHIFTS_A_DAY = "shifts a day"
    REST = "rest"
    CAP = "cap"
    DAYS_IN_ROW = "days in a row"


# Those that come from the other shifts somebody has, and may change with them.
FROM_OTHER_SHIFTS = frozenset(
    {Rule.OVERLAP, Rule.SHIFTS_A_DAY, Rule.REST, Rule.CAP, Rule.DAYS_IN_ROW}
)
