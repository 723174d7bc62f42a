"""Where a workflow's fires stand on a strip of time, seen from now.

Few fires are listed one by one. Many are shown as stretches in which the workflow fires often,
found by looking into each part of the strip once, however many fires there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cached_property
from itertools import islice
from zoneinfo import ZoneInfo

from belfry.kernel.errors import InputError
from belfry.ports.clock import Clock
from belfry.scheduler.ports import Monitor
from belfry.scheduler.runs import RunCount
from belfry.scheduler.triggers import find_between, find_own_zone, find_steady
from belfry.scheduler.workflows import Workflow

MOST_DOTS = 48
PAST = timedelta(hours=24)
_PARTS = 48
_JUST = timedelta(seconds=1)
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
# Every zone's clocks differ from UTC by whole quarters of an hour, and change on one.
_QUARTER = timedelta(minutes=15)


class Ahead(StrEnum):
    """How far the strip goes on."""

    DAY = "day"
    WEEK = "week"


@dataclass(frozen=True)
class Window:
    """The stretch of time a strip shows: a day of the past, and a day or a week ahead."""

    now: datetime
    ahead: Ahead

    @cached_property
    def starts_at(self) -> datetime:
        return self.now - PAST

    @cached_property
    def ends_at(self) -> datetime:
        return self.now + (timedelta(days=7) if self.ahead is Ahead.WEEK else timedelta(days=1))

    def place(self, moment: datetime) -> float:
        """Where a moment lies, from 0 at the start to 1 at the end."""
        return (moment - self.starts_at) / self._length

    @cached_property
    def _length(self) -> timedelta:
        return self.ends_at - self.starts_at


@dataclass(frozen=True, slots=True)
class Stretch:
    """The workflow fires often from one fire until `ends_at`."""

    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Tick:
    """A moment to count by: an hour of the wall clock, or the beginning of a day."""

    at: datetime
    day: date
    clock: time


@dataclass(frozen=True, slots=True)
class ClockChange:
    """The clocks go on or back: from what they would have shown on `day` to what they show."""

    at: datetime
    day: date
    before: time
    after: time
    is_back: bool


def find_fires(workflow: Workflow, window: Window) -> tuple[datetime, ...] | tuple[Stretch, ...]:
    """The fires ahead, or if they are too many the stretches they fill; InputError."""
    if not workflow.is_active:
        return ()
    fires = find_between(workflow, window.now, window.ends_at)
    if _is_one_stretch(workflow, window):
        return tuple(Stretch(first, window.ends_at) for first in islice(fires, 1))
    dots = tuple(islice(fires, MOST_DOTS + 1))
    return dots if len(dots) <= MOST_DOTS else tuple(_find_stretches(workflow, window))


def _is_one_stretch(workflow: Workflow, window: Window) -> bool:
    """Whether it surely fires too often for dots, and in every part: no need to count."""
    steady = find_steady(workflow)
    if steady is None:
        return False
    per_hour, silence = steady
    length, zone = window.ends_at - window.now, find_own_zone(workflow)
    is_often = length // _HOUR * per_hour > MOST_DOTS and silence < length / _PARTS
    return is_often and _find_offset(window.now, zone) == _find_offset(window.ends_at, zone)


def _find_stretches(workflow: Workflow, window: Window) -> Iterator[Stretch]:
    part = (window.ends_at - window.now) / _PARTS
    begun: datetime | None = None
    for number in range(_PARTS):
        starts_at = window.now + number * part
        after = starts_at - _JUST if number else starts_at
        until = starts_at + part - _JUST if number < _PARTS - 1 else window.ends_at
        fire = next(find_between(workflow, after, until), None)
        if fire is None and begun is not None:
            yield Stretch(begun, starts_at)
            begun = None
        elif fire is not None and begun is None:
            begun = fire
    if begun is not None:
        yield Stretch(begun, window.ends_at)


def list_ticks(window: Window, zone: ZoneInfo, *, hours: int) -> Iterator[Tick]:
    """Every so many hours of the wall clock; with 24, where a day begins."""
    day = None
    for begins, ends, offset in _list_parts(window, zone):
        # A reading of the wall clock is carried as UTC, so that sums on it are plain.
        reading, end = begins + offset, ends + offset
        coming = _round_up(reading, hours)
        if day not in (None, reading.date()) and reading != coming:
            yield _make_tick(reading, offset)
        while coming < end:
            yield _make_tick(coming, offset)
            coming += hours * _HOUR
        day = (end - _QUARTER).date()


def find_change(window: Window, zone: ZoneInfo) -> ClockChange | None:
    """The night on which the clocks change, if it lies in the window."""
    for moment in _list_turns(window, zone):
        before, after = _find_offset(moment - _QUARTER, zone), _find_offset(moment, zone)
        expected, shown = moment + before, moment + after
        return ClockChange(moment, shown.date(), expected.time(), shown.time(), after < before)
    return None


def _list_parts(window: Window, zone: ZoneInfo) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """The window's quarters, from one to another, with the zone's offset throughout."""
    begins = _find_quarter(window.starts_at)
    for ends in (*_list_turns(window, zone), _find_quarter(window.ends_at)):
        if begins < ends:
            yield begins, ends, _find_offset(begins, zone)
        begins = ends


def _list_turns(window: Window, zone: ZoneInfo) -> Iterator[datetime]:
    """The quarters from which on the zone has another offset; none has two of them on one day."""
    before = window.starts_at
    while before < window.ends_at:
        after = min(before + _DAY, window.ends_at)
        offset = _find_offset(before, zone)
        if offset != _find_offset(after, zone):
            turn = _find_quarter(before)
            while _find_offset(turn, zone) == offset:
                turn += _QUARTER
            yield turn
        before = after


def _find_quarter(after: datetime) -> datetime:
    """The first whole quarter of an hour after a moment."""
    moment = after.astimezone(UTC)
    return moment.replace(minute=moment.minute // 15 * 15, second=0, microsecond=0) + _QUARTER


def _find_offset(moment: datetime, zone: ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta(0)


def _round_up(reading: datetime, hours: int) -> datetime:
    """The first reading from this one on at which so many hours of a day are full."""
    midnight, step = reading.replace(hour=0, minute=0), hours * _HOUR
    return midnight - (midnight - reading) // step * step


def _make_tick(reading: datetime, offset: timedelta) -> Tick:
    return Tick(reading - offset, reading.date(), reading.time())


@dataclass(frozen=True, slots=True)
class Strip:
    """One workflow; `problem` says why its fires cannot be worked out."""

    workflow: Workflow
    past: tuple[RunCount, ...]
    fires: tuple[datetime, ...] | tuple[Stretch, ...] = ()
    problem: str = ""

    @property
    def is_often(self) -> bool:
        """Whether its fires are given as stretches."""
        return any(isinstance(fire, Stretch) for fire in self.fires)


@dataclass(frozen=True, slots=True)
class Timeline:
    window: Window
    strips: tuple[Strip, ...]


@dataclass(frozen=True, slots=True)
class ShowTimeline:
    monitor: Monitor
    clock: Clock

    def __call__(self, workflows: Sequence[Workflow], ahead: Ahead) -> Timeline:
        """The runs of all of them are counted at once, and one bad schedule hides no other."""
        window = Window(self.clock.now(), ahead)
        past: dict[int, list[RunCount]] = {workflow.id: [] for workflow in workflows}
        for count_row in self.monitor.count_runs(past, since=window.starts_at, until=window.now):
            past[count_row.workflow_id].append(count_row)
        return Timeline(
            window, tuple(_show(workflow, past[workflow.id], window) for workflow in workflows)
        )


def _show(workflow: Workflow, past: Iterable[RunCount], window: Window) -> Strip:
    try:
        return Strip(workflow, tuple(past), find_fires(workflow, window))
    except InputError as error:
        return Strip(workflow, tuple(past), problem=str(error))
