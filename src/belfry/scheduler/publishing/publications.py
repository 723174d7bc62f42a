"""What a scheduler outside was told of a workflow, and whether somebody is telling it just now.

Whoever tells takes a lease first: it ends by itself, should its holder die. The number of schedules
is written down before they are made, so that none of them is ever forgotten outside.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from belfry.kernel.eventbridge import name_schedules

HELD_FOR = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """`count` is how many schedules there may be, `told_revision` the workflow's when it was told.

    Both are about `environment`: another one's schedules are none of ours, even if this row once
    spoke of them. A database may have been copied from there.
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
    def is_outside(self) -> bool:
        """Whether somebody else rings for this workflow."""
        return self.count > 0 and self.published_revision > 0

    @property
    def names(self) -> list[str]:
        return name_schedules(self.workflow_id, self.environment, self.count)


class Standing(NamedTuple):
    """A workflow as far as the outside is concerned."""

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
    """A workflow whose row nobody can read."""

    problem: str


def begin(found: Publication | None, workflow_id: int, environment: str) -> Publication:
    """What is known of a workflow in this environment."""
    if found is None:
        return Publication(workflow_id=workflow_id, environment=environment)
    if found.environment != environment:
        return replace(found, environment=environment, count=0, published_revision=0)
    return found


def find_wait(publication: Publication, now: datetime) -> timedelta | None:
    """How long somebody else may still hold it; None if nobody does."""
    until = publication.held_until
    return until - now if until and until > now else None


def hold(publication: Publication, count: int, until: datetime) -> Publication:
    """Ours until then, with room for so many schedules, once it is stored."""
    return Publication(
        workflow_id=publication.workflow_id,
        environment=publication.environment,
        count=max(publication.count, count),
        published_revision=publication.published_revision,
        held_until=until,
        problem=publication.problem,
        revision=publication.revision,
    )


def held(lease: Publication) -> Publication:
    """The same, as it was stored."""
    return replace(lease, revision=lease.revision + 1)


def give_back(publication: Publication, count: int, published_revision: int) -> Publication:
    """Told, and free for others."""
    return Publication(
        workflow_id=publication.workflow_id,
        environment=publication.environment,
        count=count,
        published_revision=published_revision,
        revision=publication.revision,
    )


def give_up(publication: Publication, problem: str) -> Publication:
    """Free for others; what is outside now is not known."""
    return replace(publication, held_until=None, problem=problem)
