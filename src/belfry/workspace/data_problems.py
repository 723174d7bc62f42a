"""Problems in the team's files: each is reported once and disappears when it is fixed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from belfry.kernel.changes import MOST_CHANGES, Change, Put, Remove
from belfry.kernel.texts import digest_of
from belfry.ports.clock import Clock
from belfry.ports.store import Store, try_commit

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class DataProblem:
    """`place` is a file with its line and column, or a row."""

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
    """Equal ids for the same text about the same place."""
    problem_id = f"{room}/{digest_of(f'{place}: {text}')[:32]}"
    return DataProblem(id=problem_id, room=room, place=place, text=text, since=now)


def shorten_data_problems(found: Iterable[tuple[str, str]], *, room: str) -> list[tuple[str, str]]:
    """Each once, and not too many to read."""
    problems = list(dict.fromkeys(found))
    if len(problems) <= MOST_SHOWN:
        return problems
    return [*problems[:MOST_SHOWN], (room, f"and {len(problems) - MOST_SHOWN} more like these")]


def plan_data_problems(
    standing: Sequence[DataProblem], found: Iterable[tuple[str, str]], *, room: str, now: datetime
) -> list[Change]:
    """The changes that make the stored problems those that were found, as (place, text)."""
    known = {data_problem.key: data_problem for data_problem in standing}
    made = [make_data_problem(room, place, text, now) for place, text in found]
    fresh = {data_problem.key: data_problem for data_problem in made}
    gone: list[Change] = [Remove(known[key]) for key in sorted(known.keys() - fresh.keys())]
    new: list[Change] = [Put(fresh[key]) for key in sorted(fresh.keys() - known.keys())]
    return [*gone, *new]


@dataclass(frozen=True, slots=True)
class KeepDataProblems:
    store: Store
    data_problems: DataProblems
    clock: Clock

    def __call__(self, room: str, found: Iterable[tuple[str, str]]) -> None:
        """`found` as (place, text); on a conflict the other process's result stands."""
        standing = self.data_problems.list(room=room)
        shown = shorten_data_problems(found, room=room)
        changes = plan_data_problems(standing, shown, room=room, now=self.clock.now())
        for start in range(0, len(changes), MOST_CHANGES):
            try_commit(self.store, changes[start : start + MOST_CHANGES])


class DataProblems(Protocol):
    """The stored problems.

    Every implementation promises: `list` gives those of one room or, for None, of all, the oldest
    first, then by place.
    """

    def list(self, *, room: str | None = None) -> Sequence[DataProblem]: ...
