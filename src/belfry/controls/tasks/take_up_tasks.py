"""Take up what rows of the list say: new controls, changed details, dates that somebody typed.

A row that cannot be read is reported, and its control stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from belfry.controls.controls import Control, control_id
from belfry.controls.ports import Controls, Histories
from belfry.controls.repeats.meant_cycles import list_proofs
from belfry.controls.reports.histories import ReminderLine
from belfry.controls.tasks.task_looks import Judged, judge_task, refuse_done
from belfry.controls.tasks.task_plans import Look, plan_task
from belfry.controls.tasks.tasks import TaskRow, read_tasks
from belfry.kernel.sheets import Row, RowReader
from belfry.ports.store import Store, commit_in_batches
from belfry.workspace.tables.tables import Table

NEEDS_EVIDENCE = "this control needs evidence before it counts as done: attach it and mark it done"


@dataclass(frozen=True, slots=True)
class TakenUp:
    """The controls as the rows left them.

    Not `is_whole` if somebody else changed one of them at the same moment: its row was left.
    """

    changed: Mapping[str, Control] = field(default_factory=dict)
    is_whole: bool = True
    problems: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TakeUpTasks:
    store: Store
    controls: Controls
    histories: Histories
    country: str

    def __call__(
        self, table: Table, rows: Iterable[Row], look: Look, *, dry_run: bool = False
    ) -> TakenUp:
        """In a dry run nothing is written."""
        readers = [RowReader(table.sheet, table.columns, row) for row in rows]
        listed = read_tasks(readers, country=self.country)
        says_done = table.columns.find("last_done") is not None
        judged = self._judge(listed.rows, look.today, says_done=says_done)
        found = (plan_task(one, self._list_reminders(one), look) for one in judged)
        plans = [plan for plan in found if plan]
        written = [True] * len(plans)
        if not dry_run:
            written = commit_in_batches(self.store, [plan.changes for plan in plans])
        ours = [plan.control for plan, is_ours in zip(plans, written, strict=True) if is_ours]
        blamed = [problem for one in judged for problem in _list_blamed(table, one)]
        return TakenUp(
            changed={control.id: control for control in ours},
            is_whole=all(written),
            problems=(*((one.place, one.what) for one in listed.problems), *blamed),
        )

    def _judge(self, rows: Sequence[TaskRow], today: date, *, says_done: bool) -> list[Judged]:
        ids = [control_id(row.name) for row in rows]
        known = {one.id: one for one in self.controls.list_by_id(ids)} if ids else {}
        return [
            self._insist_on_evidence(judge_task(row, known.get(one), today, says_done=says_done))
            for row, one in zip(rows, ids, strict=True)
        ]

    def _insist_on_evidence(self, judged: Judged) -> Judged:
        """Whoever types a date into the list gives no evidence with it."""
        control = judged.control
        if control is None or not judged.is_closed or not judged.row.requires_evidence:
            return judged
        if list_proofs(control, self.histories.list_evidence(control.id)):
            return judged
        return refuse_done(judged, NEEDS_EVIDENCE)

    def _list_reminders(self, judged: Judged) -> Sequence[ReminderLine]:
        """Asked for only where they matter, because there may be very many rows."""
        if judged.control is None or not judged.is_moved:
            return ()
        return self.histories.list_reminders(judged.control.id)


def _list_blamed(table: Table, judged: Judged) -> Iterable[tuple[str, str]]:
    for column, what in judged.blamed:
        place = table.columns.find(column)
        problem = table.sheet.find_problem(what, line=judged.row.line, place=place)
        yield problem.place, problem.what
