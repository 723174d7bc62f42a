"""All schedules on one picture: how the last day went, and what rings in the next day or week."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from fastapi import APIRouter, Response

from belfry.cron.runs import RunStatus
from belfry.cron.strips import Ahead, Stretch, find_change, list_ticks
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.visits import Looker
from belfry.entrypoints.web.pages.words import STATUSES
from belfry.entrypoints.web.pages.workflow_list import SHOWN, find_matching, find_number
from belfry.kernel.cadence import find_zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from belfry.cron.runs import RunTally
    from belfry.cron.show_timeline import Strip
    from belfry.cron.strips import Window
    from belfry.cron.workflows import Workflow

router = APIRouter(route_class=PageRoute)

PER_PAGE = 40
WIDTH = 720
ROOM = 50
HOURS = {Ahead.DAY: 3, Ahead.WEEK: 24}
CHOICES = {"all": "All of them", **{key: SHOWN[key] for key in ("yours", "belfry", "paused")}}


class Label(NamedTuple):
    """A moment on the axis, and what stands beside it."""

    x: float
    text: str
    is_day: bool


class Row(NamedTuple):
    """A strip, how often each outcome came (the worst first), and its zone if it has its own."""

    strip: Strip
    outcomes: list[tuple[RunStatus, int]]
    zone: str

    @property
    def workflow(self) -> Workflow:
        return self.strip.workflow

    @property
    def dots(self) -> list[datetime]:
        return [fire for fire in self.strip.fires if not isinstance(fire, Stretch)]

    @property
    def stretches(self) -> list[Stretch]:
        return [fire for fire in self.strip.fires if isinstance(fire, Stretch)]


_WORST_FIRST = tuple(
    sorted(
        RunStatus, key=lambda one: ("bad", "warn", "busy", "idle", "good").index(STATUSES[one].tone)
    )
)


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
        rows=[_make_row(strip, zone) for strip in timeline.strips],
        labels=list(_label(window, zone)),
        change=find_change(window, zone),
        place=lambda moment: round(WIDTH * min(max(window.place(moment), 0), 1), 1),
        worst_first=_sort_past,
        width=WIDTH,
        shown=shown,
        choices=CHOICES,
        is_first=after == 0,
        following=page[PER_PAGE - 1].id if len(page) > PER_PAGE else None,
    )


def _make_row(strip: Strip, zone: ZoneInfo) -> Row:
    counts: Counter[RunStatus] = Counter()
    for tally in strip.past:
        counts[tally.status] += tally.count
    own = strip.workflow.timezone
    outcomes = [(status, counts[status]) for status in _WORST_FIRST if counts[status]]
    return Row(strip, outcomes, "" if own == zone.key else own)


def _sort_past(tallies: Iterable[RunTally]) -> list[RunTally]:
    """The worst is drawn last, over what else came in the same hour."""
    return sorted(tallies, key=lambda one: -_WORST_FIRST.index(one.status))


def _label(window: Window, zone: ZoneInfo) -> Iterator[Label]:
    """A day is named where it begins; hours stand between, where there is room beside the day."""
    named = -float(ROOM)
    for tick in list_ticks(window, zone, hours=HOURS[window.ahead]):
        is_day = tick.clock.hour == 0 or window.ahead is Ahead.WEEK
        x = round(WIDTH * window.place(tick.at), 1)
        text = f"{tick.day:%a} {tick.day.day}" if is_day else f"{tick.clock:%H:%M}"
        yield Label(x, text if is_day or x - named >= ROOM else "", is_day)
        named = x if is_day else named
