"""Moving a job to another stage, from its card or from its page."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.jobs.board_refusals import HINDRANCES, find_status, say_refusal
from belfry.entrypoints.web.pages.jobs.job_board import read_stage, render_board
from belfry.entrypoints.web.pages.jobs.job_page import JobName, render_job
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Visit, Worker, find_local_path
from belfry.kernel.errors import BelfryError

router = APIRouter(route_class=PageRoute)

BOARD = "/jobs"


@router.post("/jobs/{name}/move")
def move(visit: Worker, name: JobName) -> Response:
    job_id = parse_name(name)
    try:
        is_moved = visit.services.jobs.board.move(
            job_id, read_stage(visit), by=visit.by, seen=visit.form.get("seen")
        )
    except HINDRANCES as error:
        return refuse(visit, job_id, error)
    return visit.go(f"/jobs/{name}", "job-moved" if is_moved else "job-there")


def refuse(visit: Visit, job_id: str, error: BelfryError) -> Response:
    """The page that the person was on, with what is in the way."""
    status, said = find_status(error), say_refusal(error)
    back = urlsplit(find_local_path(visit.form.get("back", ""), ""))
    if back.path != BOARD:
        return render_job(visit, job_id, refusal=said, status=status)
    at = parse_qs(back.query).get("at", [""])[0]
    why = f"{job_id} was not moved: {said}"
    shop_now = visit.services.jobs.read_shop()
    return render_board(visit, shop_now, at=at, refusal=why, status=status, here=back.geturl())
