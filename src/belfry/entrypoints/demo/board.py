"""What the people of the sample shop do on its board: one save, with all that changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.demo.journeys import list_changed
from belfry.jobs.board.poll_board import BOARD
from belfry.jobs.board.rows import COLUMNS
from belfry.kernel.sheets import add_row, edit_cells, match_columns, read_sheet, write_sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.bootstrap import Services
    from belfry.entrypoints.demo.journeys import Journey
    from belfry.kernel.sheets import Columns, Sheet

HEADER = ("job_id", "customer", "contact", "channel", "item", "stage", "consent")
EMPTY = ",".join(HEADER) + "\n"


def save_board(services: Services, save: int) -> None:
    """The rows as this save leaves them; a row that a visitor has moved on is left alone."""
    file = services.ports.folder.read(BOARD.name)
    sheet = read_sheet(file.content, name=BOARD.name)
    changed = write_sheet(change_rows(sheet, save, list(list_changed(save))))
    if changed != file.content:
        services.ports.folder.replace(BOARD.name, changed, file.digest)


def change_rows(sheet: Sheet, save: int, journeys: Sequence[Journey]) -> Sheet:
    columns = match_columns(sheet, COLUMNS)
    places = {columns.cell(row, "job_id"): number for number, row in enumerate(sheet.rows)}
    edits: dict[tuple[int, int], str] = {}
    for one in journeys:
        if one.id in places:
            edits |= _edit(sheet, columns, places[one.id], one, save)
    edited = edit_cells(sheet, edits)
    for one in journeys:
        if one.taken == save and one.id not in places:
            edited = _take_in(edited, columns, one)
    return edited


def _edit(
    sheet: Sheet, columns: Columns, number: int, one: Journey, save: int
) -> dict[tuple[int, int], str]:
    row, edits = sheet.rows[number], {}
    if one.is_mistyped(save) and columns.cell(row, "contact") == one.customer.contact:
        edits[number, columns.places["contact"]] = one.customer.mistyped
    stage = one.find_stage(save)
    if stage and save > one.taken and columns.cell(row, "stage") == one.find_before(save):
        edits[number, columns.places["stage"]] = stage
    return edits


def _take_in(sheet: Sheet, columns: Columns, one: Journey) -> Sheet:
    cells = [""] * len(sheet.header)
    known = {
        "job_id": one.id,
        "customer": one.customer.name,
        "contact": one.customer.contact,
        "channel": one.customer.channel,
        "item": one.item.name,
        "stage": one.slot.way[0],
        "consent": one.customer.consent,
    }
    for name, value in known.items():
        if (place := columns.find(name)) is not None:
            cells[place] = value
    return add_row(sheet, cells)
