"""Move a job to another stage, because a person says so: on the board, as if typed there.

The board is the team's truth. A move made here settles like any other before its customer hears of
it, and can be taken back as long.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.board.board_edits import plan_stage
from belfry.jobs.board.edit_board import EditBoard
from belfry.jobs.customers.sign_job import SignJob
from belfry.jobs.jobs import Job
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stage, Stages
from belfry.kernel.errors import InputError, NotFound
from belfry.ports.store import Store

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
