"""How a job went from stage to stage."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Course(StrEnum):
    """Which way a move went."""

    NEW = "new"
    FORWARD = "forward"
    BACK = "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One move of one job; `seen_at` is when the board first said so, `at` when it counted."""

    job_id: str
    number: int
    came_from: str
    went_to: str
    course: Course
    seen_at: datetime
    at: datetime
    is_told: bool
    eta: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return f"{self.job_id}/{self.number}"
