"""Put away the controls that are no longer on the list, once that is sure.

One row gone is a control given up. Many gone at once are a mishap: nothing is put away, and the
team is asked.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from itertools import compress

from belfry.controls.ports import Controls
from belfry.controls.tasks.task_plans import plan_gone, plan_missing
from belfry.kernel.absences import Mishap, judge_missing
from belfry.ports.store import Store, commit_in_batches

AT_ONCE = "are missing from the list at once"


@dataclass(frozen=True, slots=True)
class PutAway:
    """Those that were put away, and why not, if there are too many."""

    gone: frozenset[str] = frozenset()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PutAwayTasks:
    store: Store
    controls: Controls

    def __call__(
        self,
        missing: AbstractSet[str],
        known: int,
        now: datetime,
        *,
        may_close: bool,
        dry_run: bool = False,
    ) -> PutAway:
        """`known` is how many controls were on the list; in a dry run nothing is written."""
        found = {one.id: one for one in self.controls.list_by_id(missing)} if missing else {}
        since = {one.id: one.missing_since for one in found.values()}
        match judge_missing(missing, known, since, now, may_close=may_close):
            case Mishap(count, of):
                return PutAway(problem=_say_mishap(count, of))
            case absences:
                gone = [found[one] for one in absences.closed if one in found]
                if dry_run:
                    return PutAway(frozenset(one.id for one in gone))
                noticed = [found[one] for one in absences.noticed if one in found]
                commit_in_batches(self.store, plan_missing(noticed, now))
                written = commit_in_batches(self.store, plan_gone(gone, now))
                return PutAway(frozenset(one.id for one in compress(gone, written)))


def _say_mishap(count: int, of: int) -> str:
    return (
        f"{count} of {of} controls {AT_ONCE}, so none of them is put away and their reminders "
        "go on. Put them back, or say that they are over with `belfry controls close-missing`"
    )
