"""Which cells of a week's sheet say what was decided about a clash."""

from __future__ import annotations

from collections.abc import Iterable

from belfry.rota.drafted_weeks import split_names
from belfry.rota.requests import Clash, ClashState
from belfry.rota.rosters import Roster
from belfry.rota.sheet_edits import Cells
from belfry.rota.shift_rows import ShiftRow
from belfry.rota.shifts import Shift


def plan_cells(
    rows: Iterable[ShiftRow], clashes: Iterable[Clash], roster: Roster
) -> dict[int, Cells]:
    """By line: who is wished for once a shift is freed, or that a manager sees to it."""
    decided = {clash.shift_id: clash for clash in clashes}
    plans = {
        row.line: _plan_row(row.shift, decided[row.shift.id], roster)
        for row in rows
        if row.shift.id in decided
    }
    return {line: cells for line, cells in plans.items() if cells}


def _plan_row(shift: Shift, clash: Clash, roster: Roster) -> Cells:
    away = [name for name in split_names(clash.person) if name in shift.wishes]
    if not away:  # somebody has seen to it in the sheet, or it was written before
        return {}
    if clash.state is ClashState.HELD:
        return {} if shift.held else {"hold": clash.words}
    instead = roster.find(clash.instead) if clash.instead else None
    left = [name for name in shift.wishes if name not in away]
    names = dict.fromkeys([*left, *([instead] if instead else [])])
    cells = {"assigned_to": ";".join(names)}
    return cells if names or not shift.is_pinned else {**cells, "pinned": ""}
