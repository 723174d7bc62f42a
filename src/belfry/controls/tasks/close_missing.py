"""Put away the controls that are no longer on the list, because a person says that they are over.

However many they are: a person knows whether it was a mishap.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress

from belfry.controls.ports import Controls
from belfry.controls.tasks.sync_tasks import TASKS
from belfry.controls.tasks.task_news import find_news
from belfry.controls.tasks.task_plans import plan_gone
from belfry.ports.clock import Clock
from belfry.ports.store import Store, commit_in_batches
from belfry.workspace.tables.read_table import ReadTable


@dataclass(frozen=True, slots=True)
class CloseMissing:
    store: Store
    controls: Controls
    clock: Clock
    read_table: ReadTable

    def __call__(self, *, by: str) -> tuple[str, ...]:
        """The names of those that were put away; what is known of them stays."""
        table = self.read_table(TASKS)
        rows = self.controls.rows()
        place = table.columns.places["name"]
        present = find_news(table.rows, place, rows, is_reread=False).present
        gone = self.controls.list_by_id(rows.keys() - present)
        written = commit_in_batches(self.store, plan_gone(gone, self.clock.now(), by=by))
        return tuple(sorted(control.name for control in compress(gone, written)))
