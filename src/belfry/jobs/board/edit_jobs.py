"""Add, move and edit jobs for a person, on the board, as if typed there.

The board stays the team's source of truth: a move made here settles like any other before its
customer hears of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from belfry.jobs.board.edit_board import (
    DETAILS,
    FIELDS,
    AuditJob,
    EditBoard,
    Refused,
    plan_details,
    plan_row,
    plan_stage,
    read_details,
    write_cells,
)
from belfry.jobs.board.moves import Page, parse_id, render_expected
from belfry.jobs.jobs import Job
from belfry.jobs.ports import OpenJobs, get_job
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stages
from belfry.kernel.errors import Conflict, InputError
from belfry.kernel.sheets import Sheet
from belfry.ports.store import Store

MOVED = "moved on the board"
EDITED = "edited on the board"
ADDED = "put on the board"
IDS_READ = 100
MOST_TAKEN = 1000
FIRST_ID = "J-1"
# Longer numbers are serial numbers, not a count of jobs.
_NUMBERED = re.compile(r"(|.*\D)(\d{1,9})", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class MoveJob:
    store: Store
    read_shop: ReadShop
    edit_board: EditBoard
    audit_job: AuditJob

    def __call__(self, job_id: str, stage: str, *, by: str, seen: str | None = None) -> bool:
        """Whether the board was changed: not if the job is in that stage already.

        `seen` is the stage in which the person saw the job; Conflict if the board names another
        by now, or if the job has no row or several. InputError for an unknown stage.
        """
        get_job(self.store, job_id)
        stages = self.read_shop().shop.stages
        wanted = stages.find(stage)
        if wanted is None:
            expected = render_expected(stage, stages)
            raise InputError(f"{stage!r} is not a stage; {expected}", field="stage")
        planned = self.edit_board(lambda page: plan_stage(page, job_id, wanted, stages, seen=seen))
        if planned is None:
            return False
        after = {"stage": wanted.name, **({"seen": seen} if seen else {})}
        self.audit_job(job_id, action=MOVED, after=after, by=by)
        self.edit_board.poll()
        return True


@dataclass(frozen=True, slots=True)
class EditJob:
    """Change the customer, the contact, the channel or the item of a job."""

    store: Store
    read_shop: ReadShop
    edit_board: EditBoard
    audit_job: AuditJob

    def read(self, job_id: str) -> dict[str, str]:
        """The cells of the job's row; Conflict if it has no row or several."""
        get_job(self.store, job_id)
        return read_details(self.edit_board.read(), job_id, DETAILS)

    def __call__(
        self, job_id: str, typed: Mapping[str, str], *, seen: Mapping[str, str], by: str
    ) -> bool | Refused:
        """Whether anything was changed.

        `seen` are the cells when the person began; Conflict if the same cells have changed since.
        """
        get_job(self.store, job_id)
        stages = self.read_shop().shop.stages
        planned = self.edit_board(lambda page: _plan_edit(page, job_id, typed, seen, stages))
        if isinstance(planned, Refused):
            return planned
        if planned:
            # The audit log names the cells, not the customer's data in them.
            changed = ", ".join(_list_changed(typed, seen))
            self.audit_job(job_id, action=EDITED, after={"cells": changed}, by=by)
            self.edit_board.poll()
        return planned is not None


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


@dataclass(frozen=True, slots=True)
class Added:
    """The job is on the board; not `is_new` if exactly that row was there already."""

    job_id: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class AddJob:
    store: Store
    open_jobs: OpenJobs
    read_shop: ReadShop
    edit_board: EditBoard
    audit_job: AuditJob

    def suggest(self) -> str:
        """A free id in the style of the others."""
        stages = self.read_shop().shop.stages
        first = self.open_jobs.list_newest(stages.main[0].name, limit=IDS_READ)
        known = [*self.open_jobs.list_last(limit=IDS_READ), *(job.id for job in first)]
        return self._find_free(suggest_id(known))

    def __call__(self, typed: Mapping[str, str], *, by: str) -> Added | Refused:
        """Add a row; `typed` by field. Without an id the job gets the next free one."""
        stages = self.read_shop().shop.stages
        given = {name: typed.get(name, "") for name in FIELDS}
        given["job_id"] = " ".join(given["job_id"].split()) or self.suggest()
        given["stage"] = given["stage"] or stages.main[0].name
        planned = self.edit_board(lambda page: self._plan(page, given, stages))
        if isinstance(planned, Refused):
            return planned
        job_id = given["job_id"]
        if planned:
            self.edit_board.poll()
            self.audit_job(job_id, action=ADDED, after={"stage": given["stage"]}, by=by)
        return Added(job_id, is_new=planned is not None)

    def _plan(self, page: Page, typed: Mapping[str, str], stages: Stages) -> Sheet | Refused | None:
        written = write_cells(typed, page, stages)
        if written.errors:
            return Refused(written.errors)
        job_id, at = typed["job_id"], page.columns.places["job_id"]
        on_board = {parse_id(row.cells[at]) for row in page.sheet.rows}
        if job_id not in on_board and self.store.find(Job, job_id) is None:
            return plan_row(page, written.cells)
        if job_id in on_board and _has_cells(page, job_id, written.cells):
            return None
        free = self._find_free(job_id, on_board)
        return Refused({"job_id": f"{job_id} is taken; the next free one is {free}"})

    def _find_free(self, job_id: str, taken: Collection[str] = ()) -> str:
        for _ in range(MOST_TAKEN):
            if job_id not in taken and self.store.find(Job, job_id) is None:
                break
            job_id = find_following(job_id)
        return job_id


def _has_cells(page: Page, job_id: str, cells: Mapping[str, str]) -> bool:
    """Whether the job's row has these cells already: the same form was sent twice."""
    try:
        on_board = read_details(page, job_id, FIELDS)
    except Conflict:
        return False
    return all(on_board[name] == cells[name] for name in FIELDS)


def suggest_id(ids: Iterable[str]) -> str:
    """The id after the highest of the commonest style; an example if none has a number."""
    styles: dict[str, list[str]] = {}
    for job_id in ids:
        if match := _NUMBERED.fullmatch(job_id):
            styles.setdefault(match[1], []).append(match[2])
    if not styles:
        return FIRST_ID
    usual = max(styles, key=lambda style: (len(styles[style]), max(map(int, styles[style])), style))
    return f"{usual}{_increment(max(styles[usual], key=int))}"


def find_following(job_id: str) -> str:
    """The id after this one."""
    match = _NUMBERED.fullmatch(job_id)
    return f"{match[1]}{_increment(match[2])}" if match else f"{job_id}-2"


def _increment(number: str) -> str:
    """One more, with as many digits."""
    return str(int(number) + 1).zfill(len(number))
