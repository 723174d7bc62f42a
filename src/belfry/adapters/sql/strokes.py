"""How bells that ring together are written: the runs of one plan as copies of one row.

It comes to the same rows as the changes that each stroke lists, without making them.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, TypeGuard

from belfry.adapters.sql.batches import Batch, Row, insert_rows, update_rows
from belfry.cron.bells import Bell
from belfry.cron.runs import Run
from belfry.cron.strokes import Stroke, find_key_end

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belfry.adapters.sql.database import Database
    from belfry.adapters.sql.scribes import Scribe
    from belfry.cron.rings import Plan
    from belfry.kernel.changes import Change


def are_strokes(commits: Sequence[Sequence[Change]]) -> TypeGuard[Sequence[Stroke]]:
    """Whether all of them only move a stored bell on and make its runs, each another bell."""
    bells = {
        commit.workflow_id
        for commit in commits
        if isinstance(commit, Stroke) and commit.revision and not commit.plan.lost
    }
    return 0 < len(bells) == len(commits)


class StrokeScribe:
    def __init__(self, database: Database, scribes: Mapping[type[Any], Scribe]) -> None:
        self._database = database
        self._bell, self._run = scribes[Bell], scribes[Run]
        self._id_at, self._workflow_at = self._run.place("id"), self._run.place("workflow_id")
        key = f"CAST(numbers.value AS TEXT) || CAST({self._run.mark} AS TEXT)"
        own = {"id": key, "workflow_id": "numbers.value"}
        self._copy = self._run.render_copies(own, database.numbers)

    def sort(self, strokes: Sequence[Stroke]) -> list[Batch]:
        """The statements to run, in the order in which every commit writes its tables."""
        shared: dict[Plan, list[Stroke]] = defaultdict(list)
        for stroke in strokes:
            shared[stroke.plan].append(stroke)
        groups = shared.values()
        bells = [row for group in groups for row in self._move_bells(group)]
        copies = [row for group in groups if not _vary(group) for row in self._copy_runs(group)]
        others = [stroke for group in groups if _vary(group) for stroke in group]
        runs = [self._run.write_new(run) for stroke in others for run in stroke.runs]
        batches = (
            update_rows(self._bell, bells),
            Batch(self._copy, copies),
            insert_rows(self._run, runs),
        )
        return [batch for batch in batches if batch.rows]

    def _move_bells(self, strokes: Sequence[Stroke]) -> list[Row]:
        *values, _, _, _ = self._bell.write_next(strokes[0].bell)
        return [
            [*values, stroke.revision + 1, stroke.workflow_id, stroke.revision]
            for stroke in strokes
        ]

    def _copy_runs(self, strokes: Sequence[Stroke]) -> Iterator[Row]:
        """One row for each fire: the database copies it for each of the numbers."""
        numbers = sorted(stroke.workflow_id for stroke in strokes)
        written = self._database.write_numbers(numbers)
        for run in strokes[0].runs:
            row = self._run.write_new(run)
            row[self._id_at] = find_key_end(run.scheduled_for)
            del row[self._workflow_at]
            yield [*row, written]


def _vary(strokes: Sequence[Stroke]) -> bool:
    """Whether runs of one plan start at moments of their own."""
    terms = strokes[0].plan.terms
    return terms is not None and bool(terms.jitter)
