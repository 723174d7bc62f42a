"""Take a job in: write it onto the board as one more row."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from belfry.jobs.board.board_edits import read_details
from belfry.jobs.board.board_plans import Page
from belfry.jobs.board.edit_board import EditBoard
from belfry.jobs.board.new_rows import FIELDS, Refused, plan_row, write_cells
from belfry.jobs.board.sightings import tidy_id
from belfry.jobs.customers.sign_job import SignJob
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Lineup
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stages
from belfry.kernel.errors import Conflict
from belfry.kernel.sheets import Sheet
from belfry.ports.store import Store

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
