"""All schedules on a timeline: the runs of the last day, and the fires of the next day or week."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.addresses import parse_number
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflows import SHOWN, find_matching
from belfry.entrypoints.web.pages.visits import Looker
from belfry.entrypoints.web.pages.words import STATUSES
from belfry.kernel.cron import find_zone
from belfry.scheduler.runs import RunStatus
from belfry.scheduler.timeline import Ahead, Stretch, find_change, list_ticks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from belfry.scheduler.runs import RunCount
    from belfry.scheduler.timeline import Strip, Window
    from belfry.scheduler.workflows import Workflow

router = APIRouter(route_class=PageRoute)

PER_PAGE = 40
CHOICES = {"all": "All of them", **{key: SHOWN[key] for key in ("yours", "belfry", "paused")}}


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


WIDTH = 720
NARROWEST = 3
ROOM, LAST_ROOM = 50, 40
HOURS = {Ahead.DAY: 3, Ahead.WEEK: 24}
_TONES = ("bad", "warn", "busy", "idle", "good")
_WORST_FIRST = tuple(sorted(RunStatus, key=lambda status: _TONES.index(STATUSES[status].tone)))


class Label(NamedTuple):
    """A tick of the axis; `beside` is where its text goes, empty without room."""

    x: str
    beside: str
    text: str
    is_day: bool


class Often(NamedTuple):
    """A stretch with many fires."""

    x: str
    width: str
    starts_at: datetime
    ends_at: datetime


class Dot(NamedTuple):
    x: str
    at: datetime


class Mark(NamedTuple):
    """The runs of one hour with the same outcome."""

    x: str
    at: datetime
    tone: str
    text: str


class Row(NamedTuple):
    """A workflow with its strip; `zone` is its own, if that is not the team's.

    The worst of `marks` is drawn last, over what else came in the same hour. `told` counts them in
    words.
    """

    workflow: Workflow
    problem: str
    zone: str
    often: list[Often]
    dots: list[Dot]
    marks: list[Mark]
    told: str


def make_row(strip: Strip, window: Window, team_zone: str) -> Row:
    own = strip.workflow.timezone
    past = sorted(strip.past, key=_find_rank, reverse=True)
    return Row(
        strip.workflow,
        strip.problem,
        "" if own == team_zone else own,
        [_make_often(fire, window) for fire in strip.fires if isinstance(fire, Stretch)],
        [Dot(place(fire, window), fire) for fire in strip.fires if not isinstance(fire, Stretch)],
        [_make_mark(count_row, window) for count_row in past],
        _tell(past),
    )


def place(moment: datetime, window: Window) -> str:
    """The x of a moment; outside of the window it is at the edge."""
    return str(_measure(moment, window))


def list_labels(window: Window, zone: ZoneInfo) -> Iterator[Label]:
    """Days at their start, and hours between where there is room."""
    named = -float(ROOM)
    for tick in list_ticks(window, zone, hours=HOURS[window.ahead]):
        is_day = tick.clock.hour == 0 or window.ahead is Ahead.WEEK
        x = _measure(tick.at, window)
        text = f"{tick.day:%a} {tick.day.day}" if is_day else f"{tick.clock:%H:%M}"
        beside = str(x + 2) if x < WIDTH - LAST_ROOM else ""
        yield Label(str(x), beside, text if is_day or x - named >= ROOM else "", is_day)
        named = x if is_day else named


def _measure(moment: datetime, window: Window) -> float:
    return round(WIDTH * min(max(window.place(moment), 0), 1), 1)


def _make_often(stretch: Stretch, window: Window) -> Often:
    x, end = _measure(stretch.starts_at, window), _measure(stretch.ends_at, window)
    width = round(max(end - x, NARROWEST), 1)
    return Often(str(x), str(width), stretch.starts_at, stretch.ends_at)


def _make_mark(count_row: RunCount, window: Window) -> Mark:
    status = STATUSES[count_row.status]
    text = f"{count_row.count} {status.word}" if count_row.count > 1 else status.word
    return Mark(place(count_row.first_at, window), count_row.first_at, status.tone, text)


def _find_rank(count_row: RunCount) -> int:
    return _WORST_FIRST.index(count_row.status)


def _tell(past: Sequence[RunCount]) -> str:
    """The count of each outcome, the worst first; `past` has the worst last."""
    counts: dict[str, int] = {}
    for count_row in reversed(past):
        word = STATUSES[count_row.status].word
        counts[word] = counts.get(word, 0) + count_row.count
    return ", ".join(f"{count} {word}" for word, count in counts.items()) or "No runs"
