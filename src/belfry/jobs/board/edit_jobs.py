"""Say otherwise who a job's customer is, how they are reached, or what is worked on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from belfry.jobs.board.edit_board import (
    DETAILS,
    FIELDS,
    EditBoard,
    Refused,
    SignJob,
    plan_details,
    plan_row,
    plan_stage,
    read_details,
    write_cells,
)
from belfry.jobs.board.poll_board import Page
from belfry.jobs.board.rows import tidy_id
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Lineup
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stage, Stages
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.sheets import Sheet
from belfry.ports.store import Store

EDITED = "edited on the board"


@dataclass(frozen=True, slots=True)
class EditJob:
    store: Store
    read_shop: ReadShop
    edit_board: EditBoard
    sign_job: SignJob

    def read(self, job_id: str) -> dict[str, str]:
        """What the job's row says; Conflict if it is not on the board, or on several rows."""
        self._insist(job_id)
        return read_details(self.edit_board.read(), job_id, DETAILS)

    def __call__(
        self, job_id: str, typed: Mapping[str, str], *, seen: Mapping[str, str], by: str
    ) -> bool | Refused:
        """Whether anything was changed.

        `seen` is what the row said when that person began; Conflict if somebody else has changed
        the same cells since.
        """
        self._insist(job_id)
        stages = self.read_shop().shop.stages
        planned = self.edit_board(lambda page: _plan(page, job_id, typed, seen, stages))
        if isinstance(planned, Refused):
            return planned
        if planned:
            # What was said is the customer's own: the trail names the cells alone.
            changed = ", ".join(_list_changed(typed, seen))
            self.sign_job(job_id, action=EDITED, after={"cells": changed}, by=by)
            self.edit_board.look()
        return planned is not None

    def _insist(self, job_id: str) -> None:
        if self.store.find(Job, job_id) is None:
            raise NotFound(f"no job {job_id!r} has been seen on the board")


def _plan(
    page: Page, job_id: str, typed: Mapping[str, str], seen: Mapping[str, str], stages: Stages
) -> Sheet | Refused | None:
    """What was wrong before and is left as it was is nobody's mistake now."""
    written = write_cells({name: typed[name] for name in DETAILS}, page, stages)
    changed = _list_changed(typed, seen)
    # By another way another kind of address is expected.
    judged = {*changed, "contact"} if "channel" in changed else {*changed}
    if errors := {name: why for name, why in written.errors.items() if name in judged}:
        return Refused(errors)
    wanted = {name: written.cells[name] for name in changed}
    return plan_details(page, job_id, wanted, seen=seen)


def _list_changed(typed: Mapping[str, str], seen: Mapping[str, str]) -> list[str]:
    return [name for name in DETAILS if " ".join(typed[name].split()) != seen[name]]


MOVED = "moved on the board"


@dataclass(frozen=True, slots=True)
class MoveJob:
    store: Store
    read_shop: ReadShop
    edit_board: EditBoard
    sign_job: SignJob

    def __call__(self, job_id: str, stage: str, *, by: str, seen: str | None = None) -> bool:
        """Whether the board was changed: not if it says so already.

        `seen` is the stage that person saw the job in; Conflict if the board says another one by
        now, if the job is not on it, or on several rows. InputError for a stage there is not.
        """
        if self.store.find(Job, job_id) is None:
            raise NotFound(f"no job {job_id!r} has been seen on the board")
        stages = self.read_shop().shop.stages
        wanted = _find_stage(stage, stages)
        planned = self.edit_board(lambda page: plan_stage(page, job_id, wanted, stages, seen=seen))
        if planned is None:
            return False
        after = {"stage": wanted.name, **({"seen": seen} if seen else {})}
        self.sign_job(job_id, action=MOVED, after=after, by=by)
        self.edit_board.look()
        return True


def _find_stage(said: str, stages: Stages) -> Stage:
    if found := stages.find(said):
        return found
    near = stages.nearest(said)
    hint = f". Did you mean {near}?" if near else ""
    names = ", ".join(stage.name for stage in stages)
    raise InputError(f"{said!r} is not a stage; expected {names}{hint}", field="stage")


