"""Add, move and edit jobs for a person, on the board, as if typed there.

The board stays the team's source of truth: a move made here settles like any other before its
customer hears of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from belfry.jobs.board.moves import (
    LONGEST_CELL,
    LONGEST_ID,
    Page,
    parse_id,
    read_board_row,
    render_expected,
)
from belfry.jobs.board.poll_board import BOARD, PollBoard
from belfry.jobs.jobs import Job, first_id
from belfry.jobs.ports import OpenJobs, get_job
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stage, Stages
from belfry.kernel.changes import put_audited
from belfry.kernel.errors import Conflict, InputError, Temporary
from belfry.kernel.sheets import (
    Columns,
    Row,
    RowReader,
    Sheet,
    SheetProblem,
    add_column,
    add_row,
    edit_cells,
    guard_cell,
    write_sheet,
)
from belfry.kernel.sheets.sheets import can_encode
from belfry.kernel.texts import clean_text
from belfry.ports.store import Store, retry_on_conflict
from belfry.workspace.docs import NeverRead
from belfry.workspace.tables import ReadTable, Table

TRIES = 10
DETAILS = ("customer", "contact", "channel", "item")
FIELDS = ("job_id", *DETAILS, "stage")
MOVED = "moved on the board"
EDITED = "edited on the board"
ADDED = "put on the board"
IDS_READ = 100
MOST_TAKEN = 1000
FIRST_ID = "J-1"
NO_CELLS: Mapping[str, str] = {}
# Longer numbers are serial numbers, not a count of jobs.
_NUMBERED = re.compile(r"(|.*\D)(\d{1,9})", re.ASCII | re.DOTALL)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written; `errors` gives the reasons by field."""

    errors: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Added:
    """The job is on the board; not `is_new` if exactly that row was there already."""

    job_id: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class EditBoard:
    """Only the intended cells change, and no other save is overwritten.

    Each edit raises NotFound and SheetError for an unreadable board, Temporary for one that keeps
    changing, Permanent for one that may not be written, and Conflict for a job that has no row or
    several.
    """

    store: Store
    open_jobs: OpenJobs
    read_shop: ReadShop
    read_table: ReadTable
    poll_board: PollBoard

    def move(
        self, job_id: str, stage: str, *, by: str, seen: str | None = None, action: str = MOVED
    ) -> bool:
        """Whether the board was changed: not if the job is in that stage already.

        `seen` is the stage in which the person saw the job; Conflict if the board names another
        by now. InputError for an unknown stage.
        """
        number = self._get_number(job_id)
        stages = self.read_shop().shop.stages
        wanted = stages.find(stage)
        if wanted is None:
            expected = render_expected(stage, stages)
            raise InputError(f"{stage!r} is not a stage; {expected}", field="stage")
        planned = self.write(lambda page: plan_stage(page, number, wanted, stages, seen=seen))
        if planned is None:
            return False
        after = {"stage": wanted.name, **({"seen": seen} if seen else {})}
        self.audit(job_id, action, after, by)
        self.poll_board()
        return True

    def check_stage(self, job: Job, stage: str) -> None:
        """Conflict if the board names another stage for the job by now."""
        cell = read_details(self._read()[0], job.number, ("stage",))["stage"]
        if self.read_shop().shop.stages.find_name(cell) != stage:
            raise Conflict(f"the board says {cell!r} for {job.number} now, and no longer {stage}")

    def read_details(self, job_id: str) -> dict[str, str]:
        return read_details(self._read()[0], self._get_number(job_id), DETAILS)

    def edit(
        self, job_id: str, typed: Mapping[str, str], *, seen: Mapping[str, str], by: str
    ) -> bool | Refused:
        """Whether anything was changed.

        `seen` are the cells when the person began; Conflict if the same cells have changed since.
        """
        number = self._get_number(job_id)
        stages = self.read_shop().shop.stages
        planned = self.write(lambda page: _plan_edit(page, number, typed, seen, stages))
        if isinstance(planned, Refused):
            return planned
        if planned:
            # The audit log names the cells, not the customer's data in them.
            self.audit(job_id, EDITED, {"cells": ", ".join(_list_changed(typed, seen))}, by)
            self.poll_board()
        return planned is not None

    def suggest_id(self) -> str:
        stages = self.read_shop().shop.stages
        first = self.open_jobs.list_newest(stages.main[0].name, limit=IDS_READ)
        known = [*self.open_jobs.list_last(limit=IDS_READ), *(job.number for job in first)]
        return self._find_free(suggest_id(known))

    def add(self, typed: Mapping[str, str], *, by: str) -> Added | Refused:
        """Add a row; `typed` by field. Without an id the job gets the next free one."""
        stages = self.read_shop().shop.stages
        fields = {name: typed.get(name, "") for name in FIELDS}
        fields["job_id"] = " ".join(fields["job_id"].split()) or self.suggest_id()
        fields["stage"] = fields["stage"] or stages.main[0].name
        planned = self.write(lambda page: self._plan_new(page, fields, stages))
        if isinstance(planned, Refused):
            return planned
        job_id = fields["job_id"]
        if planned:
            self.poll_board()
            self.audit(first_id(job_id), ADDED, {"stage": fields["stage"]}, by)
        return Added(job_id, is_new=planned is not None)

    def _get_number(self, job_id: str) -> str:
        """The number by which the board has the job; Conflict if the job is closed."""
        job = get_job(self.store, job_id)
        if job.closed_at:
            raise Conflict(f"{job.number} is closed: the board has no row of this job any more")
        return job.number

    def write(self, plan: Callable[[Page], Sheet | T]) -> Sheet | T:
        """Write the sheet that `plan` makes of the board, or return its reason not to.

        The plan is made again if the file was saved meanwhile.
        """
        for _ in range(TRIES):
            page, digest = self._read()
            planned = plan(page)
            if not isinstance(planned, Sheet):
                return planned
            content = write_sheet(planned)
            try:
                self.read_table.folder.replace(BOARD.name, content, digest)
            except Conflict as error:
                last = error
                continue
            self.read_table.versions.keep(BOARD.name, content, self.poll_board.clock.now())
            return planned
        raise Temporary(f"{BOARD.name} is being changed again and again") from last

    def _read(self) -> tuple[Page, str]:
        table = self.read_table(BOARD)
        return Page(table.sheet, table.columns, self.read_shop.country), table.digest

    def audit(self, job_id: str, action: str, after: Mapping[str, str], by: str) -> None:
        """Does nothing for a job not polled yet: its audit log begins with its first poll."""

        def write() -> None:
            if job := self.store.find(Job, job_id):
                at = self.poll_board.clock.now()
                self.store.commit(put_audited(job, action=action, by=by, at=at, after=dict(after)))

        retry_on_conflict(write)

    def _plan_new(
        self, page: Page, typed: Mapping[str, str], stages: Stages
    ) -> Sheet | Refused | None:
        written = write_cells(typed, page, stages)
        if written.errors:
            return Refused(written.errors)
        job_id, at = typed["job_id"], page.columns.places["job_id"]
        on_board = {parse_id(row.cells[at]) for row in page.sheet.rows}
        if job_id not in on_board and self.store.find(Job, first_id(job_id)) is None:
            return plan_row(page, written.cells)
        if job_id in on_board and _has_cells(page, job_id, written.cells):
            return None
        free = self._find_free(job_id, on_board)
        return Refused({"job_id": f"{job_id} is taken; the next free one is {free}"})

    def _find_free(self, job_id: str, taken: Collection[str] = ()) -> str:
        for _ in range(MOST_TAKEN):
            if job_id not in taken and self.store.find(Job, first_id(job_id)) is None:
                break
            job_id = find_following(job_id)
        return job_id


