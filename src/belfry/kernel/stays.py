"""How long something was where it was."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class Stay(NamedTuple):
    """That a job was in a stage, and from when to when."""

    stage: str
    entered_at: datetime
    left_at: datetime
