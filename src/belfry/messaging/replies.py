"""What somebody outside wrote back."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`id` is the provider's, so that the same reply counts once. `meaning` is what was read in it:
    stop, start, help, near (somebody may want no more messages) or other. `about` is what it seems
    to answer; `is_open` until a person has seen to it.
    """

    id: str
    channel: str
    contact: str
    sender: str = field(repr=False)
    text: str = field(repr=False)
    meaning: str
    about: str
    at: datetime
    is_open: bool
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id
