"""The state of the rota's sheets at the last sync; an unchanged folder is not read again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

ROTA_SHEETS = "rota"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsSeen:
    """`stamp` changes with any of the sheets and with the week."""

    id: str = ROTA_SHEETS
    stamp: str
    at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id