ADDED = "put on the board"
LOOKED_AT = 100
MOST_TAKEN = 1000


@dataclass(frozen=True, slots=True)
class Added:
    """The job is on the board; not `is_new` if that very row stood there already."""

    job_id: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class AddJob:
    store: Store
    lineup: Lineup
    read_shop: ReadShop
    edit_board: EditBoard
    sign_job: SignJob

    def suggest(self) -> str:
        """An id that no job has had yet, written like the others."""
        stages = self.read_shop().shop.stages
        first = self.lineup.list_newest(stages.main[0].name, limit=LOOKED_AT)
        known = [*self.lineup.list_last(limit=LOOKED_AT), *(job.id for job in first)]
        return self._find_free(suggest_id(known))

    def __call__(self, typed: Mapping[str, str], *, by: str) -> Added | Refused:
        """`typed` by the names of the fields; without an id the job gets the next free one."""
        stages = self.read_shop().shop.stages
        given = {name: typed.get(name, "") for name in FIELDS}
        given["job_id"] = " ".join(given["job_id"].split()) or self.suggest()
        given["stage"] = given["stage"] or stages.main[0].name
        planned = self.edit_board(lambda page: self._plan(page, given, stages))
        if isinstance(planned, Refused):
            return planned
        job_id = given["job_id"]
        if planned:
            self.edit_board.look()
            self.sign_job(job_id, action=ADDED, after={"stage": given["stage"]}, by=by)
        return Added(job_id, is_new=planned is not None)

    def _plan(self, page: Page, typed: Mapping[str, str], stages: Stages) -> Sheet | Refused | None:
        written = write_cells(typed, page, stages)
        if written.errors:
            return Refused(written.errors)
        job_id, at = typed["job_id"], page.columns.places["job_id"]
        on_board = {tidy_id(row.cells[at]) for row in page.sheet.rows}
        if job_id not in on_board and self.store.find(Job, job_id) is None:
            return plan_row(page, written.cells)
        if job_id in on_board and _says(page, job_id, written.cells):
            return None
        free = self._find_free(job_id, on_board)
        return Refused({"job_id": f"{job_id} is taken; the next free one is {free}"})

    def _find_free(self, job_id: str, taken: Collection[str] = ()) -> str:
        for _ in range(MOST_TAKEN):
            if job_id not in taken and self.store.find(Job, job_id) is None:
                break
            job_id = find_following(job_id)
        return job_id


def _says(page: Page, job_id: str, cells: Mapping[str, str]) -> bool:
    """Whether the job's row says just that: the same form came twice."""
    try:
        found = read_details(page, job_id, FIELDS)
    except Conflict:
        return False
    return all(found[name] == cells[name] for name in FIELDS)


FIRST = "J-1"
# Longer ones are no count of jobs, but somebody's serial numbers.
_NUMBERED = re.compile(r"(|.*\D)(\d{1,9})", re.ASCII | re.DOTALL)


def suggest_id(ids: Iterable[str]) -> str:
    """The id after the highest of the most usual kind; an example where none has a number."""
    kinds: dict[str, list[str]] = {}
    for job_id in ids:
        if match := _NUMBERED.fullmatch(job_id):
            kinds.setdefault(match[1], []).append(match[2])
    if not kinds:
        return FIRST
    usual = max(kinds, key=lambda kind: (len(kinds[kind]), max(map(int, kinds[kind])), kind))
    return f"{usual}{_follow(max(kinds[usual], key=int))}"


def find_following(job_id: str) -> str:
    """The id that comes after this one."""
    match = _NUMBERED.fullmatch(job_id)
    return f"{match[1]}{_follow(match[2])}" if match else f"{job_id}-2"


def _follow(number: str) -> str:
    """One more, with as many digits."""
    return str(int(number) + 1).zfill(len(number))
