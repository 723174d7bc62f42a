"""What the room asks of wherever its jobs are kept. Changes go through the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from belfry.jobs.jobs import Job
    from belfry.jobs.moves import Move
    from belfry.jobs.sightings import Sightings


class Jobs(Protocol):
    """The jobs there were and are.

    Every implementation promises:
    - `sightings` gives every job that was ever seen; a job that changes at that moment may be
      left out;
    - `list_by_id` gives those of the jobs that there are, in no set order;
    - `list_page` gives jobs by id, only ids after `after`; with `stage` those in it, with `is_open`
      those that are, or are not;
    - `list_quiet` gives open jobs, on the board, that have been in a named stage since its moment
      or longer and were not chased for that stage since `chased_before`, the longest first;
    - `list_late` gives open jobs, on the board, whose ETA is before `now` and of whose move the
      shop was not told that it is late, the longest first;
    - `list_told_wrong` gives jobs whose customer heard of a slip, by id;
    - `list_moves` gives one job's moves in order.
    """

    def sightings(self) -> Sightings: ...

    def list_by_id(self, ids: Collection[str]) -> Sequence[Job]: ...

    def list_page(
        self,
        *,
        stage: str | None = None,
        is_open: bool | None = None,
        after: str = "",
        limit: int = 100,
    ) -> Sequence[Job]: ...

    def list_quiet(
        self, entered_before: Mapping[str, datetime], *, chased_before: datetime
    ) -> Sequence[Job]: ...

    def list_late(self, *, now: datetime, limit: int) -> Sequence[Job]: ...

    def list_told_wrong(self, *, limit: int) -> Sequence[Job]: ...

    def list_moves(self, job_id: str) -> Sequence[Move]: ...
