"""All workflows at a glance: when each rings, how it went last, and what to do about it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.today import OWN_KINDS
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.kernel.errors import InputError
from belfry.scheduler.triggers import find_next

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from belfry.scheduler.ports import Workflows
    from belfry.scheduler.runs import Run
    from belfry.scheduler.workflows import Workflow

router = APIRouter(route_class=PageRoute)

PER_PAGE = 25
READ_AT_ONCE = 500
LONGEST_NUMBER = 15
SHOWN = {
    "yours": "Your workflows",
    "belfry": "Belfry's own",
    "paused": "Paused",
    "archived": "Archived",
}


@dataclass(frozen=True, slots=True)
class Row:
    workflow: Workflow
    fires: Sequence[datetime]
    latest: Run | None
    is_busy: bool


@router.get("/workflows")
def list_workflows(visit: Looker) -> Response:
    asked = visit.request.query_params
    shown = asked.get("show", "yours")
    after = find_number(asked.get("after", ""))
    found = find_matching(visit.services.ports.workflows, asked.get("q", ""), shown, after)
    page = list(islice(found, PER_PAGE + 1))
    return visit.show(
        "workflows.html",
        rows=_find_rows(visit, page[:PER_PAGE]),
        q=asked.get("q", ""),
        shown=shown if shown in SHOWN else "yours",
        choices=SHOWN,
        is_first=after == 0,
        following=page[PER_PAGE - 1].id if len(page) > PER_PAGE else None,
        back=visit.here,
    )


def find_matching(workflows: Workflows, q: str, shown: str, after: int) -> Iterator[Workflow]:
    """The workflows that were asked for, the lowest id first, read as far as somebody looks."""
    wanted = " ".join(q.split()).casefold()
    while page := workflows.list(
        team_id=None, after=after, limit=READ_AT_ONCE, archived=shown == "archived"
    ):
        for workflow in page:
            if wanted in workflow.name.casefold() and _is_shown(workflow, shown):
                yield workflow
        if len(page) < READ_AT_ONCE:
            return
        after = page[-1].id


def _is_shown(workflow: Workflow, shown: str) -> bool:
    match shown:
        case "all":
            return True
        case "belfry":
            return workflow.kind in OWN_KINDS
        case "paused":
            return workflow.paused_at is not None
        case "archived":
            return workflow.archived_at is not None
        case _:
            return workflow.kind not in OWN_KINDS


def _find_rows(visit: Visit, workflows: Sequence[Workflow]) -> list[Row]:
    ports = visit.services.ports
    ids = [workflow.id for workflow in workflows]
    nexts, latest, busy = (
        ports.triggers.find_next(ids),
        ports.runs.find_latest(ids),
        ports.runs.find_busy(ids),
    )
    return [
        Row(w, find_fires(w, nexts.get(w.id), 2), latest.get(w.id), w.id in busy) for w in workflows
    ]


def find_fires(workflow: Workflow, first: datetime | None, count: int) -> list[datetime]:
    """The bell's own next fire, and those that follow it."""
    fires: list[datetime] = []
    fire = first
    with suppress(InputError):  # a zone or a schedule that nobody can read any more
        while fire is not None and len(fires) < count:
            fires.append(fire)
            fire = find_next(workflow, fire)
    return fires


def find_number(text: str) -> int:
    """A number from an address; 0 for whatever is none of ours."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else 0
