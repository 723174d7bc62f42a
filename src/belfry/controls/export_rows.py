"""What a spreadsheet of all controls says, a row for each."""

from __future__ import annotations

from belfry.controls.controls import Control
from belfry.controls.moves import Decision
from belfry.kernel.sheets import guard_cell

HEADER = (
    *("name", "area", "repeat", "owner", "proof", "due_on", "move", "why"),
    *("last_done", "done_by", "requires_evidence", "notes"),
)


def write_row(control: Control, decision: Decision, *, done_by: str) -> list[str]:
    """Its cells, none of which a spreadsheet works out; `done_by` is a name."""
    done_on = control.last_done_on
    cells = (
        *(control.name, control.area, control.repeat, control.owner, control.proof),
        *(control.due_on.isoformat(), decision.move.value, decision.why),
        *(done_on.isoformat() if done_on else "", done_by),
        *("yes" if control.requires_evidence else "", control.notes),
    )
    return [guard_cell(cell) for cell in cells]
