"""The controls as cards in columns, those that want somebody first, to be answered there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.controls.answers.add_evidence import MOST_BYTES
from belfry.controls.repeats.cycles import MOST_DAYS
from belfry.controls.show_board import Arrangement, Wanted
from belfry.entrypoints.web.pages.charts import draw
from belfry.entrypoints.web.pages.controls.control_list import LONGEST_SEARCH, find_surroundings
from belfry.entrypoints.web.pages.day_words import say_near
from belfry.entrypoints.web.pages.figures import measure_months
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker

if TYPE_CHECKING:
    from collections.abc import Mapping

router = APIRouter(route_class=PageRoute)

MONTHS_SHOWN = 2
# By area there are more columns, and most of them are short.
PER_LANE = {Arrangement.MOVE: 8, Arrangement.AREA: 4}


@router.get("/controls/board")
def show_board(visit: Looker) -> Response:
    wanted = read_wanted(visit.request.query_params)
    return visit.show(
        "controls_board.html",
        **find_surroundings(visit),
        wanted=wanted,
        board=visit.services.controls.pages.show_board(wanted, per_lane=PER_LANE[wanted.by]),
        most_days=MOST_DAYS,
        most_mb=MOST_BYTES // 1024 // 1024,
        months=draw(measure_months(visit, MONTHS_SHOWN)),
        back=visit.here,
        near=say_near,
    )


def read_wanted(params: Mapping[str, str]) -> Wanted:
    """Whatever is no word of ours means all of them."""
    by = Arrangement.AREA if params.get("by") == Arrangement.AREA else Arrangement.MOVE
    area, owner, words = (
        params.get(name, "").replace("\0", "").strip()[:LONGEST_SEARCH]
        for name in ("area", "owner", "q")
    )
    return Wanted(by, area, owner, words)
