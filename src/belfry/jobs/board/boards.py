"""What is remembered of the board itself from one look to the next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

THE_BOARD = "board"


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """`reading` names the settings and headers its rows were last read by: under others every row
    is looked at anew. `is_doubtful` while too many jobs are missing from it at once. `swept_at` is
    the last sweep whose digest was handed on.
    """

    name: str = THE_BOARD
    first_at: datetime
    reading: str = ""
    is_doubtful: bool = False
    swept_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name
