"""Figures as bar charts: hours, checks on time, time in each stage, messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from fastapi import APIRouter, Response

from belfry.accounts.users import Act, may
from belfry.controls.reports.monthly_summary import Month, MonthCounts
from belfry.entrypoints.web.pages.jobs.job_list import find_shop
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.entrypoints.web.times import render_rough
from belfry.jobs.board.stage_times import StageTime, measure_stages
from belfry.kernel.cron import find_zone
from belfry.messaging.messages import HANDED_OVER, WAITING, State
from belfry.rota.drafts.open_draft import PersonHours
from belfry.rota.rules.weeks import find_monday
from belfry.rota.shift_words import render_hours

router = APIRouter(route_class=PageRoute)

DAYS, MONTHS, MOST_STAYS = 14, 6, 5000
LOOKED_BACK = timedelta(days=28)
ONE_DAY = timedelta(days=1)


WIDTH = 100.0
SOLID, HATCHED, OUTLINED = "solid", "hatched", "outlined"


@dataclass(frozen=True, slots=True)
class Measured:
    """One row: `parts` follow each other from the left, each with its look; `mark` is a goal."""

    label: str
    words: str
    parts: tuple[tuple[str, float], ...]
    mark: float | None = None


class Segment(NamedTuple):
    look: str
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is drawn."""

    label: str
    words: str
    segments: list[Segment]
    mark: float | None


def draw(measured: Sequence[Measured]) -> list[Row]:
    """All bars to one scale: the longest, or the farthest mark, takes the full width."""
    totals = [sum(amount for _, amount in row.parts) for row in measured]
    reaches = [max(total, row.mark or 0.0) for row, total in zip(measured, totals, strict=True)]
    longest = max(reaches, default=0.0) or 1.0
    return [_draw_row(row, longest) for row in measured]


def _draw_row(measured: Measured, longest: float) -> Row:
    segments, start = [], 0.0
    for look, amount in measured.parts:
        width = WIDTH * (amount / longest)
        if width > 0:
            segments.append(Segment(look, round(start, 2), round(width, 2)))
        start += width
    mark = None if measured.mark is None else round(WIDTH * (measured.mark / longest), 2)
    return Row(measured.label, measured.words, segments, mark)


@router.get("/figures")
def show_figures(visit: Looker) -> Response:
    monday = find_monday(_find_today(visit))
    return visit.show(
        "figures.html",
        monday=monday,
        hours=draw(_measure_hours(visit, monday)),
        months=draw(measure_months(visit, MONTHS)),
        stages=draw(_measure_stages(visit)),
        days=draw(measure_days(visit)),
        days_back=LOOKED_BACK.days,
    )


def _find_today(visit: Visit) -> date:
    return visit.now.astimezone(find_zone(visit.services.settings.timezone)).date()


def _measure_hours(visit: Visit, monday: date) -> list[Measured]:
    """The published week, for those who decide about the rota."""
    if not may(visit.user.role, Act.ANSWER):
        return []
    view = visit.services.rota.drafts.show_week(monday)
    return [measure_person(person) for person in view.people] if view.published else []


def measure_person(person: PersonHours) -> Measured:
    placed = f"{render_hours(person.placed)} of {render_hours(person.target)}"
    within = min(person.placed, person.target)
    parts = ((SOLID, float(within)), (HATCHED, float(person.placed - within)))
    return Measured(person.name, placed, parts, mark=float(person.target))


def measure_months(visit: Visit, most: int) -> list[Measured]:
    """The last months with a due date in them, this one included, the latest first."""
    counted = visit.services.controls.count_months(most)
    return [measure_month(month, counts) for month, counts in counted]


def measure_month(month: Month, counts: MonthCounts) -> Measured:
    """Skipped cycles do not count."""
    more = {"late": counts.late, "missed": counts.missed, "not done": counts.open}
    rate = counts.render_rate()
    words = [f"{counts.on_time} of {counts.due} on time ({rate})"]
    words += [f"{count} {fate}" for fate, count in more.items() if count]
    undone = counts.missed + counts.open
    looks = ((SOLID, counts.on_time), (HATCHED, counts.late), (OUTLINED, undone))
    parts = tuple((look, count / counts.due) for look, count in looks)
    return Measured(month.render(), ", ".join(words), parts)


def _measure_stages(visit: Visit) -> list[Measured]:
    shop = find_shop(visit)
    names = [stage.name for stage in shop.stages] if shop else []
    since = visit.now - LOOKED_BACK
    stays = visit.services.ports.figures.list_stays(since=since, limit=MOST_STAYS)
    return [measure_stage(stage) for stage in measure_stages(stays, names)]


def measure_stage(stage: StageTime) -> Measured:
    middle, most = stage.middle.total_seconds(), stage.most.total_seconds()
    jobs = "one job" if stage.jobs == 1 else f"{stage.jobs} jobs"
    words = (
        f"half within {render_rough(stage.middle)}, nine in ten within {render_rough(stage.most)}"
    )
    return Measured(stage.stage, f"{words} ({jobs})", ((SOLID, middle), (HATCHED, most - middle)))


def measure_days(visit: Visit) -> list[Measured]:
    today = visit.now.astimezone(visit.zone).date()
    days = [today - step * ONE_DAY for step in range(DAYS)]
    return [
        measure_day(day, states) for day, states in zip(days, count_days(visit, days), strict=True)
    ]


def count_days(visit: Visit, days: Sequence[date]) -> Sequence[Mapping[str, int]]:
    """The messages of each of the reader's days, by state."""
    starts = [datetime.combine(day, time(0), visit.zone).astimezone(UTC) for day in days]
    ends = [datetime.combine(day + ONE_DAY, time(0), visit.zone).astimezone(UTC) for day in days]
    return visit.services.ports.figures.count_messages(list(zip(starts, ends, strict=True)))


def count_in(states: Mapping[str, int], wanted: Iterable[State]) -> int:
    return sum(states.get(state.value, 0) for state in wanted)


def measure_day(day: date, states: Mapping[str, int]) -> Measured:
    left, waits = count_in(states, HANDED_OVER), count_in(states, WAITING)
    rest, unsure = sum(states.values()) - left - waits, count_in(states, [State.UNCERTAIN])
    counts = [(left, "went out"), (waits, "waiting"), (unsure, "unconfirmed")]
    counts.append((rest - unsure, "not sent"))
    words = ", ".join(f"{number} {what}" for number, what in counts if number) or "none"
    parts = ((SOLID, float(left)), (HATCHED, float(waits)), (OUTLINED, float(rest)))
    return Measured(f"{day:%a} {day.day} {day:%b}", words, parts)
