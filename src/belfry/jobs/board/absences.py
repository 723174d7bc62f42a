"""What it means that open jobs are no longer on the board.

One job gone is a job put away. Many gone at once are a mishap: nothing is closed, and the shop is
asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from belfry.jobs.board.sightings import Sightings
from belfry.kernel.absences import Absences, Mishap, judge_missing

__all__ = ["AT_ONCE", "Absences", "Mishap", "judge_absences"]

AT_ONCE = "are missing from the board at once"


def judge_absences(
    seen: Sightings, present: Mapping[str, object], now: datetime, *, may_close: bool = True
) -> Absences | Mishap:
    """Not `may_close` while there are rows of which nobody can tell whose they are."""
    missing = seen.still_open.keys() - present.keys()
    return judge_missing(missing, len(seen.still_open), seen.unsettled, now, may_close=may_close)
