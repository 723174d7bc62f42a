"""Reads for the scheduler, over plain rows."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from belfry.adapters.plain.reader import PlainReader
from belfry.scheduler.publications import Publication, Standing, Unreadable
from belfry.scheduler.runs import (
    PARKED,
    UNFINISHED,
    Attempt,
    Notice,
    Run,
    RunCount,
    RunStatus,
    Worker,
    WorkflowHealth,
    order_of,
)
from belfry.scheduler.triggers import Due, Trigger, terms_of
from belfry.scheduler.workflows import NamedWorkflow, Workflow, name_claim

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime


class PlainWorkflows(PlainReader):
    def find(self, workflow_id: int) -> Workflow | None:
        workflow = self._store.find(Workflow, str(workflow_id))
        return workflow if workflow and not workflow.deleted_at else None

    def find_by_name(self, team_id: int, name: str) -> Workflow | None:
        wanted = name_claim(team_id, name)
        for workflow in self._store.rows(Workflow):
            if not workflow.deleted_at and name_claim(workflow.team_id, workflow.name) == wanted:
                return workflow
        return None

    def list(
        self, *, team_id: int | None, after: int = 0, limit: int = 100, archived: bool = False
    ) -> Sequence[Workflow]:
        workflows = [
            workflow
            for workflow in self._store.rows(Workflow)
            if workflow.id > after
            and team_id in (None, workflow.team_id)
            and not workflow.deleted_at
            and (archived or not workflow.archived_at)
        ]
        return sorted(workflows, key=lambda workflow: workflow.id)[:limit]

    def list_names(self, *, limit: int) -> Sequence[NamedWorkflow]:
        return [
            NamedWorkflow(workflow.id, workflow.name, workflow.kind)
            for workflow in self.list(team_id=None, limit=limit)
        ]


class PlainTriggers(PlainReader):
    def list_due(
        self, *, now: datetime, limit: int, is_published: bool | None = None
    ) -> Sequence[Due]:
        triggers = [
            self._find_due(trigger, trigger.next_at)
            for trigger in self.list_next(limit=len(self._store.rows(Trigger)))
            if trigger.next_at and trigger.next_at <= now
        ]
        due = [due for due in triggers if is_published in (None, self._is_external(due))]
        return due[:limit]

    def _is_external(self, due: Due) -> bool:
        publication = self._store.find(Publication, str(due.workflow_id))
        return publication is not None and publication.is_external

    def _find_due(self, trigger: Trigger, at: datetime) -> Due:
        workflow = self._store.find(Workflow, trigger.key)
        if workflow is None:
            return Due(trigger.workflow_id, at, trigger.revision, None, "its workflow is gone")
        return Due(trigger.workflow_id, at, trigger.revision, terms_of(workflow))

    def find_next(self, workflow_ids: Collection[int]) -> Mapping[int, datetime]:
        return {
            trigger.workflow_id: trigger.next_at
            for trigger in self._store.rows(Trigger)
            if trigger.next_at and trigger.workflow_id in workflow_ids
        }

    def earliest(self) -> datetime | None:
        return min(
            (trigger.next_at for trigger in self._store.rows(Trigger) if trigger.next_at),
            default=None,
        )

    def list_next(self, *, limit: int) -> Sequence[Trigger]:
        waiting = [trigger for trigger in self._store.rows(Trigger) if trigger.next_at]
        return sorted(waiting, key=lambda trigger: (trigger.next_at, trigger.workflow_id))[:limit]

    def list_troubled(self, *, limit: int) -> Sequence[Trigger]:
        troubled = [trigger for trigger in self._store.rows(Trigger) if trigger.problem]
        return sorted(troubled, key=lambda trigger: trigger.workflow_id)[:limit]


def _order(run: Run) -> tuple[datetime, int, str]:
    return order_of(run.scheduled_for, run.id)


class PlainRuns(PlainReader):
    def list_waiting(
        self,
        *,
        now: datetime,
        limit: int,
        lane: str | None = None,
        but_lanes: Collection[str] = (),
        but_hosts: Collection[str] = (),
    ) -> Sequence[Run]:
        waiting = [
            run
            for run in self._free()
            if run.due_at <= now
            and lane in (None, run.lane)
            and run.lane not in but_lanes
            and run.host not in but_hosts
        ]
        return sorted(waiting, key=lambda run: (run.due_at, _order(run)))[:limit]

    def list_running(self) -> Sequence[Run]:
        running = [run for run in self._store.rows(Run) if run.status is RunStatus.RUNNING]
        return sorted(running, key=_order)

    def find_busy(self, workflow_ids: Collection[int]) -> Collection[int]:
        return {
            run.workflow_id
            for run in self._store.rows(Run)
            if run.status in UNFINISHED and run.workflow_id in workflow_ids
        }

    def list_newest(
        self,
        *,
        team_id: int | None = None,
        workflow_id: int | None = None,
        statuses: Collection[RunStatus] = (),
        before: tuple[datetime, str] | None = None,
        limit: int = 50,
    ) -> Sequence[Run]:
        runs = [
            run
            for run in self._store.rows(Run)
            if team_id in (None, run.team_id)
            and workflow_id in (None, run.workflow_id)
            and (not statuses or run.status in statuses)
            and (before is None or _order(run) < order_of(*before))
        ]
        return sorted(runs, key=_order, reverse=True)[:limit]

    def find_latest(self, workflow_ids: Collection[int]) -> Mapping[int, Run]:
        latest: dict[int, Run] = {}
        for run in self.list_newest(limit=len(self._store.rows(Run))):
            if run.workflow_id in workflow_ids and run.is_finished:
                latest.setdefault(run.workflow_id, run)
        return latest

    def list_attempts(self, run_id: str) -> Sequence[Attempt]:
        rows = self._store.rows(Attempt, {"run_id": run_id})
        attempts = [attempt for attempt in rows if attempt.run_id == run_id]
        return sorted(attempts, key=lambda attempt: attempt.number)

    def earliest(self) -> datetime | None:
        return min((run.due_at for run in self._free()), default=None)

    def _free(self) -> list[Run]:
        taken = {
            health.workflow_id for health in self._store.rows(WorkflowHealth) if health.running
        }
        return [
            run
            for run in self._store.rows(Run)
            if run.status is RunStatus.QUEUED and not (run.exclusive and run.workflow_id in taken)
        ]


class PlainMonitor(PlainReader):
    def list_open_notices(self, *, limit: int = 50) -> Sequence[Notice]:
        notices = [notice for notice in self._store.rows(Notice) if not notice.dismissed_at]
        return sorted(notices, key=lambda notice: (notice.at, notice.id), reverse=True)[:limit]

    def list_workers(self) -> Sequence[Worker]:
        return sorted(self._store.rows(Worker), key=lambda worker: (worker.started_at, worker.id))

    def list_old_runs(self, *, before: datetime, limit: int) -> Sequence[Run]:
        old = [run for run in self._store.rows(Run) if run.is_finished]
        old = [run for run in old if run.scheduled_for < before]
        return sorted(old, key=_order)[:limit]

    def list_failing(self, *, limit: int) -> Sequence[WorkflowHealth]:
        failing = [health for health in self._store.rows(WorkflowHealth) if health.failing_since]
        return sorted(failing, key=lambda health: (health.failing_since, health.workflow_id))[
            :limit
        ]

    def list_parked(self, *, since: datetime, limit: int) -> Sequence[Run]:
        parked = [run for run in self._store.rows(Run) if run.status in PARKED]
        young = [run for run in parked if run.scheduled_for > since]
        return sorted(young, key=_order, reverse=True)[:limit]

    def find_dismissed(self, notice_ids: Collection[str]) -> Collection[str]:
        notices = self._store.find_all(Notice, notice_ids)
        return {notice.id for notice in notices if notice.dismissed_at}

    def count_runs(
        self, workflow_ids: Collection[int], *, since: datetime, until: datetime
    ) -> Sequence[RunCount]:
        hours: dict[tuple[int, RunStatus, str], list[datetime]] = {}
        for run in self._store.rows(Run):
            at = run.scheduled_for.astimezone(UTC)
            if run.workflow_id in workflow_ids and since <= at <= until:
                hour = (run.workflow_id, run.status, f"{at:%Y%m%d%H}")
                hours.setdefault(hour, []).append(at)
        counts = [
            RunCount(workflow_id, status, min(moments), len(moments))
            for (workflow_id, status, _), moments in hours.items()
        ]
        return sorted(counts, key=lambda count: (count.workflow_id, count.first_at, count.status))


class PlainPublications(PlainReader):
    def find_publications(self, workflow_ids: Collection[int]) -> Mapping[int, Publication]:
        publications = self._store.find_all(Publication, [str(number) for number in workflow_ids])
        return {publication.workflow_id: publication for publication in publications}

    def find_standings(self, workflow_ids: Collection[int]) -> Mapping[int, Standing | Unreadable]:
        workflows = self._store.find_all(Workflow, [str(number) for number in workflow_ids])
        return {workflow.id: _read(workflow) for workflow in workflows if not workflow.deleted_at}


def _read(workflow: Workflow) -> Standing:
    return Standing(*(getattr(workflow, name) for name in Standing._fields))
