"""Which controls there are, where each stands today, and what is wrong with the list."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Response

from belfry.controls.find_controls import Search, Shown
from belfry.controls.packs.load_pack import list_packs
from belfry.controls.reminders.reminders import ROOM
from belfry.controls.tasks.sync_tasks import AT_ONCE, TASKS
from belfry.entrypoints.web.pages.day_words import say_near
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Runner, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.controls.find_controls import Counts

router = APIRouter(route_class=PageRoute)

PER_PAGE, PROBLEMS_SHOWN, LONGEST_SEARCH = 50, 20, 200


@router.get("/controls")
def list_controls(visit: Looker) -> Response:
    room, asked = visit.services.controls, visit.request.query_params
    search, after = read_search(asked), asked.get("after", "").replace("\0", "")
    rules = room.pages.search.find_rules()
    return visit.show(
        "controls.html",
        **find_surroundings(visit),
        search=search,
        after=after,
        page=room.pages.search(search, after=after, limit=PER_PAGE, rules=rules),
        tiles=_count(room.acts.list_controls.count(rules)),
        who=WhoIsWho(visit.services),
        near=say_near,
    )


def find_surroundings(visit: Visit) -> dict[str, Any]:
    """What stands on every page about all controls: what is wrong, and how to begin."""
    data_problems = visit.services.ports.data_problems.list(room=ROOM)
    return {
        "data_problems": data_problems[:PROBLEMS_SHOWN],
        "problems_in_all": len(data_problems),
        "has_lost_many": any(AT_ONCE in problem.text for problem in data_problems),
        "has_list": partial(visit.services.ports.folder.exists, TASKS.name),
        "list_packs": list_packs,
    }


@router.post("/list/look")
def look_at_list(visit: Runner) -> Response:
    """What the first tick of a day does by itself: the list is read, and nobody is reminded."""
    synced = visit.services.controls.sync()
    return visit.go("/controls", "list-read" if synced.is_kept else "no-list")


@router.post("/list/close-missing")
def close_missing(visit: Answerer) -> Response:
    """The list is read again, so that what is settled is no longer told as a trouble."""
    closed = visit.services.controls.close_missing(by=visit.by)
    visit.services.controls.sync()
    return visit.go("/controls", "controls-closed" if closed else "no-controls-missing")


def read_search(params: Mapping[str, str]) -> Search:
    """Whatever is no word of ours means all of them."""
    show = params.get("show", "")
    shown = Shown(show) if show in set(Shown) else Shown.ALL
    return Search(shown, params.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH])


def _count(counts: Counts) -> dict[Shown, int]:
    """The most pressing first."""
    return {
        Shown.ESCALATED: counts.escalated,
        Shown.OVERDUE: counts.overdue,
        Shown.DUE: counts.due_now,
        Shown.ON_TRACK: counts.on_track,
        Shown.DONE: counts.done_lately,
    }
