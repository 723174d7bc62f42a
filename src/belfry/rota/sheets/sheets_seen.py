"""What the rota's sheets were like when they were last looked at, so that a look may be short."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

ROTA_SHEETS = "rota"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsSeen:
    """`stamp` is another one once any of them has changed, or another week has begun."""

    id: str = ROTA_SHEETS
    stamp: str
    at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id
