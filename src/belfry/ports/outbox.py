"""Which facts were recorded but not yet announced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """An event in the outbox, and how its announcing went so far."""

    id: int
    aggregate_type: str
    aggregate_id: str
    op: str
    payload: Mapping[str, Any]
    created_on: datetime
    attempt_count: int
    error_message: str | None


class Outbox(Protocol):
    """Facts recorded but not yet announced.

    Every implementation promises:
    - `claim` gives the oldest first, never a row that is done, failed or not yet due again, and
      keeps what it gave from every other claimer for `within`;
    - asked `about` one aggregate type, `claim` leaves the rows of all others alone;
    - a claimer that dies loses nothing: its rows are given again once `within` has passed;
    - a row that is done stays done: marking it again, or putting it back, changes nothing;
    - `put_back` counts an attempt, keeps the error, and gives the row again from `again_at` on;
    - `mark_failed` parks the row: it is never claimed again, and `list_failed` shows it.
    """

    def claim(
        self, *, now: datetime, limit: int, within: timedelta, about: str | None = None
    ) -> Sequence[OutboxRow]: ...

    def mark_done(self, ids: Sequence[int], *, at: datetime) -> None: ...

    def put_back(self, row_id: int, *, error: str, again_at: datetime) -> None: ...

    def mark_failed(self, row_id: int, *, error: str, at: datetime) -> None: ...

    def list_failed(self, *, limit: int) -> Sequence[OutboxRow]: ...
