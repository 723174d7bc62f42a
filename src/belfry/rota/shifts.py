"""A shift: when people are needed, who may come, and who was wished for.

A shift belongs to the local day it starts on. Its length is in real minutes, also when the clocks
change.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """`starts` and `ends` are local times; the moments are in UTC.

    `role` and `skills` are folded; a blank role means anybody. `wishes` are the names in the week's
    sheet: kept if legal, and never changed if the shift is pinned. `held` is why a manager must
    decide, if it is marked so. `pinned_by` fixed it by editing a draft; blank if only the sheet
    says so. `instead_of` are those the sheet named then.
    """

    id: str
    day: date
    starts: time
    ends: time
    starts_at: datetime
    ends_at: datetime
    role: str = ""
    skills: frozenset[str] = frozenset()
    headcount: int = 1
    wishes: tuple[str, ...] = ()
    is_pinned: bool = False
    held: str = ""
    pinned_by: str = ""
    instead_of: tuple[str, ...] = ()

    @property
    def minutes(self) -> int:
        return (self.ends_at - self.starts_at) // MINUTE
