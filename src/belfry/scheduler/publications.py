"""What was published of a workflow to an external scheduler, and who is publishing it now.

A publisher takes a lease first, which expires if its holder dies. The number of schedules is stored
before they are created, so that none is ever left behind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from belfry.kernel.cron import Cron, CronExpression, Rate, find_zone, next_fire, parse_cron
from belfry.kernel.eventbridge import Schedule, name_schedules, translate
from belfry.scheduler.workflows import INTERNAL_KINDS, Workflow

HELD_FOR = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """`count` is how many schedules there may be; `published_revision` is the workflow's.

    Both are about `environment`: a database may have been copied from another environment, whose
    schedules are not ours.
    """

    workflow_id: int
    environment: str
    count: int = 0
    published_revision: int = 0
    held_until: datetime | None = None
    problem: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return str(self.workflow_id)

    @property
    def is_external(self) -> bool:
        """Whether the external scheduler fires this workflow."""
        return self.count > 0 and self.published_revision > 0

    @property
    def names(self) -> list[str]:
        return name_schedules(self.workflow_id, self.environment, self.count)


class Standing(NamedTuple):
    """The fields of a workflow that its published schedule depends on."""

    id: int
    revision: int
    kind: str
    cron_schedule: str | None
    timezone: str
    paused_at: datetime | None
    archived_at: datetime | None
    schedule_since: datetime


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A workflow whose row cannot be read."""

    problem: str


def begin(stored: Publication | None, workflow_id: int, environment: str) -> Publication:
    """The workflow's publication in this environment."""
    if stored is None:
        return Publication(workflow_id=workflow_id, environment=environment)
    if stored.environment != environment:
        return replace(stored, environment=environment, count=0, published_revision=0)
    return stored


def find_wait(publication: Publication, now: datetime) -> timedelta | None:
    """How long another publisher may still hold it; None if it is free."""
    until = publication.held_until
    return until - now if until and until > now else None


def hold(publication: Publication, count: int, until: datetime) -> Publication:
    """The lease to store, with room for so many schedules."""
    return replace(publication, count=max(publication.count, count), held_until=until)


def give_back(publication: Publication, count: int, published_revision: int) -> Publication:
    """Published, and free for others."""
    return replace(
        publication,
        count=count,
        published_revision=published_revision,
        held_until=None,
        problem="",
    )


def give_up(publication: Publication, problem: str) -> Publication:
    """Free for others; what the external scheduler has now is not known."""
    return replace(publication, held_until=None, problem=problem)


SCHEDULED_TIME = "<aws.scheduler.scheduled-time>"
"""EventBridge puts the moment of the fire here."""


@dataclass(frozen=True, slots=True)
class PublishedSchedule:
    """Everything that is published of a workflow; equal values need no new publishing.

    `first` and `every` are those of a rate, which counts from its first fire.
    """

    expressions: tuple[str, ...]
    timezone: str
    is_enabled: bool
    first: datetime | None = None
    every: timedelta | None = None


def find_published_schedule(
    workflow: Workflow | Standing | None, now: datetime
) -> PublishedSchedule | None:
    """None for a workflow that is deleted, archived, over, unscheduled or built-in.

    Raises InputError if the workflow's schedule or zone is invalid.
    """
    if workflow is None or workflow.cron_schedule is None or workflow.archived_at:
        return None
    if workflow.kind in INTERNAL_KINDS:
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
    """The schedules by name; `revision` is the workflow's when they were published."""
    if published is None:
        return {}
    # Not json.dumps: an escaped `<` would not be replaced by EventBridge.
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
    """Cached: many workflows share the same schedule."""
    expression, zone = parse_cron(schedule), find_zone(zone_name)
    return (
        PublishedSchedule(translate(expression).schedules, zone.key, is_enabled),
        expression,
        zone,
    )


def _find_start(published: PublishedSchedule, now: datetime) -> datetime | None:
    """The next fire of a rate: EventBridge accepts no start that has long passed."""
    first, every = published.first, published.every
    if first is None or every is None or first > now:
        return first
    return first + ((now - first) // every + 1) * every
