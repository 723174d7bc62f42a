"""Where every customer's job is: as a board by stage, or as a list that can be searched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.jobs.board_problems import find_data_problems
from belfry.entrypoints.web.pages.jobs.job_board import render_board
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.jobs.board.poll_board import BOARD
from belfry.jobs.board.stage_times import say_wait
from belfry.jobs.settings.read_shop import SETTINGS
from belfry.jobs.updates.eta import is_passed
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belfry.jobs.board.show_jobs import JobPage
    from belfry.jobs.settings.read_shop import ShopNow
    from belfry.jobs.settings.shop import Shop

router = APIRouter(route_class=PageRoute)

PER_PAGE, PER_STAGE = 50, 12
LIST = "list"
SHOWN = {"open": "Open jobs", "closed": "Closed jobs", "all": "Open and closed"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to see: jobs by words or by stage and openness; else by every stage."""

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
    params = visit.request.query_params
    asked, shop_now = read_asked(params), find_shop_now(visit)
    if shop_now and asked.is_everything and params.get("as") != LIST and _find_board(visit):
        return render_board(visit, shop_now, at=params.get("at", ""), here=visit.here)
    shop = shop_now.shop if shop_now else None
    return visit.show(
        "jobs.html",
        asked=asked,
        choices=SHOWN,
        stages=[stage.name for stage in shop.stages] if shop else [],
        pages=[page for page in _find_pages(visit, asked, shop) if page.lines],
        files=_find_files(visit),
        say_wait=say_wait,
        is_passed=is_passed,
        **find_data_problems(visit),
    )


def read_asked(params: Mapping[str, str]) -> Asked:
    said = {name: params.get(name, "").replace("\0", "") for name in ("q", "stage", "after")}
    show = params.get("show", "")
    return Asked(said["q"].strip(), said["stage"], show if show in SHOWN else "open", said["after"])


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


def _find_board(visit: Visit) -> bool:
    return visit.services.ports.folder.exists(BOARD.name)


def _find_files(visit: Visit) -> dict[str, bool]:
    """The files the room lives by, and whether they are there."""
    return {name: visit.services.ports.folder.exists(name) for name in (BOARD.name, SETTINGS)}
