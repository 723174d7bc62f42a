"""All schedules on one picture: how the last day went, and what rings in the next day or week."""

from __future__ import annotations

from itertools import islice

from fastapi import APIRouter, Response

from belfry.cron.strips import Ahead, find_change
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.timeline_rows import WIDTH, list_labels, make_row, place
from belfry.entrypoints.web.pages.visits import Looker
from belfry.entrypoints.web.pages.workflow_list import SHOWN, find_matching, find_number
from belfry.kernel.cadence import find_zone

router = APIRouter(route_class=PageRoute)

PER_PAGE = 40
CHOICES = {"all": "All of them", **{key: SHOWN[key] for key in ("yours", "belfry", "paused")}}


@router.get("/workflows/timeline")
def show_timeline(visit: Looker) -> Response:
    asked, ports = visit.request.query_params, visit.services.ports
    ahead = Ahead.WEEK if asked.get("ahead") == Ahead.WEEK else Ahead.DAY
    shown = asked.get("show", "")
    shown = shown if shown in CHOICES else "all"
    after = find_number(asked.get("after", ""))
    page = list(islice(find_matching(ports.workflows, "", shown, after), PER_PAGE + 1))
    timeline = visit.services.show_timeline(page[:PER_PAGE], ahead)
    window, zone = timeline.window, find_zone(visit.services.settings.timezone)
    return visit.show(
        "workflow_timeline.html",
        window=window,
        rows=[make_row(strip, window, zone.key) for strip in timeline.strips],
        labels=list(list_labels(window, zone)),
        change=find_change(window, zone),
        now_at=place(window.now, window),
        width=WIDTH,
        shown=shown,
        choices=CHOICES,
        is_first=after == 0,
        following=page[PER_PAGE - 1].id if len(page) > PER_PAGE else None,
    )
