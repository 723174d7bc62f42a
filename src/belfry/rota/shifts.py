"""What a shift is: when somebody is needed, who may come, and who was wished for.

A shift belongs to the local day it starts on. Its length is counted in real minutes, also over
the nights on which the clocks change.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """`starts` and `ends` are what the clock on the wall says; the moments are in UTC.

    `role` and `skills` are folded; a blank role means that anybody will do. `wishes` are those whom
    the week's sheet names: kept if legal, and never changed if the shift is pinned. `held` says why
    a person must decide, if somebody marked the shift so. `pinned_by` is who fixed it by changing a
    draft; blank where the sheet alone says so. `instead_of` are those whom the sheet named then.
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
