"""Which of Belfry's own chores have something to do while the demo clock is moved, and when.

In life they ring every few minutes, mostly for nothing. Here each rings at the first of its own
fires at which there is something for it, and the fires between are passed over without a row.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.cron.bells import Bell
from belfry.cron.claim_runs import Claimed
from belfry.cron.retries import Failed
from belfry.cron.rings import Fate, make_run
from belfry.cron.runs import Cause, RunStatus
from belfry.cron.schedules import find_last, find_next
from belfry.entrypoints.demo.open_swaps import find_swaps_due
from belfry.entrypoints.worker.perform import perform
from belfry.kernel.changes import Put

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belfry.bootstrap import Services
    from belfry.cron.workflows import Workflow

log = logging.getLogger(__name__)

# In the order in which they ring when they ring at the same minute.
CHORES = ("relay", "release", "poll", "sync")
# They look whether the clock goes. While it is moved, it does.
WATCHERS = ("watch", "heartbeat")
# Of a week of backups only the last is of use.
LAST_WILL_DO = ("backup",)
STIRRED_BY_PEOPLE = ("relay", "poll", "sync")
HURRIED = timedelta(hours=1)
UNSETTLED_FOR = timedelta(hours=1)
MOST_WORKFLOWS = 1000
_INSTANT = timedelta(microseconds=1)


@dataclass(slots=True)
class Chore:
    """A chore, up to when its fires have passed, and since when there may be something for it."""

    workflow: Workflow
    passed_at: datetime
    wanted_since: datetime | None = None

    @property
    def next_at(self) -> datetime | None:
        if self.wanted_since is None:
            return None
        return find_next(self.workflow, max(self.passed_at, self.wanted_since - _INSTANT))

    def want(self, since: datetime | None) -> None:
        if since is not None:
            self.wanted_since = min(since, self.wanted_since or since)


class Chores:
    """The chores of one move, from now to `until`; those that are paused are left alone."""

    def __init__(self, services: Services, *, until: datetime) -> None:
        self._services = services
        self._until = until
        now = services.ports.clock.now()
        workflows = services.ports.workflows.list(team_id=None, limit=MOST_WORKFLOWS)
        ringing = [workflow for workflow in workflows if workflow.is_ringing]
        by_kind = {workflow.kind: workflow for workflow in ringing}
        self._chores = {
            kind: Chore(by_kind[kind], passed_at=now) for kind in CHORES if kind in by_kind
        }
        self._put_off(ringing, now)
        self.stir(now)
        self._want("release", self._find_due())

    @property
    def next_at(self) -> datetime | None:
        moments = [chore.next_at for chore in self._chores.values()]
        return min((moment for moment in moments if moment), default=None)

    def stir(self, now: datetime) -> None:
        """Somebody did something: there may be news to carry, a board or a sheet to read."""
        for kind in STIRRED_BY_PEOPLE:
            self._want(kind, now)

    def hear_rung(self, now: datetime) -> None:
        """A workflow ran: it may have left news, and messages."""
        self._want("relay", now)
        self._want("release", self._find_due())

    def do_due(self, now: datetime) -> None:
        """Each chore whose moment has come, in order; one may make something due for the next."""
        for kind, chore in self._chores.items():
            if kind == "release":
                chore.wanted_since = self._find_due()
            if (at := chore.next_at) is not None and at <= now:
                self._do(kind, chore, at, now)
            chore.passed_at = now
        self._want("release", self._find_due())

    def _do(self, kind: str, chore: Chore, at: datetime, now: datetime) -> None:
        run = make_run(chore.workflow, at, Fate(RunStatus.QUEUED, Cause.SCHEDULE), now=now)
        outcome = perform(self._services.kinds, Claimed(run, chore.workflow))
        if isinstance(outcome, Failed):
            log.warning("demo.chore_failed", extra={"chore": kind, "error": outcome.error})
        chore.wanted_since = self._find_more(kind, now)
        if kind in ("poll", "sync"):
            self._want("relay", now)
        elif kind == "release":
            self._want("sync", find_swaps_due(self._services, now))

    def _find_more(self, kind: str, now: datetime) -> datetime | None:
        """Since when the same chore is wanted again, although nobody does anything."""
        ports = self._services.ports
        match kind:
            case "relay":
                timers = ports.timers.list_due(now=self._until, limit=1)
                return timers[0].next_at if timers else None
            case "poll":
                unsettled = ports.jobs.sightings().unsettled.values()
                is_soon = any(not since or now - since < UNSETTLED_FOR for since in unsettled)
                return now if is_soon else None
            case "sync":
                return find_swaps_due(self._services, now)
            case _:
                return self._find_due()

    def _find_due(self) -> datetime | None:
        due = self._services.ports.messages.list_due(now=self._until, limit=1)
        return due[0].due_at if due else None

    def _want(self, kind: str, since: datetime | None) -> None:
        if chore := self._chores.get(kind):
            chore.want(since)

    def _put_off(self, workflows: Sequence[Workflow], now: datetime) -> None:
        """The bells of all chores ring again after the move.

        Of a workflow of the team's own that rings every hour or more often, only the last fire
        rings, as it would after a sleep.
        """
        moved = []
        for workflow in workflows:
            following = self._find_following(workflow, now)
            bell = self._services.ports.store.find(Bell, str(workflow.id))
            if following and bell and bell.next_at and bell.next_at < following:
                moved.append([Put(replace(bell, next_at=following))])
        self._services.ports.store.commit_each(moved)

    def _find_following(self, workflow: Workflow, now: datetime) -> datetime | None:
        if workflow.kind in (*CHORES, *WATCHERS):
            return find_next(workflow, self._until)
        will_do = workflow.kind in LAST_WILL_DO or _is_hurried(workflow, now)
        return find_last(workflow, self._until) if will_do else None


def _is_hurried(workflow: Workflow, now: datetime) -> bool:
    first = find_next(workflow, now)
    second = find_next(workflow, first) if first else None
    return first is not None and second is not None and second - first <= HURRIED
