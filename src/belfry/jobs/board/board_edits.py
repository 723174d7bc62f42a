"""What changes on the board when a person moves a job, or says otherwise who and what it is.

The board is the team's: a row is changed only if it is the one row of its job, and only if it still
says what the person saw.
"""

from __future__ import annotations

from collections.abc import Mapping

from belfry.jobs.board.board_plans import Page
from belfry.jobs.board.sightings import tidy_id
from belfry.jobs.settings.stages import Stage, Stages
from belfry.kernel.errors import Conflict
from belfry.kernel.sheets import Row, Sheet, add_column, edit_cells


def find_place(page: Page, job_id: str) -> int:
    """Which row of the sheet is the job's; Conflict if none is, or several are."""
    at = page.columns.places["job_id"]
    rows = page.sheet.rows
    found = [place for place, row in enumerate(rows) if tidy_id(row.cells[at]) == job_id]
    if not found:
        raise Conflict(f"{job_id} is no longer on the board: somebody took its row away")
    if len(found) > 1:
        lines = " and ".join(str(rows[place].line) for place in found)
        raise Conflict(f"{job_id} stands on the board more than once, in lines {lines}: leave one")
    for problem in page.sheet.problems:
        if problem.line == rows[found[0]].line:
            raise Conflict(f"the row of {job_id} must be mended first: {problem}")
    return found[0]


def plan_stage(
    page: Page, job_id: str, stage: Stage, stages: Stages, *, seen: str | None
) -> Sheet | None:
    """The board with the job in that stage; None if it says so already.

    `seen` is the stage that whoever moves it saw it in. What is no stage is written over: nobody
    can have moved the job there.
    """
    place = find_place(page, job_id)
    said = _read(page, page.sheet.rows[place], "stage")
    now = stages.find_name(said)
    if now == stage.name:
        return None
    if seen is not None and now is not None and now != stages.find_name(seen):
        raise Conflict(
            f"somebody else was faster: the board says {now} for {job_id} now, and no longer {seen}"
        )
    return edit_cells(page.sheet, {(place, page.columns.places["stage"]): stage.name})


def plan_details(
    page: Page, job_id: str, wanted: Mapping[str, str], *, seen: Mapping[str, str]
) -> Sheet | None:
    """The board with other words in the job's row; None if it says all of them already.

    `seen` is what the cells said when the person began.
    """
    place = find_place(page, job_id)
    now = {name: _read(page, page.sheet.rows[place], name) for name in wanted}
    edits = {name: cell for name, cell in wanted.items() if cell != now[name]}
    theirs = [name for name in edits if now[name] != seen[name]]
    if theirs:
        said = ", ".join(f"{name} is {now[name] or 'empty'!r} now" for name in theirs)
        raise Conflict(f"somebody changed the row of {job_id} meanwhile: {said}")
    if not edits:
        return None
    sheet, places = place_columns(page, edits)
    return edit_cells(sheet, {(place, places[name]): cell for name, cell in edits.items()})


def read_details(page: Page, job_id: str, names: tuple[str, ...]) -> dict[str, str]:
    """What the job's row says in these columns, as it stands there."""
    row = page.sheet.rows[find_place(page, job_id)]
    return {name: _read(page, row, name) for name in names}


def place_columns(page: Page, cells: Mapping[str, str]) -> tuple[Sheet, dict[str, int]]:
    """The sheet with a column for each cell that says something, and where they all are."""
    sheet, places = page.sheet, dict(page.columns.places)
    for name, cell in cells.items():
        if cell and name not in places:
            if sheet.problems:  # a new header would stand over what slipped out of its column
                raise Conflict(f"there is no column for {name}: mend the rows below first")
            places[name] = len(sheet.header)
            sheet = add_column(sheet, name)
    return sheet, places


def _read(page: Page, row: Row, name: str) -> str:
    return " ".join(page.columns.cell(row, name).split())
