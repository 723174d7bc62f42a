"""When a workflow rings next, and what its ringing depends on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from belfry.scheduler.workflows import CatchUp, Overlap, Workflow


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
    """What a workflow says about its fires. Many workflows may share one and the same terms.

    `schedule_since` may be left out of all but a rate, the one schedule that counts from it.
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
    schedule_since: datetime | None


class Due(NamedTuple):
    """A bell that is to ring, and its terms; None where the workflow's row cannot be read."""

    workflow_id: int
    next_at: datetime
    revision: int
    terms: Terms | None
    problem: str = ""

    @property
    def trigger(self) -> Trigger:
        return Trigger(self.workflow_id, self.next_at, self.problem, self.revision)


def terms_of(workflow: Workflow) -> Terms:
    return Terms(
        team_id=workflow.team_id,
        cron_schedule=workflow.cron_schedule,
        timezone=workflow.timezone,
        is_active=workflow.is_active,
        overlap=workflow.overlap,
        catch_up=workflow.catch_up,
        late_after=workflow.late_after,
        grace=workflow.grace,
        attempts=workflow.attempts,
        jitter=workflow.jitter,
        schedule_since=workflow.schedule_since,
    )
