"""Write down what a look found wrong, and take away what is mended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from belfry.kernel.changes import MOST_CHANGES
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.workspace.data_problems import plan_data_problems, shorten_data_problems
from belfry.workspace.ports import DataProblems


@dataclass(frozen=True, slots=True)
class KeepDataProblems:
    store: Store
    data_problems: DataProblems
    clock: Clock

    def __call__(self, room: str, found: Iterable[tuple[str, str]]) -> None:
        """`found` as (place, text); what a look at the same time wrote first stands."""
        standing = self.data_problems.list(room=room)
        told = shorten_data_problems(found, room=room)
        changes = plan_data_problems(standing, told, room=room, now=self.clock.now())
        for start in range(0, len(changes), MOST_CHANGES):
            try:
                self.store.commit(changes[start : start + MOST_CHANGES])
            except Conflict:
                continue
