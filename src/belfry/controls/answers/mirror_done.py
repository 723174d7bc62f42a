"""Write into the team's list when its controls were last done, and by whom.

A later date typed into the list stays: the next sync applies it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from belfry.accounts.change_users import NameDoer
from belfry.controls.controls import Control
from belfry.controls.ports import Controls
from belfry.controls.repeats.cycles import BY_HAND
from belfry.controls.tasks.sync_tasks import TASKS
from belfry.kernel.errors import BelfryError, InputError, NotFound, Temporary
from belfry.ports.store import CrashPoints, OutboxRow
from belfry.workspace.mirrors import Compare, Decided, MirrorTable, Unplaced, Written

log = logging.getLogger(__name__)

AT_ONCE = 1000
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class MirrorDone:
    controls: Controls
    crash_points: CrashPoints
    mirror_table: MirrorTable
    name_doer: NameDoer

    def __call__(self, rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
        """Handle events of controls that were done, skipped or undone, in one write.

        Idempotent: the present state is written.
        """
        self.write({row.aggregate_id for row in rows})
        return {}

    def write(self, ids: Collection[str]) -> tuple[Written, ...]:
        """The cells that were written; Temporary while the list cannot be read or written.

        A team that keeps no list has none to be written into.
        """
        listed = [control for control in self.controls.list_by_id(ids) if control.gone_at is None]
        listed.sort(key=lambda control: control.id)
        cells = [cell for control in listed for cell in self._list_cells(control)]
        if not cells:
            return ()
        try:
            mirrored = self.mirror_table(TASKS, cells)
        except NotFound:
            return ()
        except InputError as error:
            raise Temporary(f"{TASKS.name} cannot be written into now: {error}") from error
        self.crash_points.reached("controls.mirrored")
        _log_unplaced(mirrored.unplaced)
        return mirrored.written

    def put_right(self) -> str:
        """Write over what the list says wrongly; what that was, in words.

        A list that cannot be written into now is put right another time.
        """
        behind = sorted(key for key, row in self.controls.rows().items() if not row)
        written: list[Written] = []
        try:
            for start in range(0, len(behind), AT_ONCE):
                written += self.write(behind[start : start + AT_ONCE])
        except Temporary as error:
            log.warning("controls.list_not_put_right", extra={"error": str(error)})
        parts = [_say(cell) for cell in written[:_SHOWN]]
        if len(written) > _SHOWN:
            parts.append(f"and {len(written) - _SHOWN} more")
        return f"put right in the list: {', '.join(parts)}" if parts else ""

    def _list_cells(self, control: Control) -> list[Decided]:
        """Nothing if it was never done; a typed date keeps its typed `done_by`."""
        if control.last_done_on is None and control.withdrawn_on is None:
            return []
        where = (("name", control.name),)
        day = control.last_done_on.isoformat() if control.last_done_on else ""
        cells = [Decided(where, "last_done", day, Compare.LATEST_DAY, control.withdrawn_on)]
        if control.done_by != BY_HAND:
            cells.append(Decided(where, "done_by", self.name_doer(control.done_by)))
        return cells


def _say(cell: Written) -> str:
    before = f" (it said {cell.before})" if cell.before else ""
    return f"{cell.decided.column} in line {cell.line}{before}"


def _log_unplaced(unplaced: Sequence[Unplaced]) -> None:
    for cell in unplaced:
        extra = {"control": dict(cell.decided.where)["name"], "why": cell.why}
        log.warning("controls.unmirrored", extra=extra)
