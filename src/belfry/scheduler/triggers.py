"""Triggers: when a workflow fires, and what its fires depend on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

from belfry.kernel.cron import (
    Cron,
    find_zone,
    is_fire,
    last_fire,
    list_fires,
    next_fire,
    parse_cron,
)
from belfry.kernel.eventbridge.schedules import may_pass_over
from belfry.scheduler.workflows import CatchUp, Overlap, Workflow

_parsed = lru_cache(maxsize=4096)(parse_cron)
_zone = lru_cache(maxsize=1024)(find_zone)


def find_own_zone(workflow: Workflow) -> ZoneInfo:
    """The zone of its schedule; InputError if it is unknown."""
    return _zone(workflow.timezone)


def find_next(workflow: Workflow | Terms, after: datetime) -> datetime | None:
    """The first fire after `after`; None for a workflow that does not fire."""
    if workflow.cron_schedule is None or not workflow.is_active:
        return None
    expression = _parsed(workflow.cron_schedule)
    return next_fire(expression, _zone(workflow.timezone), after, workflow.schedule_since)


def find_last(workflow: Workflow | Terms, until: datetime) -> datetime | None:
    """The latest fire at or before `until`."""
    if workflow.cron_schedule is None:
        return None
    expression = _parsed(workflow.cron_schedule)
    return last_fire(expression, _zone(workflow.timezone), until, workflow.schedule_since)


def is_left_out(workflow: Workflow | Terms, fire: datetime) -> bool:
    """Whether EventBridge may pass over this fire: the clocks change just then."""
    if workflow.cron_schedule is None:
        return False
    return may_pass_over(_parsed(workflow.cron_schedule), _zone(workflow.timezone), fire)


def find_between(workflow: Workflow, after: datetime, until: datetime) -> Iterator[datetime]:
    """Every fire after `after` and up to `until`, in order."""
    if workflow.cron_schedule is None:
        return iter(())
    expression = _parsed(workflow.cron_schedule)
    return list_fires(expression, _zone(workflow.timezone), after, until, workflow.schedule_since)


def find_steady(workflow: Workflow) -> tuple[int, timedelta] | None:
    """How often it fires in every hour of every day, and the longest pause between.

    None if its hours are not all alike. It holds as long as the clocks do not change.
    """
    return _find_steady(workflow.cron_schedule) if workflow.cron_schedule else None


@lru_cache(maxsize=4096)
def _find_steady(schedule: str) -> tuple[int, timedelta] | None:
    expression = _parsed(schedule)
    if not isinstance(expression, Cron) or expression.text.split()[1:] != ["*"] * 4:
        return None
    minutes = [minute for minute in range(60) if expression.minutes >> minute & 1]
    gaps = [after - before for before, after in pairwise((*minutes, minutes[0] + 60))]
    return len(minutes), timedelta(minutes=max(gaps))


def fires_at(workflow: Workflow, moment: datetime) -> bool:
    """Whether `moment` is a fire of the present schedule, since that schedule counts."""
    if workflow.cron_schedule is None:
        return False
    since = workflow.schedule_since.replace(second=0, microsecond=0)
    expression = _parsed(workflow.cron_schedule)
    zone = _zone(workflow.timezone)
    return moment >= since and is_fire(expression, zone, moment, workflow.schedule_since)


@dataclass(frozen=True, slots=True)
class Trigger:
    """The next fire of one workflow, or none; `problem` says why it could not be worked out."""

    workflow_id: int
    next_at: datetime | None
    problem: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return str(self.workflow_id)


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """What a workflow says about its fires; many workflows may share the same terms.

    Only a rate counts from `schedule_since`; for others it may be left out.
    """

    team_id: int
    cron_schedule: str | None
    timezone: str
    is_active: bool
    overlap: Overlap
    catch_up: CatchUp
    late_after: timedelta
    grace: timedelta
    attempts: int
    jitter: timedelta
    lane: str
    host: str
    schedule_since: datetime | None


class Due(NamedTuple):
    """A due trigger and its terms; None if the workflow's row cannot be read."""

    workflow_id: int
    next_at: datetime
    revision: int
    terms: Terms | None
    problem: str = ""

    @property
    def trigger(self) -> Trigger:
        return Trigger(self.workflow_id, self.next_at, self.problem, self.revision)


def terms_of(workflow: Workflow) -> Terms:
    return Terms(*(getattr(workflow, field.name) for field in fields(Terms)))