def _plan_edit(
    page: Page, job_id: str, typed: Mapping[str, str], seen: Mapping[str, str], stages: Stages
) -> Sheet | Refused | None:
    """Errors in cells that the person did not change are not reported."""
    written = write_cells({name: typed[name] for name in DETAILS}, page, stages)
    changed = _list_changed(typed, seen)
    # Another channel expects another kind of address.
    checked = {*changed, "contact"} if "channel" in changed else {*changed}
    if errors := {name: why for name, why in written.errors.items() if name in checked}:
        return Refused(errors)
    wanted = {name: written.cells[name] for name in changed}
    return plan_details(page, job_id, wanted, seen=seen)


def _list_changed(typed: Mapping[str, str], seen: Mapping[str, str]) -> list[str]:
    return [name for name in DETAILS if " ".join(typed[name].split()) != seen[name]]


def _has_cells(page: Page, job_id: str, cells: Mapping[str, str]) -> bool:
    """Whether the job's row has these cells already: the same form was sent twice."""
    try:
        on_board = read_details(page, job_id, FIELDS)
    except Conflict:
        return False
    return all(on_board[name] == cells[name] for name in FIELDS)


def find_place(page: Page, job_id: str) -> int:
    """The index of the job's row; Conflict if it has none, several, or a broken one."""
    at = page.columns.places["job_id"]
    rows = page.sheet.rows
    places = [place for place, row in enumerate(rows) if parse_id(row.cells[at]) == job_id]
    if not places:
        raise Conflict(f"{job_id} is no longer on the board: its row was removed")
    if len(places) > 1:
        lines = " and ".join(str(rows[place].line) for place in places)
        raise Conflict(f"{job_id} stands on the board more than once, in lines {lines}: leave one")
    for problem in page.sheet.problems:
        if problem.line == rows[places[0]].line:
            raise Conflict(f"the row of {job_id} must be mended first: {problem}")
    return places[0]


