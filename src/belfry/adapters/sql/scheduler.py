"""The scheduler's ports in SQL."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from itertools import islice
from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.columns import UNREADABLE
from belfry.adapters.sql.store import RowMapper, SqlReader, is_any_of
from belfry.adapters.sql.tables import IS_PARKED, workflows
from belfry.kernel.records import Claim
from belfry.scheduler.publications import Publication, Standing, Unreadable
from belfry.scheduler.runs import (
    Attempt,
    Notice,
    Run,
    RunCount,
    RunStatus,
    Worker,
    WorkflowHealth,
    order_of,
)
from belfry.scheduler.triggers import Due, Terms, Trigger, terms_of
from belfry.scheduler.workflows import (
    INTERNAL_KINDS,
    OWN_LANE,
    NamedWorkflow,
    Workflow,
    name_claim,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from belfry.adapters.sql.database import Database

    Shared = dict[Sequence[Any], Terms]


_IS_ACTIVE = (
    "cron_schedule IS NOT NULL AND paused_at IS NULL AND archived_at IS NULL AND deleted_at IS NULL"
)
# Two workflows are seldom saved at the same moment, and only a rate counts from it.
_SINCE = "CASE WHEN lower(cron_schedule) LIKE '%rate%' THEN schedule_since END"
_OWN_KINDS = ", ".join(f"'{kind}'" for kind in sorted(INTERNAL_KINDS))
_LANE = f"CASE WHEN kind IN ({_OWN_KINDS}) THEN '{OWN_LANE}' ELSE queue END"
_TERMS = tuple(field.name for field in fields(Terms))
_TERM_COLUMNS = {name: f'workflows."{name}"' for name in _TERMS} | {
    "is_active": _IS_ACTIVE,
    "lane": _LANE,
    "schedule_since": _SINCE,
}
_IS_PUBLISHED = (
    "EXISTS (SELECT 1 FROM publications WHERE publications.workflow_id = triggers.workflow_id "
    "AND publications.count > 0 AND publications.published_revision > 0)"
)
_CONDITIONS = {None: "", True: f" AND {_IS_PUBLISHED}", False: f" AND NOT {_IS_PUBLISHED}"}
_READ_ANYWAY = {"id", *_TERMS} - {"schedule_since"}


class DueReader(SqlReader):
    """Reads due triggers with their terms; rows with equal columns share one Terms."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._workflow = self._mappers[Workflow]
        self._read_moment = self._mappers[Trigger].find_reader("next_at")
        readers = {"is_active": bool, "lane": str}
        self._readers = [readers.get(name) or self._workflow.find_reader(name) for name in _TERMS]
        is_readable = self._workflow.render_soundness(but=_READ_ANYWAY)
        columns = ", ".join(
            (f"workflows.id IS NOT NULL AND {is_readable}", *_TERM_COLUMNS.values())
        )
        self._statements = {
            is_published: f"SELECT triggers.workflow_id, triggers.revision, next_at, {columns} "
            f"FROM triggers LEFT JOIN workflows ON workflows.id = triggers.workflow_id "
            f"WHERE next_at <= ?{condition} "
            f"ORDER BY next_at, triggers.workflow_id LIMIT ?"
            for is_published, condition in _CONDITIONS.items()
        }

    def list_due(self, *, now: datetime, limit: int, is_published: bool | None) -> Sequence[Due]:
        rows = self._fetch(self._statements[is_published], now, limit)
        shared: Shared = {}
        return [self._read(row, shared, now) for row in rows]

    def _read(self, row: Sequence[Any], shared: Shared, now: datetime) -> Due:
        """An unreadable row is given with its problem and does not hide the others."""
        number, revision, text = row[:3]
        values = row[3:]
        at = now
        try:
            at = self._read_moment(text)
            terms = shared.get(values) or self._read_terms(number, values, shared)
            problem = "" if terms else "its workflow is gone"
        except UNREADABLE as error:
            terms, problem = None, f"its row cannot be read: {error}"
        return Due(number, at, revision, terms, problem)

    def _read_terms(self, number: int, row: Sequence[Any], shared: Shared) -> Terms | None:
        is_sound, *values = row
        if not is_sound:
            return self._read_whole(number)
        turned: list[Any] = [
            None if value is None else read(value)
            for value, read in zip(values, self._readers, strict=True)
        ]
        terms = shared[row] = Terms(*turned)
        return terms

    def _read_whole(self, number: int) -> Terms | None:
        """Read the whole row; it raises what is wrong with it, if anything is."""
        rows = self._fetch(self._workflow.select_one, number)
        return terms_of(self._workflow.read(rows[0])) if rows else None


_HOUR = len("2026-11-16 09")


