"""What is known of a customer's job, and where it stood when it was last looked at.

A job is known from its row on the board. What the board says counts only once it has stood there
for a while: until then it is `pending`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from belfry.kernel.audit import Audited


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Audited):
    """`row` is the job's line of the board as it was last read: an equal line is no news.

    `entered_at` is when the job was first seen in its stage, and `entered_from` the main stage a
    job in a side stage came from. `moves` counts its moves; `told` is the number of the last move
    its customer was to hear of, and `slip` the stage of that move if it turned out to be a mistake.
    `photo` is what the board says of a picture, and `photos` how many the job was ever given.
    """

    id: str
    row: str = field(repr=False)
    customer: str = field(repr=False)
    contact: str = field(repr=False)
    channel: str
    item: str
    consent: str = ""
    zone: str = ""
    photo: str = field(default="", repr=False)
    stage: str
    entered_at: datetime
    entered_from: str = ""
    eta: str = ""
    eta_by: datetime | None = None
    eta_stage: str = ""
    moves: int = 0
    told: int = 0
    slip: str = ""
    pending: str = ""
    pending_since: datetime | None = None
    is_open: bool = True
    missing_since: datetime | None = None
    closed_at: datetime | None = None
    chases: int = 0
    chased_at: datetime | None = None
    chased_stage: str = ""
    late_told: int = 0
    photos: int = 0
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"job/{self.id}"
