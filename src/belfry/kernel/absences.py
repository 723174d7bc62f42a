"""What it means that things are no longer on a list that people keep.

One gone is one put away. Many gone at once are a mishap: nothing is put away, and people are asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta

GONE_AFTER = timedelta(minutes=10)
# More than one, and more than one in five.
MISHAP_SHARE = 5


@dataclass(frozen=True, slots=True)
class Mishap:
    """So many are missing, of so many."""

    missing: int
    of: int


@dataclass(frozen=True, slots=True)
class Absences:
    """Those first found missing, and those that have been for long enough to be put away."""

    noticed: tuple[str, ...]
    closed: tuple[str, ...]


def judge_missing(
    missing: AbstractSet[str],
    known: int,
    since: Mapping[str, datetime | None],
    now: datetime,
    *,
    may_close: bool = True,
) -> Absences | Mishap:
    """Each is put away at the second look, at the earliest, and ten minutes after the first.

    `known` is how many there were; `since` is when those missing before were first found to be.
    Not `may_close` while there are rows of which nobody can tell whose they are.
    """
    if len(missing) > 1 and len(missing) * MISHAP_SHARE > known:
        return Mishap(len(missing), known)
    moments = {name: since.get(name) for name in sorted(missing)}
    return Absences(
        noticed=tuple(name for name, moment in moments.items() if moment is None),
        closed=tuple(
            name
            for name, moment in moments.items()
            if may_close and moment and now - moment >= GONE_AFTER
        ),
    )
