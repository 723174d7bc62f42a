"""All schedules on a timeline: the runs of the last day, and the fires of the next day or week."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from typing import NamedTuple
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.addresses import parse_number
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflows import SHOWN, find_matching
from belfry.entrypoints.web.pages.visits import Looker
from belfry.entrypoints.web.words import STATUSES
from belfry.kernel.cron import find_zone
from belfry.scheduler.runs import RunCount, RunStatus
from belfry.scheduler.timeline import Ahead, Window, find_change, list_ticks

router = APIRouter(route_class=PageRoute)

PER_PAGE = 40
CHOICES = {"all": "All of them", **{key: SHOWN[key] for key in ("yours", "belfry", "paused")}}
WIDTH = 720
ROOM, LAST_ROOM = 50, 40
HOURS = {Ahead.DAY: 3, Ahead.WEEK: 24}
_TONES = ("bad", "warn", "busy", "idle", "good")
_WORST_FIRST = sorted(RunStatus, key=lambda status: _TONES.index(STATUSES[status].tone))


@router.get("/workflows/timeline")
def show_timeline(visit: Looker) -> Response:
    asked, ports = visit.request.query_params, visit.services.ports
    ahead = Ahead.WEEK if asked.get("ahead") == Ahead.WEEK else Ahead.DAY
    shown = asked.get("show", "")
    shown = shown if shown in CHOICES else "all"
    after = parse_number(asked.get("after", ""))
    page = list(islice(find_matching(ports.workflows, "", shown, after), PER_PAGE + 1))
    timeline = visit.services.show_timeline(page[:PER_PAGE], ahead)
    window, zone = timeline.window, find_zone(visit.services.settings.timezone)
    return visit.show(
        "workflow_timeline.html",
        window=window,
        strips=[(strip, _sort_worst_last(strip.past)) for strip in timeline.strips],
        count_outcomes=_count_outcomes,
        labels=list(list_labels(window, zone)),
        change=find_change(window, zone),
        place=partial(place, window),
        width=WIDTH,
        shown=shown,
        choices=CHOICES,
        is_first=after == 0,
        following=page[PER_PAGE - 1].id if len(page) > PER_PAGE else None,
    )


class Label(NamedTuple):
    """A tick of the axis; `beside` is where its text goes, None without room."""

    x: float
    beside: float | None
    text: str
    is_day: bool


def list_labels(window: Window, zone: ZoneInfo) -> Iterator[Label]:
    """Days at their start, and hours between where there is room."""
    named = -float(ROOM)
    for tick in list_ticks(window, zone, hours=HOURS[window.ahead]):
        is_day = tick.clock.hour == 0 or window.ahead is Ahead.WEEK
        x = place(window, tick.at)
        text = f"{tick.day:%a} {tick.day.day}" if is_day else f"{tick.clock:%H:%M}"
        beside = x + 2 if x < WIDTH - LAST_ROOM else None
        yield Label(x, beside, text if is_day or x - named >= ROOM else "", is_day)
        named = x if is_day else named


def place(window: Window, moment: datetime) -> float:
    """The x of a moment; outside of the window it is at the edge."""
    return round(WIDTH * min(max(window.place(moment), 0), 1), 1)


def _sort_worst_last(past: Sequence[RunCount]) -> list[RunCount]:
    """The worst is drawn last, over what else came in the same hour."""
    return sorted(past, key=lambda count: _WORST_FIRST.index(count.status), reverse=True)


def _count_outcomes(past: Sequence[RunCount]) -> dict[str, int]:
    """How many runs had each outcome, the worst first."""
    counts: dict[str, int] = {}
    for run_count in reversed(past):
        word = STATUSES[run_count.status].word
        counts[word] = counts.get(word, 0) + run_count.count
    return counts