class SqlWorkflows(SqlReader):
    def find(self, workflow_id: int) -> Workflow | None:
        return self._find(Workflow, "WHERE id = ? AND deleted_at IS NULL", workflow_id)

    def find_by_name(self, team_id: int, name: str) -> Workflow | None:
        claim = self._find(Claim, "WHERE name = ?", name_claim(team_id, name))
        return None if claim is None else self.find(int(claim.owner))

    def list(
        self, *, team_id: int | None, after: int = 0, limit: int = 100, archived: bool = False
    ) -> Sequence[Workflow]:
        which, params = "WHERE id > ? AND deleted_at IS NULL", [after]
        if team_id is not None:
            which, params = f"{which} AND team_id = ?", [after, team_id]
        if not archived:
            which += " AND archived_at IS NULL"
        which += " ORDER BY id"
        try:
            return self._list(Workflow, f"{which} LIMIT ?", *params, limit)
        except UNREADABLE:
            return tuple(islice(self._list_readable(which, params), limit))

    def list_names(self, *, limit: int) -> Sequence[NamedWorkflow]:
        named = "SELECT id, name, kind FROM workflows WHERE deleted_at IS NULL"
        rows = self._fetch(f"{named} AND archived_at IS NULL ORDER BY id LIMIT ?", limit)
        return [NamedWorkflow(*row) for row in rows]

    def _list_readable(self, which: str, params: Sequence[int]) -> Iterator[Workflow]:
        """Row by row, leaving out what cannot be read: its trigger shows the problem."""
        for (number,) in self._fetch(f"SELECT id FROM workflows {which}", *params):
            with suppress(*UNREADABLE):
                if workflow := self.find(number):
                    yield workflow


class SqlTriggers(SqlReader):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._dues = DueReader(database)

    def list_due(
        self, *, now: datetime, limit: int, is_published: bool | None = None
    ) -> Sequence[Due]:
        return self._dues.list_due(now=now, limit=limit, is_published=is_published)

    def find_next(self, workflow_ids: Collection[int]) -> Mapping[int, datetime]:
        among = f"workflow_id IN (SELECT value FROM {self._database.numbers})"
        which = f"WHERE {among} AND next_at IS NOT NULL"
        firing = self._list(Trigger, which, list(workflow_ids))
        return {trigger.workflow_id: trigger.next_at for trigger in firing if trigger.next_at}

    def earliest(self) -> datetime | None:
        triggers = self.list_next(limit=1)
        return triggers[0].next_at if triggers else None

    def list_next(self, *, limit: int) -> Sequence[Trigger]:
        firing = "WHERE next_at IS NOT NULL ORDER BY next_at, workflow_id LIMIT ?"
        return self._list(Trigger, firing, limit)

    def list_troubled(self, *, limit: int) -> Sequence[Trigger]:
        troubled = "WHERE problem <> '' ORDER BY workflow_id LIMIT ?"
        return self._list(Trigger, troubled, limit)


# SQLite takes a partial index only for a query that says the index's own condition, word for word.
_IS_UNFINISHED = "runs.status IN ('queued', 'running')"
_FREE = f"""
LEFT JOIN workflow_health ON workflow_health.workflow_id = runs.workflow_id
WHERE {_IS_UNFINISHED} AND runs.status = 'queued'
AND (NOT runs.exclusive OR workflow_health.running IS NULL)"""
# Each number is looked up: asked for the workflows among them, SQLite reads the whole index.
_BUSY = """
SELECT numbers.value FROM {numbers} WHERE EXISTS (
    SELECT 1 FROM runs WHERE runs.workflow_id = numbers.value
    AND runs.status IN ('queued', 'running')
)"""


# The newest of each, straight from the index; asked to rank them, SQLite reads every run there is.
_LATEST = """
JOIN {numbers} ON runs.id = (
    SELECT id FROM runs WHERE workflow_id = numbers.value AND status NOT IN ('queued', 'running')
    ORDER BY scheduled_for DESC, id DESC LIMIT 1
)"""


_ORDER = "scheduled_for, runs.workflow_id, id"
_NEWEST_FIRST = "scheduled_for DESC, workflow_id DESC, id DESC"


