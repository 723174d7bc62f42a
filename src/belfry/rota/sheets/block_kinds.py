"""Which rules can keep somebody from a shift."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BlockKind(StrEnum):
    """In the order in which they are told: first what the person is, then what they have."""

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
    {
        BlockKind.OVERLAP,
        BlockKind.SHIFTS_A_DAY,
        BlockKind.REST,
        BlockKind.CAP,
        BlockKind.DAYS_IN_ROW,
    }
)


@dataclass(frozen=True, slots=True)
class Block:
    """`words` go on from the person's name: "would be at 44 h, the cap is 40 h".

    `against` is the shift that stands in the way, where it is one; `short_by` is by how many
    minutes the rule is missed, where it is about time.
    """

    kind: BlockKind
    words: str
    against: str | None = None
    short_by: int = 0
