"""Whether what somebody typed about a job can stand on the board, and how it is written there.

It is judged as the board is read: what would be a problem in a row is an error at its field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from belfry.jobs.board.board_edits import place_columns
from belfry.jobs.board.board_plans import Page
from belfry.jobs.board.rows import LONGEST_CELL, read_board_row
from belfry.jobs.board.sightings import LONGEST_ID, tidy_id
from belfry.jobs.settings.stages import Stages
from belfry.kernel.errors import InputError
from belfry.kernel.sheets import Columns, RowReader, Sheet, add_row, guard_cell
from belfry.kernel.sheets.sheets import can_encode
from belfry.kernel.texts import clean_text

DETAILS = ("customer", "contact", "channel", "item")
FIELDS = ("job_id", *DETAILS, "stage")
_LONGEST = {"job_id": LONGEST_ID}


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written; `errors` says why, by the name of the field."""

    errors: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Cells:
    """What would be written, by field, and what is wrong with it."""

    cells: Mapping[str, str]
    errors: Mapping[str, str]


def write_cells(typed: Mapping[str, str], page: Page, stages: Stages) -> Cells:
    """The cells of the fields that were typed, tidied and harmless."""
    cells: dict[str, str] = {}
    errors: dict[str, str] = {}
    for name, text in typed.items():
        try:
            cells[name] = _write_cell(name, text, page, stages)
        except InputError as error:
            errors[name] = str(error)
    if not errors:
        errors = _list_errors(cells, page, stages)
    return Cells(cells, errors)


def plan_row(page: Page, cells: Mapping[str, str]) -> Sheet:
    """The board with one more row."""
    sheet, places = place_columns(page, cells)
    row = [""] * len(sheet.header)
    for name, cell in cells.items():
        if cell:
            row[places[name]] = cell
    return add_row(sheet, row)


def _write_cell(name: str, text: str, page: Page, stages: Stages) -> str:
    typed = clean_text(text, field=name, most=_LONGEST.get(name, LONGEST_CELL))
    if name == "stage":
        return _find_stage(typed, stages)
    cell = guard_cell(typed)
    if name == "job_id" and tidy_id(cell) != typed:
        raise InputError("a spreadsheet would take this for a number: put a letter before it")
    coding = page.sheet.form.coding
    if not can_encode(cell, coding):
        said = f"{page.sheet.name} is kept in {coding.spoken}, which lacks some of these letters"
        raise InputError(f"{said}: save it as UTF-8 first")
    return cell


def _find_stage(typed: str, stages: Stages) -> str:
    stage = stages.find_name(typed)
    if stage is None:
        names = ", ".join(one.name for one in stages)
        raise InputError(f"{typed!r} is not a stage; expected {names}")
    return stage


def _list_errors(cells: Mapping[str, str], page: Page, stages: Stages) -> dict[str, str]:
    """What the room would object to in a row with these cells."""
    sheet = plan_row(page, cells)
    places = place_columns(page, cells)[1]
    reader = RowReader(sheet, Columns(places), sheet.rows[-1])
    is_over = stages.find(cells.get("stage", "")) == stages.last
    read_board_row(reader, job_id=cells.get("job_id", ""), country=page.country, is_over=is_over)
    names = {sheet.header[place].strip(): name for name, place in places.items()}
    # A column that is not there is the field's own all the same.
    return {names.get(one.header or "", "contact"): one.what for one in reader.problems}
