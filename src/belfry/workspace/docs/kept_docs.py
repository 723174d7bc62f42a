"""What a document said when it was last wholly understood.

A document with a mistake in it is not half obeyed: the last reading that was whole goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDoc:
    name: str
    text: str
    at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name
