"""Give all controls as a spreadsheet, with where each of them stands today."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from belfry.controls.export_rows import HEADER, write_row
from belfry.controls.list_controls import ControlLine, ListControls
from belfry.desk.name_doer import NameDoer
from belfry.kernel.sheets import UTF_8, UTF_8_MARKED, Form, make_sheet, write_sheet

NAME = "controls.csv"


@dataclass(frozen=True, slots=True)
class ExportControls:
    list_controls: ListControls
    name_doer: NameDoer
    at_once: int = 1000

    def __call__(self, *, is_marked: bool = False) -> bytes:
        """A CSV in UTF-8; `is_marked` at its front, for spreadsheets that expect older letters."""
        rows = [
            write_row(one.control, one.decision, done_by=self.name_doer(one.control.done_by))
            for one in self._list()
        ]
        form = Form(coding=UTF_8_MARKED if is_marked else UTF_8, line_end="\r\n")
        return write_sheet(make_sheet(NAME, HEADER, rows, form=form))

    def _list(self) -> Iterator[ControlLine]:
        page = self.list_controls(limit=self.at_once)
        yield from page.lines
        while page.following:
            page = self.list_controls(after=page.following, limit=self.at_once)
            yield from page.lines
