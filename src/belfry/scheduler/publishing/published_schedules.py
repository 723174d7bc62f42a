"""Which schedules a scheduler outside should keep for a workflow, if any.

Belfry's own work (relay, watch, tidy and the like) rings from its own clock: what carries schedules
out must not wait to be rung by them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from belfry.kernel.cron import Cron, Rate, find_zone, next_fire, parse_cron
from belfry.kernel.eventbridge import Schedule, name_schedules, translate
from belfry.scheduler.builtins import BUILTINS

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from belfry.kernel.cron import CronExpression
    from belfry.scheduler.publishing.publications import Standing
    from belfry.scheduler.workflows import Workflow

OWN_KINDS = frozenset(builtin.name for builtin in BUILTINS)
SCHEDULED_TIME = "<aws.scheduler.scheduled-time>"
"""EventBridge puts the moment of the fire here."""


@dataclass(frozen=True, slots=True)
class PublishedSchedule:
    """All that the outside must know of a workflow: equal timetables need no new telling.

    `first` and `every` are those of a rate, which counts from its first beat.
    """

    expressions: tuple[str, ...]
    timezone: str
    is_enabled: bool
    first: datetime | None = None
    every: timedelta | None = None


def find_published_schedule(
    workflow: Workflow | Standing | None, now: datetime
) -> PublishedSchedule | None:
    """None for a workflow that is gone, put away or over, has no schedule, or is Belfry's own.

    Raises InputError where the workflow's schedule or zone makes no sense.
    """
    if workflow is None or workflow.cron_schedule is None or workflow.archived_at:
        return None
    if workflow.kind in OWN_KINDS:
        return None
    is_enabled = workflow.paused_at is None
    published, expression, zone = _read(workflow.cron_schedule, workflow.timezone, is_enabled)
    match expression:
        case Rate():
            start = translate(expression, anchor=workflow.schedule_since).start
            return replace(published, first=start, every=expression.every)
        case Cron(years=None):
            return published
        case _:
            return published if next_fire(expression, zone, now) else None


def render_schedules(
    published: PublishedSchedule | None,
    workflow_id: int,
    revision: int,
    *,
    environment: str,
    now: datetime,
) -> dict[str, Schedule]:
    """The schedules by their names; `revision` is the workflow's when the timetable was told."""
    if published is None:
        return {}
    # Written by hand: some writers of JSON spell `<` otherwise, and then nothing is put there.
    handed_on = (
        f'{{"workflow_id": {workflow_id}, "revision": {revision}, '
        f'"scheduled_time": "{SCHEDULED_TIME}"}}'
    )
    names = name_schedules(workflow_id, environment, len(published.expressions))
    start = _find_start(published, now)
    return {
        name: Schedule(expression, published.timezone, handed_on, published.is_enabled, start)
        for name, expression in zip(names, published.expressions, strict=True)
    }


@lru_cache(maxsize=4096)
def _read(
    schedule: str, zone_name: str, is_enabled: bool
) -> tuple[PublishedSchedule, CronExpression, ZoneInfo]:
    """All that depends on no more than this: few workflows have a schedule of their own."""
    expression, zone = parse_cron(schedule), find_zone(zone_name)
    return (
        PublishedSchedule(translate(expression).schedules, zone.key, is_enabled),
        expression,
        zone,
    )


def _find_start(published: PublishedSchedule, now: datetime) -> datetime | None:
    """The next beat of a rate: EventBridge takes no start that has long passed."""
    first, every = published.first, published.every
    if first is None or every is None or first > now:
        return first
    return first + ((now - first) // every + 1) * every