def plan_stage(
    page: Page, job_id: str, stage: Stage, stages: Stages, *, seen: str | None
) -> Sheet | None:
    """The board with the job in that stage; None if it is there already.

    `seen` is the stage in which the person saw the job; Conflict if the board names another by now.
    A cell that is no stage is overwritten.
    """
    place = find_place(page, job_id)
    now = stages.find_name(_read_cell(page, page.sheet.rows[place], "stage"))
    if now == stage.name:
        return None
    if seen is not None and now is not None and now != stages.find_name(seen):
        raise Conflict(
            f"the board was changed meanwhile: it says {now} for {job_id} now, and no longer {seen}"
        )
    return edit_cells(page.sheet, {(place, page.columns.places["stage"]): stage.name})


def plan_details(
    page: Page, job_id: str, wanted: Mapping[str, str], *, seen: Mapping[str, str]
) -> Sheet | None:
    """The board with the wanted cells in the job's row; None if they are there already.

    `seen` are the cells when the person began; Conflict if one to be changed has changed since.
    """
    place = find_place(page, job_id)
    now = {name: _read_cell(page, page.sheet.rows[place], name) for name in wanted}
    edits = {name: cell for name, cell in wanted.items() if cell != now[name]}
    if changed := [name for name in edits if now[name] != seen[name]]:
        cells = ", ".join(f"{name} is {now[name] or 'empty'!r} now" for name in changed)
        raise Conflict(f"the row of {job_id} was changed meanwhile: {cells}")
    if not edits:
        return None
    sheet, places = place_columns(page, edits)
    return edit_cells(sheet, {(place, places[name]): cell for name, cell in edits.items()})


def plan_row(page: Page, cells: Mapping[str, str]) -> Sheet:
    sheet, places = place_columns(page, cells)
    row = [""] * len(sheet.header)
    for name, cell in cells.items():
        if cell:
            row[places[name]] = cell
    return add_row(sheet, row)


def place_columns(page: Page, cells: Mapping[str, str]) -> tuple[Sheet, dict[str, int]]:
    """The sheet with a column for each cell that is not empty, and the places of all columns."""
    sheet, places = page.sheet, dict(page.columns.places)
    for name, cell in cells.items():
        if cell and name not in places:
            if sheet.problems:  # a new header would stand over cells that slipped out of theirs
                raise Conflict(f"there is no column for {name}: mend the rows below first")
            places[name] = len(sheet.header)
            sheet = add_column(sheet, name)
    return sheet, places


def read_details(page: Page, job_id: str, names: tuple[str, ...]) -> dict[str, str]:
    row = page.sheet.rows[find_place(page, job_id)]
    return {name: _read_cell(page, row, name) for name in names}


def _read_cell(page: Page, row: Row, name: str) -> str:
    return " ".join(page.columns.cell(row, name).split())


@dataclass(frozen=True, slots=True)
class Cells:
    cells: Mapping[str, str]
    errors: Mapping[str, str]


