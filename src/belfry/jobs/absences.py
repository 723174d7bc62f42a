"""What it means that open jobs are no longer on the board.

One job gone is a job put away. Many gone at once are a mishap: nothing is closed, and the shop is
asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from belfry.jobs.sightings import Sightings

GONE_AFTER = timedelta(minutes=10)
# More than one, and more than one in five.
MISHAP_SHARE = 5
AT_ONCE = "are missing from the board at once"


@dataclass(frozen=True, slots=True)
class Mishap:
    """So many open jobs are missing, of so many."""

    missing: int
    of: int


@dataclass(frozen=True, slots=True)
class Absences:
    """Jobs first found missing, and jobs that have been for long enough to be closed."""

    noticed: tuple[str, ...]
    closed: tuple[str, ...]


def judge_absences(
    seen: Sightings, present: Mapping[str, object], now: datetime, *, may_close: bool = True
) -> Absences | Mishap:
    """A job is closed at the second look, at the earliest, and ten minutes after the first.

    Not `may_close` while there are rows of which nobody can tell whose they are.
    """
    missing = sorted(seen.still_open.keys() - present.keys())
    if len(missing) > 1 and len(missing) * MISHAP_SHARE > len(seen.still_open):
        return Mishap(len(missing), len(seen.still_open))
    since = {job_id: seen.unsettled.get(job_id) for job_id in missing}
    return Absences(
        noticed=tuple(job_id for job_id, moment in since.items() if moment is None),
        closed=tuple(
            job_id
            for job_id, moment in since.items()
            if may_close and moment and now - moment >= GONE_AFTER
        ),
    )
