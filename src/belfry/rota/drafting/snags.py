"""Which rule keeps somebody from a shift they were wished for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Snag(StrEnum):
    UNKNOWN = "unknown person"
    FULL = "more names than seats"
    ROLE = "role"
    SKILLS = "skills"
    AVAILABILITY = "availability"
    TIME_OFF = "time off"
    OVERLAP = "overlap"
    SHIFTS_A_DAY = "shifts a day"
    REST = "rest"
    CAP = "cap"
    DAYS_IN_ROW = "days in a row"


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Somebody whom the sheet names and the rules refuse."""

    shift_id: str
    name: str
    snag: Snag
    is_pinned: bool
