"""Say otherwise who a job's customer is, how they are reached, or what is worked on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from belfry.jobs.board.board_edits import plan_details, read_details
from belfry.jobs.board.board_plans import Page
from belfry.jobs.board.edit_board import EditBoard
from belfry.jobs.board.new_rows import DETAILS, Refused, write_cells
from belfry.jobs.customers.sign_job import SignJob
from belfry.jobs.jobs import Job
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stages
from belfry.kernel.errors import NotFound
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
