"""Where every customer's job is: as a board by stage, or as a list that can be searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.jobs.board.poll_board import BOARD
from belfry.jobs.board.show_board import JobPage
from belfry.jobs.jobs import ROOM, Job
from belfry.jobs.settings.read_shop import SETTINGS_DOC, ShopNow
from belfry.jobs.settings.shop import Shop
from belfry.jobs.settings.stages import Stages
from belfry.kernel.errors import BelfryError, InputError, NotFound, Permanent, Temporary

router = APIRouter(route_class=PageRoute)

PER_PAGE, PER_STAGE = 50, 12
LIST = "list"
SHOWN = {"open": "Open jobs", "closed": "Closed jobs", "all": "Open and closed"}


@dataclass(frozen=True, slots=True)
class Asked:
    """The search as typed: by words, or by stage and openness."""

    q: str = ""
    stage: str = ""
    show: str = "open"
    after: str = ""

    @property
    def is_open(self) -> bool | None:
        return {"open": True, "closed": False}.get(self.show)

    @property
    def is_everything(self) -> bool:
        return self == Asked()


@router.get("/jobs")
def list_jobs(visit: Looker) -> Response:
    params, exists = visit.request.query_params, visit.services.ports.folder.exists
    asked, shop_now = read_asked(params), find_shop_now(visit)
    is_list = not asked.is_everything or params.get("as") == LIST
    if shop_now and not is_list and exists(BOARD.name):
        return render_board(visit, shop_now, at=params.get("at", ""), here=visit.here)
    shop = shop_now.shop if shop_now else None
    return visit.show(
        "jobs.html",
        asked=asked,
        choices=SHOWN,
        stages=[stage.name for stage in shop.stages] if shop else [],
        pages=[page for page in _find_pages(visit, asked, shop) if page.lines],
        files={name: exists(name) for name in (BOARD.name, SETTINGS_DOC)},
        **find_data_problems(visit),
    )


def read_asked(params: Mapping[str, str]) -> Asked:
    q, stage, after = (params.get(name, "").replace("\0", "") for name in ("q", "stage", "after"))
    show = params.get("show", "")
    return Asked(q.strip(), stage, show if show in SHOWN else "open", after)


def _find_pages(visit: Visit, asked: Asked, shop: Shop | None) -> Sequence[JobPage]:
    """The open jobs of every stage, or one list of what was asked for."""
    find = visit.services.jobs.list_jobs
    if asked.q:
        return [find.find(asked.q, limit=PER_PAGE)]
    if shop and asked.is_everything:
        return find.by_stage([stage.name for stage in shop.stages], limit=PER_STAGE)
    page = find(stage=asked.stage, is_open=asked.is_open, after=asked.after, limit=PER_PAGE)
    return [page]


def find_shop(visit: Visit) -> Shop | None:
    """The shop as its settings stand; None where they have never been whole."""
    shop_now = find_shop_now(visit)
    return shop_now.shop if shop_now else None


def find_shop_now(visit: Visit) -> ShopNow | None:
    """The same, with its calendar."""
    try:
        return visit.services.jobs.read_shop()
    except (InputError, NotFound):
        return None


PER_LANE = 12


def render_board(
    visit: Visit,
    shop_now: ShopNow,
    *,
    at: str = "",
    here: str = "/jobs",
    **refused: Any,
) -> Response:
    """`at` is the stage that a small screen shows."""
    board = visit.services.jobs.show_board(shop_now, per_lane=PER_LANE)
    stages = shop_now.shop.stages
    names = [stage.name for stage in stages]
    first = next((lane.stage for lane in board.lanes if lane.cards), board.lanes[0].stage)
    return visit.show(
        "job_board.html",
        **refused,
        board=board,
        at=at if at in [lane.stage for lane in board.lanes] else first,
        here=here,
        stages=names,
        moves=[(name, name[:1].upper() + name[1:]) for name in names],
        find_next=lambda job: find_next(job, stages),
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


PROBLEMS_SHOWN = 20


def find_data_problems(visit: Visit) -> dict[str, Any]:
    data_problems = visit.services.ports.data_problems.list(room=ROOM)
    return {
        "data_problems": data_problems[:PROBLEMS_SHOWN],
        "problems_in_all": len(data_problems),
    }


def say_refusal(error: BelfryError | None) -> str:
    """Why a change was not made: the file of the board may be in the way."""
    match error:
        case Temporary():
            return f"the board is busy: {error}; try again in a moment"
        case Permanent():
            return f"the board cannot be written: {error}"
        case _:
            return str(error or "")


@router.post("/board/close-missing")
def close_missing(visit: Answerer) -> Response:
    closed = visit.services.jobs.poll_board.close_missing(by=visit.by)
    return visit.go("/", "closed-missing" if closed else "none-missing")
