"""Watch for what did not happen: a stopped clock, lanes that stand still, missing backups."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from belfry.kernel.changes import Announce, Event, Put
from belfry.kernel.errors import NotFound, Temporary
from belfry.ports.clock import Clock
from belfry.ports.files import BackupStore
from belfry.ports.store import Store, try_commit
from belfry.ports.web import Web, WebRequest
from belfry.scheduler.claim_and_finish import find_first
from belfry.scheduler.ports import Runs, Workflows
from belfry.scheduler.runs import (
    AWAY,
    DISMISSED,
    NOTICE,
    STANDS_STILL_AFTER,
    Heartbeat,
    Lane,
    Notice,
    QueueLimits,
    Run,
    Worker,
    find_standstill,
    give,
)
from belfry.scheduler.triggers import find_next
from belfry.scheduler.workflows import OWN_LANE, TEAM, Workflow
from belfry.workspace.backups import PLACE, ROOM, judge_age
from belfry.workspace.tables import KeepDataProblems

AWAY_AFTER = timedelta(minutes=5)
MINUTE = timedelta(minutes=1)
WATCH, CLOCK = "watch", "clock"
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Standstill:
    """A lane in which nothing has started since that moment, and the first run in its line."""

    lane: str
    since: datetime
    waiting: Run


@dataclass(frozen=True, slots=True)
class FindStandstills:
    store: Store
    runs: Runs
    clock: Clock
    limits: QueueLimits

    def __call__(self) -> list[Standstill]:
        now = self.clock.now()
        standstills = []
        for name in self.limits.lanes:
            waiting = find_first(self.runs, self.limits, name, now - STANDS_STILL_AFTER)
            since = find_standstill(self.store.find(Lane, name), waiting, now)
            if waiting and since:
                standstills.append(Standstill(name, since, waiting))
        return standstills


@dataclass(frozen=True, slots=True)
class WatchClock:
    store: Store
    runs: Runs
    workflows: Workflows
    clock: Clock
    find_standstills: FindStandstills

    def __call__(self) -> list[Notice]:
        """The notices given this time."""
        now = self.clock.now()
        heartbeat = self.store.find(Heartbeat, CLOCK) or Heartbeat(CLOCK, now)
        # After an absence the lanes have not had their turn yet.
        notices = self._find_away(heartbeat, now) or self._find_standing(now)
        self.store.commit([Put(replace(heartbeat, seen_at=now))])
        return [notice for notice in notices if GiveNotice(self.store)(notice)]

    def will_tell_of(self, worker: Worker) -> bool:
        """Whether the next notice is of an absence in which this worker stopped, too."""
        heartbeat = self.store.find(Heartbeat, CLOCK)
        if heartbeat is None or not self._is_away(heartbeat, self.clock.now()):
            return False
        return worker.seen_at - heartbeat.seen_at <= AWAY_AFTER

    def _is_away(self, heartbeat: Heartbeat, now: datetime) -> bool:
        return now - self._find_expected(heartbeat) > AWAY_AFTER

    def _find_away(self, heartbeat: Heartbeat, now: datetime) -> list[Notice]:
        if not self._is_away(heartbeat, now):
            return []
        since = _format_time(heartbeat.seen_at)
        text = f"Belfry was away from {since} to {_format_time(now)}"
        return [Notice(id=f"{AWAY}/{since}", at=now, kind=AWAY, text=text)]

    def _find_expected(self, heartbeat: Heartbeat) -> datetime:
        """From when on it is missed: the last look, or later if it is to look more seldom."""
        watch = self.workflows.find_by_name(TEAM, WATCH)
        following = find_next(watch, heartbeat.seen_at) if watch else None
        return max(heartbeat.seen_at, following - MINUTE) if following else heartbeat.seen_at

    def _find_standing(self, now: datetime) -> list[Notice]:
        return [
            Notice(
                id=f"standing-still/{standstill.lane}/{standstill.since:%Y%m%dT%H%M%SZ}",
                at=now,
                kind="standing-still",
                text=self._describe(standstill),
            )
            for standstill in self.find_standstills()
        ]

    def _describe(self, standstill: Standstill) -> str:
        lane = standstill.lane
        running = [run for run in self.runs.list_running() if run.lane == lane]
        which = "Belfry's own lane" if lane == OWN_LANE else f"the queue {lane}"
        waits = f"{self._name(standstill.waiting)} is waiting"
        names = list(dict.fromkeys(self._name(run) for run in running))[:MOST_NAMED]
        why = f"{', '.join(names)} running" if names else "no worker has started it"
        since = _format_time(standstill.since)
        return f"Nothing has started in {which} since {since}: {waits}; {why}"

    def _name(self, run: Run) -> str:
        workflow = self.store.find(Workflow, str(run.workflow_id))
        return workflow.name if workflow else f"workflow {run.workflow_id}"


def _format_time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


WITHIN = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class PingHeartbeat:
    """Report to an external monitor that Belfry is alive; without a `url` nothing is called."""

    web: Web
    url: str | None

    def __call__(self) -> str:
        if self.url is None:
            return "no heartbeat url is set"
        request = WebRequest("GET", self.url, {}, None, WITHIN, 1024)
        answer = self.web.call(request)
        if answer.status >= 400:
            raise Temporary(f"the heartbeat url answered {answer.status}")
        return f"answered {answer.status}"


WORKFLOW = "backup"


@dataclass(frozen=True, slots=True)
class WatchBackups:
    """Report nightly backups that are too old; none are expected if the workflow is archived."""

    backup_store: BackupStore
    workflows: Workflows
    clock: Clock
    keep_data_problems: KeepDataProblems

    def __call__(self) -> str:
        """The problem with their age, if any; the problem of a failed backup is left alone."""
        problem = self.judge()
        if problem:
            self.keep_data_problems(ROOM, [(PLACE, problem)])
        elif not self.is_wanted():
            self.keep_data_problems(ROOM, [])
        return problem

    def is_wanted(self) -> bool:
        return self._find() is not None

    def judge(self) -> str:
        workflow, now = self._find(), self.clock.now()
        if workflow is None:
            return ""
        return judge_age(self.backup_store.list(), since=workflow.created_at, now=now)

    def _find(self) -> Workflow | None:
        workflow = self.workflows.find_by_name(TEAM, WORKFLOW)
        return None if workflow is None or workflow.archived_at else workflow


@dataclass(frozen=True, slots=True)
class GiveNotice:
    store: Store

    def __call__(self, notice: Notice) -> bool:
        """Whether it is new: a notice with the same id is given once."""
        return try_commit(self.store, give(notice))


@dataclass(frozen=True, slots=True)
class DismissNotice:
    store: Store
    clock: Clock

    def __call__(self, notice_id: str, *, by: str) -> None:
        notice = self.store.find(Notice, notice_id)
        if notice is None:
            raise NotFound(f"there is no notice {notice_id}")
        if notice.dismissed_at is None:
            now = self.clock.now()
            away = replace(notice, dismissed_at=now, dismissed_by=by)
            self.store.commit([Put(away), Announce(Event(NOTICE, notice.id, DISMISSED, {}, now))])
