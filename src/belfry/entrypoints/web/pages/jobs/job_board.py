"""The board of the shop: a column for each stage, a card for each job, and where it may go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.web.pages.jobs.board_problems import find_data_problems
from belfry.jobs.board.stage_times import say_wait
from belfry.jobs.updates.eta import is_passed
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from fastapi import Response

    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.jobs.board.show_board import BoardShown
    from belfry.jobs.jobs import Job
    from belfry.jobs.settings.read_shop import ShopNow
    from belfry.jobs.settings.stages import Stages

PER_LANE = 12


def render_board(
    visit: Visit,
    shop_now: ShopNow,
    *,
    at: str = "",
    refusal: str = "",
    status: int = 200,
    here: str = "/jobs",
) -> Response:
    """`at` is the stage that a small screen shows; `refusal` is why something was not done."""
    board = visit.services.jobs.show_board(shop_now, per_lane=PER_LANE)
    stages = shop_now.shop.stages
    names = [stage.name for stage in stages]
    return visit.show(
        "job_board.html",
        status=status,
        refusal=refusal,
        board=board,
        at=_pick(board, at),
        here=here,
        stages=names,
        moves=[(name, name[:1].upper() + name[1:]) for name in names],
        find_next=lambda job: find_next(job, stages),
        say_wait=say_wait,
        is_passed=is_passed,
        **find_data_problems(visit),
    )


def find_next(job: Job, stages: Stages) -> str:
    """The stage that most jobs go to from where the board says that this one is; or nothing."""
    stage = stages.find(job.pending or job.stage)
    if stage is None:
        return ""
    if stage.is_side:
        return stages.find_name(job.entered_from or "") or ""
    following = stages.next_main(stage)
    return following.name if following else ""


def _pick(board: BoardShown, at: str) -> str:
    """The stage that was asked for, else the first with a job in it."""
    names = [lane.stage for lane in board.lanes]
    if at in names:
        return at
    return next((lane.stage for lane in board.lanes if lane.cards), names[0])


def read_stage(visit: Visit) -> str:
    """The stage that a job is to go to; InputError if none was named."""
    if stage := visit.form.get("stage", "").strip():
        return stage
    raise InputError("choose a stage first", field="stage")
