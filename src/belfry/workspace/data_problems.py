"""What is wrong with what the team wrote, until it is mended.

A trouble is told once and goes away by itself: it stands for as long as a look finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.kernel.changes import Change, Put, Remove
from belfry.kernel.tokens import digest_of

MOST_TOLD = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class DataProblem:
    """`place` says where to look: a file with its line and column, or a row."""

    id: str
    room: str
    place: str
    text: str
    since: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id


def make_data_problem(room: str, place: str, text: str, now: datetime) -> DataProblem:
    """Equal ids for the same words about the same place."""
    problem_id = f"{room}/{digest_of(f'{place}: {text}')[:32]}"
    return DataProblem(id=problem_id, room=room, place=place, text=text, since=now)


def shorten_data_problems(found: Iterable[tuple[str, str]], *, room: str) -> list[tuple[str, str]]:
    """Each once, and no more than anybody reads."""
    each = list(dict.fromkeys(found))
    if len(each) <= MOST_TOLD:
        return each
    return [*each[:MOST_TOLD], (room, f"and {len(each) - MOST_TOLD} more like these")]


def plan_data_problems(
    standing: Sequence[DataProblem], found: Iterable[tuple[str, str]], *, room: str, now: datetime
) -> list[Change]:
    """What to write so that what stands is what was found, as (place, text)."""
    known = {data_problem.key: data_problem for data_problem in standing}
    made = [make_data_problem(room, place, text, now) for place, text in found]
    fresh = {data_problem.key: data_problem for data_problem in made}
    gone: list[Change] = [Remove(known[key]) for key in sorted(known.keys() - fresh.keys())]
    new: list[Change] = [Put(fresh[key]) for key in sorted(fresh.keys() - known.keys())]
    return [*gone, *new]