class SqlRuns(SqlReader):
    def list_waiting(
        self,
        *,
        now: datetime,
        limit: int,
        lane: str | None = None,
        but_lanes: Collection[str] = (),
        but_hosts: Collection[str] = (),
    ) -> Sequence[Run]:
        which, params = f"{_FREE} AND due_at <= ?", [now, *but_lanes, *but_hosts]
        for column, values in (("runs.lane", but_lanes), ("runs.host", but_hosts)):
            which += f" AND NOT {is_any_of(column, values)}" if values else ""
        if lane is not None:
            which, params = f"{which} AND runs.lane = ?", [*params, lane]
        return self._list(Run, f"{which} ORDER BY due_at, {_ORDER} LIMIT ?", *params, limit)

    def list_running(self) -> Sequence[Run]:
        return self._list(Run, f"WHERE {_IS_UNFINISHED} AND status = 'running' ORDER BY {_ORDER}")

    def find_busy(self, workflow_ids: Collection[int]) -> Collection[int]:
        busy = _BUSY.format(numbers=self._database.numbers)
        return {number for (number,) in self._fetch(busy, list(workflow_ids))}

    def list_newest(
        self,
        *,
        team_id: int | None = None,
        workflow_id: int | None = None,
        statuses: Collection[RunStatus] = (),
        before: tuple[datetime, str] | None = None,
        limit: int = 50,
    ) -> Sequence[Run]:
        which, params = ["TRUE"], list[Any]()
        if team_id is not None:
            which, params = [*which, "team_id = ?"], [*params, team_id]
        if workflow_id is not None:
            which, params = [*which, "workflow_id = ?"], [*params, workflow_id]
        if statuses:
            which, params = [*which, is_any_of("status", statuses)], [*params, *statuses]
        if before is not None:
            which, params = [*which, f"({_ORDER}) < (?, ?, ?)"], [*params, *order_of(*before)]
        newest = f"WHERE {' AND '.join(which)} ORDER BY {_NEWEST_FIRST} LIMIT ?"
        return self._list(Run, newest, *params, limit)

    def find_latest(self, workflow_ids: Collection[int]) -> Mapping[int, Run]:
        newest = _LATEST.format(numbers=self._database.numbers)
        return {run.workflow_id: run for run in self._list(Run, newest, list(workflow_ids))}

    def list_attempts(self, run_id: str) -> Sequence[Attempt]:
        return self._list(Attempt, "WHERE run_id = ? ORDER BY number", run_id)

    def earliest(self) -> datetime | None:
        runs = self._list(Run, f"{_FREE} ORDER BY due_at LIMIT 1")
        return runs[0].due_at if runs else None


_COUNTS = """
SELECT workflow_id, status, min(scheduled_for) AS first_at, count(*) FROM runs
WHERE workflow_id IN (SELECT value FROM {numbers}) AND scheduled_for BETWEEN ? AND ?
GROUP BY workflow_id, status, {hour} ORDER BY workflow_id, first_at, status"""


class SqlMonitor(SqlReader):
    def list_open_notices(self, *, limit: int = 50) -> Sequence[Notice]:
        newest = "WHERE dismissed_at IS NULL ORDER BY at DESC, id DESC LIMIT ?"
        return self._list(Notice, newest, limit)

    def list_workers(self) -> Sequence[Worker]:
        return self._list(Worker, "ORDER BY started_at, id")

    def list_old_runs(self, *, before: datetime, limit: int) -> Sequence[Run]:
        old = f"WHERE scheduled_for < ? AND NOT {_IS_UNFINISHED}"
        return self._list(Run, f"{old} ORDER BY {_ORDER} LIMIT ?", before, limit)

    def list_failing(self, *, limit: int) -> Sequence[WorkflowHealth]:
        longest = "WHERE failing_since IS NOT NULL ORDER BY failing_since, workflow_id LIMIT ?"
        return self._list(WorkflowHealth, longest, limit)

    def list_parked(self, *, since: datetime, limit: int) -> Sequence[Run]:
        newest = f"WHERE {IS_PARKED} AND scheduled_for > ? ORDER BY {_NEWEST_FIRST}"
        return self._list(Run, f"{newest} LIMIT ?", since, limit)

    def find_dismissed(self, notice_ids: Collection[str]) -> Collection[str]:
        which = f"WHERE {is_any_of('id', notice_ids)} AND dismissed_at IS NOT NULL"
        return {notice.id for notice in self._list(Notice, which, *notice_ids)}

    def count_runs(
        self, workflow_ids: Collection[int], *, since: datetime, until: datetime
    ) -> Sequence[RunCount]:
        database, mapper = self._database, self._mappers[Run]
        in_utc = "scheduled_for" if database.is_sqlite else "timezone('UTC', scheduled_for)"
        counts = _COUNTS.format(
            numbers=database.numbers, hour=f"substr(CAST({in_utc} AS TEXT), 1, {_HOUR})"
        )
        rows = self._fetch(counts, list(workflow_ids), since, until)
        status, moment = mapper.find_reader("status"), mapper.find_reader("scheduled_for")
        return [
            RunCount(workflow_id, status(word), moment(first), count)
            for workflow_id, word, first, count in rows
        ]


class SqlPublications(SqlReader):
    def find_publications(self, workflow_ids: Collection[int]) -> Mapping[int, Publication]:
        among = f"JOIN {self._database.numbers} ON publications.workflow_id = numbers.value"
        publications = self._list(Publication, among, list(workflow_ids))
        return {publication.workflow_id: publication for publication in publications}

    def find_standings(self, workflow_ids: Collection[int]) -> Mapping[int, Standing | Unreadable]:
        mapper = RowMapper(Standing, workflows, is_sqlite=self._database.is_sqlite)
        among = f"JOIN {self._database.numbers} ON workflows.id = numbers.value"
        statement = f"{mapper.select} {among} WHERE deleted_at IS NULL"
        standings: dict[int, Standing | Unreadable] = {}
        for row in self._fetch(statement, list(workflow_ids)):
            try:
                standings[row[0]] = mapper.read(row)
            except UNREADABLE as error:
                standings[row[0]] = Unreadable(f"its row cannot be read: {error}")
        return standings
