"""Give all controls as a spreadsheet, with where each of them stands today."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from belfry.accounts.change_users import NameDoer
from belfry.controls.chains.moves import Decision
from belfry.controls.controls import Control
from belfry.controls.find_controls import ControlLine, ListControls
from belfry.kernel.sheets import UTF_8, UTF_8_MARKED, Form, guard_cell, make_sheet, write_sheet

NAME = "controls.csv"


@dataclass(frozen=True, slots=True)
class ExportControls:
    list_controls: ListControls
    name_doer: NameDoer
    at_once: int = 1000

    def __call__(self, *, is_marked: bool = False) -> bytes:
        """A CSV in UTF-8; `is_marked` at its front, for spreadsheets that expect older letters."""
        rows = [
            write_row(line.control, line.decision, done_by=self.name_doer(line.control.done_by))
            for line in self._list()
        ]
        form = Form(coding=UTF_8_MARKED if is_marked else UTF_8, line_end="\r\n")
        return write_sheet(make_sheet(NAME, HEADER, rows, form=form))

    def _list(self) -> Iterator[ControlLine]:
        page = self.list_controls(limit=self.at_once)
        yield from page.lines
        while page.following:
            page = self.list_controls(after=page.following, limit=self.at_once)
            yield from page.lines


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
