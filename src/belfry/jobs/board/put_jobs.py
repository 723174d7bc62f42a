"""Take jobs from another program: each becomes a row of the board.

The board stays the only list of jobs. A row is written where the team keeps it, so that people see
it there, and the poll judges it as if a person had typed it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from belfry.accounts.keys import TakenRequests
from belfry.jobs.board.edit_jobs import (
    ADDED,
    EDITED,
    FIELDS,
    MOVED,
    EditBoard,
    Refused,
    find_place,
    place_columns,
    plan_row,
    read_details,
    write_cells,
)
from belfry.jobs.board.moves import COLUMNS, Page, parse_id
from belfry.jobs.board.poll_board import BOARD, plan_closed
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Jobs
from belfry.jobs.settings.stages import Stages
from belfry.kernel.errors import Conflict, NotFound, Permanent, Temporary
from belfry.kernel.sheets import Sheet, SheetError, edit_cells, make_sheet, undo_inert, write_sheet
from belfry.kernel.sheets.sheets import GridEdit, apply_grid_edit
from belfry.ports.store import retry_on_conflict
from belfry.workspace.docs import NeverRead

CELLS = tuple(column.name for column in COLUMNS if column.name != "job_id")


@dataclass(frozen=True, slots=True)
class TakenJob:
    """The job as recorded after the poll; `is_new` if the board had no row of that number."""

    job: Job
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class PutJobs:
    """Write and remove rows for a program that shows an API key.

    `request_key` is its Idempotency-Key: a request that was taken before changes nothing, even if
    the row has changed since. Conflict if the board or the shop's settings cannot be read, or the
    number has several rows; Temporary while the board keeps changing.
    """

    board: EditBoard
    jobs: Jobs
    requests: TakenRequests

    def put(
        self, number: str, cells: Mapping[str, str], *, by: str, request_key: str = ""
    ) -> TakenJob | Refused:
        """Write these cells; others of the row stay as they are, and a number without one gets it.

        Refused, with the reasons by column, if the poll could not read the row.
        """
        name, request = f"{by}/{request_key}", json.dumps([number, dict(cells)], sort_keys=True)
        if request_key and self.requests.is_repeat(name, request):
            return TakenJob(self.get(number))
        with _name_files():
            before = self._find_row(number)
            stages = self.board.read_shop().shop.stages
            written = self.board.write(lambda page: plan_put(page, number, cells, stages))
            if isinstance(written, Refused):
                return written
            if written or self._find(number) is None:
                self.board.poll_board()
        job = self._find(number)
        if job is None or job.closed_at:
            raise Temporary(f"{number} is on the board, and was not read yet")
        if written:
            self._audit(job, before, cells, by)
        if request_key:
            self.requests.remember(name, request)
        return TakenJob(job, is_new=before is None)

    def remove(self, number: str, *, by: str, request_key: str = "") -> None:
        """Take the row off the board and close its job, without a message to the customer.

        NotFound for a number that was never on the board.
        """
        name, request = f"{by}/{request_key}", json.dumps([number])
        if request_key and self.requests.is_repeat(name, request):
            return
        with _name_files():
            row = self._find_row(number)
            if row is not None:
                self.board.write(lambda page: plan_removal(page, number))
        if self._find(number) is None and row is None:
            raise NotFound(f"there is no job {number!r}")
        retry_on_conflict(lambda: self._close(number, by))
        self.board.poll_board()
        if request_key:
            self.requests.remember(name, request)

    def get(self, number: str) -> Job:
        job = self._find(number)
        if job is None:
            raise NotFound(f"there is no job {number!r}")
        return job

    def _find(self, number: str) -> Job | None:
        return next(iter(self.jobs.list_current([number])), None)

    def _find_row(self, number: str) -> dict[str, str] | None:
        """The cells of the number's row; a team without a board gets an empty one."""
        folder = self.board.read_table.folder
        if not folder.exists(BOARD.name):
            self.board.read_shop()
            with suppress(Conflict):  # another request has just made it
                folder.replace(BOARD.name, write_sheet(make_sheet(BOARD.name, FIELDS)), None)
        table = self.board.read_table(BOARD)
        return _read_row(Page(table.sheet, table.columns, ""), number)

    def _audit(
        self, job: Job, before: Mapping[str, str] | None, cells: Mapping[str, str], by: str
    ) -> None:
        """The audit log names the cells, not the customer's data in them."""
        if before is None:
            self.board.audit(job.id, ADDED, {"stage": cells["stage"]}, by)
            return
        changed = [name for name in cells if cells[name] != undo_inert(before[name])]
        if changed == ["stage"]:
            self.board.audit(job.id, MOVED, {"stage": cells["stage"]}, by)
        else:
            self.board.audit(job.id, EDITED, {"cells": ", ".join(changed)}, by)

    def _close(self, number: str, by: str) -> None:
        job = self._find(number)
        if job and not job.closed_at:
            [changes] = plan_closed([job], self.board.poll_board.clock.now(), by=by)
            self.board.store.commit(changes)


def plan_put(
    page: Page, number: str, cells: Mapping[str, str], stages: Stages
) -> Sheet | Refused | None:
    """The board with these cells in the number's row; None if they are there already.

    Mistakes in cells that are not written are the board's own, and left to the poll.
    """
    present = _read_row(page, number)
    if present is None:
        new = write_cells({"job_id": number, **cells}, page, stages)
        return Refused(new.errors) if new.errors else plan_row(page, new.cells)
    written = write_cells(cells, page, stages, {"job_id": number, **present})
    checked = {*cells, "contact"} if "channel" in cells else {*cells}
    if errors := {name: why for name, why in written.errors.items() if name in checked}:
        return Refused(errors)
    edits = {name: cell for name, cell in written.cells.items() if cell != present[name]}
    if not edits:
        return None
    place = find_place(page, number)
    sheet, places = place_columns(page, edits)
    filled = {(place, places[name]): cell for name, cell in edits.items() if name in places}
    return edit_cells(sheet, filled)


def plan_removal(page: Page, number: str) -> Sheet | None:
    """The board without the number's row; None if it has none."""
    if _read_row(page, number) is None:
        return None
    return apply_grid_edit(page.sheet, GridEdit(removed=frozenset({find_place(page, number)})))


def _read_row(page: Page, number: str) -> dict[str, str] | None:
    """The cells of the number's row, None without one; Conflict if it has several."""
    at = page.columns.places["job_id"]
    if not any(parse_id(row.cells[at]) == number for row in page.sheet.rows):
        return None
    return read_details(page, number, CELLS)


@contextmanager
def _name_files() -> Iterator[None]:
    """What is wrong with the team's files is no mistake of the caller's."""
    try:
        yield
    except (NotFound, NeverRead, SheetError, Permanent) as error:
        raise Conflict(f"the board cannot be used now: {error}") from error