def write_cells(
    typed: Mapping[str, str], page: Page, stages: Stages, present: Mapping[str, str] = NO_CELLS
) -> Cells:
    """The typed fields as cells that are safe to write; checked as a poll would read them.

    `present` are the cells that the row has already.
    """
    cells: dict[str, str] = {}
    errors: dict[str, str] = {}
    for name, text in typed.items():
        try:
            cells[name] = _write_cell(name, text, page, stages)
        except InputError as error:
            errors[name] = str(error)
    if not errors:
        errors = _list_errors({**present, **cells}, page, stages)
    return Cells(cells, errors)


def _write_cell(name: str, text: str, page: Page, stages: Stages) -> str:
    typed = clean_text(text, field=name, most=LONGEST_ID if name == "job_id" else LONGEST_CELL)
    if name == "stage":
        if known := stages.find_name(typed):
            return known
        names = ", ".join(stage.name for stage in stages)
        raise InputError(f"{typed!r} is not a stage; expected {names}")
    cell = guard_cell(typed)
    if name == "job_id" and parse_id(cell) != typed:
        raise InputError("a spreadsheet would take this for a number: put a letter before it")
    coding = page.sheet.form.coding
    if not can_encode(cell, coding):
        lacks = f"{page.sheet.name} is kept in {coding.spoken}, which lacks some of these letters"
        raise InputError(f"{lacks}: save it as UTF-8 first")
    return cell


def _list_errors(cells: Mapping[str, str], page: Page, stages: Stages) -> dict[str, str]:
    """The problems that a poll would report for a row with these cells."""
    sheet = plan_row(page, cells)
    places = place_columns(page, cells)[1]
    reader = RowReader(sheet, Columns(places), sheet.rows[-1])
    is_over = stages.find(cells.get("stage", "")) == stages.last
    read_board_row(reader, job_id=cells.get("job_id", ""), country=page.country, is_over=is_over)
    names = {sheet.header[place].strip(): name for name, place in places.items()}
    # Only the contact is required, so a problem without a column is the contact's.
    return {names.get(problem.header or "", "contact"): problem.what for problem in reader.problems}


@dataclass(frozen=True, slots=True)
class CheckBoard:
    """Check a board that a person has typed, before it is saved."""

    read_shop: ReadShop
    country: str

    def __call__(self, table: Table) -> Sequence[SheetProblem]:
        """Stages are not checked while the settings cannot be read."""
        try:
            stages = self.read_shop().shop.stages
        except NeverRead:
            stages = None
        seen: dict[str, int] = {}
        problems: list[SheetProblem] = []
        for reader in table.readers():
            job_id = reader.text("job_id")
            if not job_id:
                reader.blame(
                    "job_id", "expected the number or the name of a job, and found nothing"
                )
            elif (line := seen.setdefault(job_id, reader.row.line)) != reader.row.line:
                reader.blame("job_id", f"{job_id} stands in line {line}, too")
            _check_stage(reader, stages)
            is_over = stages is not None and stages.find(reader.text("stage")) == stages.last
            read_board_row(reader, job_id="", country=self.country, is_over=is_over)
            problems += reader.problems
        return problems


def _check_stage(reader: RowReader, stages: Stages | None) -> None:
    cell = reader.text("stage")
    if not cell:
        reader.blame("stage", "expected a stage, and found nothing")
    elif stages is not None and stages.find(cell) is None:
        nearest = stages.nearest(cell)
        hint = f"; did you mean {nearest}?" if nearest else ""
        reader.blame("stage", f"{cell!r} is none of your stages{hint}")


def suggest_id(ids: Iterable[str]) -> str:
    styles: dict[str, list[str]] = {}
    for job_id in ids:
        if match := _NUMBERED.fullmatch(job_id):
            styles.setdefault(match[1], []).append(match[2])
    if not styles:
        return FIRST_ID
    usual = max(styles, key=lambda style: (len(styles[style]), max(map(int, styles[style])), style))
    return f"{usual}{_increment(max(styles[usual], key=int))}"


def find_following(job_id: str) -> str:
    match = _NUMBERED.fullmatch(job_id)
    return f"{match[1]}{_increment(match[2])}" if match else f"{job_id}-2"


def _increment(number: str) -> str:
    """One more, with as many digits."""
    return str(int(number) + 1).zfill(len(number))
