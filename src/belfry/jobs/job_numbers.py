"""Which number the next job gets: one more than the highest of those that are written like it."""

from __future__ import annotations

import re
from collections.abc import Iterable

FIRST = "J-1"
# Longer ones are no count of jobs, but somebody's serial numbers.
_NUMBERED = re.compile(r"(|.*\D)(\d{1,9})", re.ASCII | re.DOTALL)


def suggest_id(ids: Iterable[str]) -> str:
    """The id after the highest of the most usual kind; an example where none has a number."""
    kinds: dict[str, list[str]] = {}
    for job_id in ids:
        if match := _NUMBERED.fullmatch(job_id):
            kinds.setdefault(match[1], []).append(match[2])
    if not kinds:
        return FIRST
    usual = max(kinds, key=lambda kind: (len(kinds[kind]), max(map(int, kinds[kind])), kind))
    return f"{usual}{_follow(max(kinds[usual], key=int))}"


def find_following(job_id: str) -> str:
    """The id that comes after this one."""
    match = _NUMBERED.fullmatch(job_id)
    return f"{match[1]}{_follow(match[2])}" if match else f"{job_id}-2"


def _follow(number: str) -> str:
    """One more, with as many digits."""
    return str(int(number) + 1).zfill(len(number))
