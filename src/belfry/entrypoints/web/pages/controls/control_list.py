"""Which controls there are, where each stands today, and what is wrong with the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Response

from belfry.accounts.users import Act, may
from belfry.controls.find_controls import NAME, Search, Shown
from belfry.controls.packs.load_pack import list_packs
from belfry.controls.reminders.reminders import ROOM
from belfry.controls.repeats.cycles import MOST_DAYS
from belfry.controls.show_board import Arrangement, Wanted
from belfry.controls.tasks.proposals import ProposedControl
from belfry.controls.tasks.propose_controls import Edits
from belfry.controls.tasks.sync_tasks import AT_ONCE, TASKS
from belfry.entrypoints.web.pages.addresses import Name
from belfry.entrypoints.web.pages.figures import draw, measure_months
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Editor, Looker, Runner, Visit

router = APIRouter(route_class=PageRoute)

PER_PAGE, PROBLEMS_SHOWN, LONGEST_SEARCH = 50, 20, 200


@router.get("/controls")
def list_controls(visit: Looker) -> Response:
    room, asked = visit.services.controls, visit.request.query_params
    search, after = read_search(asked), asked.get("after", "").replace("\0", "")
    rules = room.search.find_rules()
    return visit.show(
        "controls.html",
        **find_surroundings(visit),
        search=search,
        after=after,
        page=room.search(search, after=after, limit=PER_PAGE, rules=rules),
        counts=room.list_controls.count(rules),
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
        "proposals": _list_proposals(visit),
    }


def _list_proposals(visit: Visit) -> Sequence[ProposedControl]:
    """For those who decide: what was forwarded is not for everybody."""
    if not may(visit.user.role, Act.ANSWER):
        return []
    return visit.services.ports.proposals.list_newest(is_undecided=True, limit=PROBLEMS_SHOWN)


@router.post("/list/proposals/{name}/approve")
def approve_proposal(visit: Answerer, name: Name) -> Response:
    """The list is read at once; no reminders are sent."""
    room = visit.services.controls
    room.propose.approve(name, _read_edits(visit), by=visit.by)
    room.sync()
    return visit.go("/controls", "proposal-approved")


@router.post("/list/proposals/{name}/edit")
def edit_proposal(visit: Answerer, name: Name) -> Response:
    visit.services.controls.propose.edit(name, _read_edits(visit), by=visit.by)
    return visit.go("/controls", "proposal-edited")


@router.post("/list/proposals/{name}/decline")
def decline_proposal(visit: Answerer, name: Name) -> Response:
    visit.services.controls.propose.decline(name, by=visit.by)
    return visit.go("/controls", "proposal-declined")


def _read_edits(visit: Visit) -> Edits:
    """What stands in the fields of the form; a mere button has none."""
    return Edits(*(visit.form.get(field) for field in ("name", "repeat", "owner")))


@router.post("/list/look")
def look_at_list(visit: Runner) -> Response:
    """Read the list, as the first tick of a day does; no reminders are sent."""
    synced = visit.services.controls.sync()
    return visit.go("/controls", "list-read" if synced.is_kept else "no-list")


@router.post("/list/close-missing")
def close_missing(visit: Answerer) -> Response:
    """The list is read again, so that it no longer counts as a data problem."""
    closed = visit.services.controls.sync.close_missing(by=visit.by)
    visit.services.controls.sync()
    return visit.go("/controls", "controls-closed" if closed else "no-controls-missing")


@router.post("/list/keep-samples")
def keep_samples(visit: Editor) -> Response:
    """The sample controls are the team's own from now on."""
    count = visit.services.docs.samples.keep(TASKS, by=visit.by)
    return visit.go("/controls", "samples-kept" if count else "no-samples")


def read_search(params: Mapping[str, str]) -> Search:
    show = params.get("show", "")
    shown = Shown(show) if show in set(Shown) else Shown.ALL
    return Search(shown, params.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH])


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
        me=visit.services.controls.search.find_staff().name_user(visit.user),
        board=visit.services.controls.show_board(wanted, per_lane=PER_LANE[wanted.by]),
        most_days=MOST_DAYS,
        months=draw(measure_months(visit, MONTHS_SHOWN)),
        back=visit.here,
    )


def read_wanted(params: Mapping[str, str]) -> Wanted:
    by = Arrangement.AREA if params.get("by") == Arrangement.AREA else Arrangement.MOVE
    area, owner, words = (
        params.get(name, "").replace("\0", "").strip()[:LONGEST_SEARCH]
        for name in ("area", "owner", "q")
    )
    return Wanted(by, area, owner, words)


@router.post("/list/load")
def load_pack(visit: Editor) -> Response:
    """The list is read at once; no reminders are sent."""
    room = visit.services.controls
    loaded = room.load_pack(visit.form["pack"], by=visit.by)
    room.sync()
    return visit.go("/controls/board", "pack-loaded" if loaded.added else "pack-known")


@router.get("/controls.csv")
def export_controls(visit: Looker) -> Response:
    content = visit.services.controls.export(is_marked=True)
    headers = {"Content-Disposition": f'attachment; filename="{NAME}"'}
    return Response(content, media_type="text/csv", headers=headers)
