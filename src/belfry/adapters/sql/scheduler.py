"""The scheduler's ports in SQL."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from itertools import islice
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from belfry.adapters.sql.columns import UNREADABLE
from belfry.adapters.sql.row_mapper import SqlReader, row_mappers_for
from belfry.adapters.sql.tables import (
    IS_PARKED,
    TABLE_MAPPINGS,
    attempts,
    claims,
    runs,
    timers,
    triggers,
    workflow_health,
    workflows,
)
from belfry.scheduler.notices import Notice, Worker
from belfry.scheduler.publications import Publication, Standing, Unreadable
from belfry.scheduler.runs import UNFINISHED, Attempt, Run, RunCount, RunStatus, WorkflowHealth
from belfry.scheduler.timers import Timer
from belfry.scheduler.triggers import Due, Terms, Trigger, terms_of
from belfry.scheduler.workflows import NamedWorkflow, Workflow, name_claim

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
_TERMS = tuple(field.name for field in fields(Terms))
_TERM_COLUMNS = {name: f'workflows."{name}"' for name in _TERMS} | {
    "is_active": _IS_ACTIVE,
    "schedule_since": _SINCE,
}
_IS_PUBLISHED = (
    "EXISTS (SELECT 1 FROM publications WHERE publications.workflow_id = triggers.workflow_id "
    "AND publications.count > 0 AND publications.published_revision > 0)"
)
_CONDITIONS = {None: "", True: f" AND {_IS_PUBLISHED}", False: f" AND NOT {_IS_PUBLISHED}"}
_READ_ANYWAY = {"id", *_TERMS} - {"schedule_since"}


class DueReader:
    """Reads due triggers with their terms; rows with equal columns share one Terms."""

    def __init__(self, database: Database) -> None:
        self._database = database
        mappers = row_mappers_for(is_sqlite=database.is_sqlite)
        self._workflow = mappers[Workflow]
        self._read_moment = mappers[Trigger].find_reader("next_at")
        readers = {"is_active": bool}
        self._readers = [readers.get(name) or self._workflow.find_reader(name) for name in _TERMS]
        mark = "?" if database.is_sqlite else "%s"
        is_readable = self._workflow.render_soundness(but=_READ_ANYWAY)
        columns = ", ".join(
            (f"workflows.id IS NOT NULL AND {is_readable}", *_TERM_COLUMNS.values())
        )
        if not database.is_sqlite:
            columns = columns.replace("%", "%%")
        self._statements = {
            is_published: f"SELECT triggers.workflow_id, triggers.revision, next_at, {columns} "
            f"FROM triggers LEFT JOIN workflows ON workflows.id = triggers.workflow_id "
            f"WHERE next_at <= {mark}{condition} "
            f"ORDER BY next_at, triggers.workflow_id LIMIT {mark}"
            for is_published, condition in _CONDITIONS.items()
        }

    def list_due(self, *, now: datetime, limit: int, is_published: bool | None) -> Sequence[Due]:
        asked = (self._database.write_moment(now), limit)
        rows = self._database.fetch(self._statements[is_published], asked)
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
        rows = self._database.fetch(self._workflow.select_one, (number,))
        return terms_of(self._workflow.read(rows[0])) if rows else None


_UNREADABLE_ROW = (ValueError, LookupError, TypeError, sa.exc.NoResultFound)
_HOUR = len("2026-11-16 09")
_ALIVE = workflows.c.deleted_at.is_(None)


class SqlWorkflows(SqlReader):
    def find(self, workflow_id: int) -> Workflow | None:
        return self._first(sa.select(workflows).where(workflows.c.id == workflow_id, _ALIVE))

    def find_by_name(self, team_id: int, name: str) -> Workflow | None:
        owner = sa.select(claims.c.owner).where(claims.c.name == name_claim(team_id, name))
        with self._database.read() as connection:
            workflow_id = connection.execute(owner).scalar()
        return None if workflow_id is None else self.find(int(workflow_id))

    def list(
        self, *, team_id: int | None, after: int = 0, limit: int = 100, archived: bool = False
    ) -> Sequence[Workflow]:
        which, given = "WHERE id > ? AND deleted_at IS NULL", [after]
        if team_id is not None:
            which, given = f"{which} AND team_id = ?", [after, team_id]
        if not archived:
            which += " AND archived_at IS NULL"
        which += " ORDER BY id"
        try:
            return self._list(Workflow, "workflows", f"{which} LIMIT ?", *given, limit)
        except _UNREADABLE_ROW:
            return tuple(islice(self._list_readable(which, given), limit))

    def list_names(self, *, limit: int) -> Sequence[NamedWorkflow]:
        named = "SELECT id, name, kind FROM workflows WHERE deleted_at IS NULL"
        rows = self._fetch(f"{named} AND archived_at IS NULL ORDER BY id LIMIT ?", limit)
        return [NamedWorkflow(*row) for row in rows]

    def _list_readable(self, which: str, given: Sequence[int]) -> Iterator[Workflow]:
        """Row by row, leaving out what cannot be read: its trigger shows the problem."""
        for (number,) in self._fetch(f"SELECT id FROM workflows {which}", *given):
            with suppress(*_UNREADABLE_ROW):
                if workflow := self.find(number):
                    yield workflow

    def _first(self, statement: sa.Select[Any]) -> Workflow | None:
        with self._database.read() as connection:
            row = connection.execute(statement).first()
        return None if row is None else TABLE_MAPPINGS[Workflow].record(row)


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
        asked = self._database.write_numbers(list(workflow_ids))
        firing = self._list(Trigger, "triggers", f"WHERE {among} AND next_at IS NOT NULL", asked)
        return {trigger.workflow_id: trigger.next_at for trigger in firing if trigger.next_at}

    def earliest(self) -> datetime | None:
        statement = sa.select(triggers.c.next_at).where(triggers.c.next_at.is_not(None))
        with self._database.read() as connection:
            next_at: datetime | None = connection.execute(
                statement.order_by(triggers.c.next_at).limit(1)
            ).scalar()
        return next_at

    def list_next(self, *, limit: int) -> Sequence[Trigger]:
        firing = "WHERE next_at IS NOT NULL ORDER BY next_at, workflow_id LIMIT ?"
        return self._list(Trigger, "triggers", firing, limit)

    def list_troubled(self, *, limit: int) -> Sequence[Trigger]:
        troubled = "WHERE problem <> '' ORDER BY workflow_id LIMIT ?"
        return self._list(Trigger, "triggers", troubled, limit)


# SQLite takes a partial index only for a query that says the index's own condition, word for word.
_IS_UNFINISHED = sa.text("runs.status IN ('queued', 'running')")
_FREE = (
    sa.select(runs)
    .join_from(
        runs, workflow_health, workflow_health.c.workflow_id == runs.c.workflow_id, isouter=True
    )
    .where(_IS_UNFINISHED, runs.c.status == RunStatus.QUEUED)
    .where(sa.or_(sa.not_(runs.c.exclusive), workflow_health.c.running.is_(None)))
)
_WAITING = (
    _FREE.where(runs.c.due_at <= sa.bindparam("now"))
    .order_by(runs.c.due_at, runs.c.id)
    .limit(sa.bindparam("most"))
)
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


class SqlRuns(SqlReader):
    def list_waiting(self, *, now: datetime, limit: int) -> Sequence[Run]:
        return self._select(_WAITING, {"now": now, "most": limit})

    def list_running(self) -> Sequence[Run]:
        running = sa.select(runs).where(_IS_UNFINISHED, runs.c.status == RunStatus.RUNNING)
        return self._select(running.order_by(runs.c.id))

    def find_busy(self, workflow_ids: Collection[int]) -> Collection[int]:
        statement = _BUSY.format(numbers=self._database.numbers)
        asked = self._database.write_numbers(list(workflow_ids))
        return {number for (number,) in self._database.fetch(statement, (asked,))}

    def list_newest(
        self,
        *,
        team_id: int | None = None,
        workflow_id: int | None = None,
        statuses: Collection[RunStatus] = (),
        before: tuple[datetime, str] | None = None,
        limit: int = 50,
    ) -> Sequence[Run]:
        which, given = ["TRUE"], list[Any]()
        if team_id is not None:
            which, given = [*which, "team_id = ?"], [*given, team_id]
        if workflow_id is not None:
            which, given = [*which, "workflow_id = ?"], [*given, workflow_id]
        if statuses:
            marks = ", ".join("?" for _ in statuses)
            which, given = [*which, f"status IN ({marks})"], [*given, *map(str, statuses)]
        if before is not None:
            at = self._database.write_moment(before[0])
            which, given = [*which, "(scheduled_for, id) < (?, ?)"], [*given, at, before[1]]
        newest = f"WHERE {' AND '.join(which)} ORDER BY scheduled_for DESC, id DESC LIMIT ?"
        return self._list(Run, "runs", newest, *given, limit)

    def find_latest(self, workflow_ids: Collection[int]) -> Mapping[int, Run]:
        newest = _LATEST.format(numbers=self._database.numbers)
        asked = self._database.write_numbers(list(workflow_ids))
        return {run.workflow_id: run for run in self._list(Run, "runs", newest, asked)}

    def list_attempts(self, run_id: str) -> Sequence[Attempt]:
        statement = sa.select(attempts).where(attempts.c.run_id == run_id)
        with self._database.read() as connection:
            rows = connection.execute(statement.order_by(attempts.c.number)).all()
        return [TABLE_MAPPINGS[Attempt].record(row) for row in rows]

    def earliest(self) -> datetime | None:
        first = self._select(_FREE.order_by(runs.c.due_at).limit(1))
        return first[0].due_at if first else None

    def _select(
        self, statement: sa.Select[Any], given: Mapping[str, Any] | None = None
    ) -> Sequence[Run]:
        with self._database.read() as connection:
            rows = connection.execute(statement, dict(given or {})).all()
        return [TABLE_MAPPINGS[Run].record(row) for row in rows]


_COUNTS = """
SELECT workflow_id, status, min(scheduled_for) AS first_at, count(*) FROM runs
WHERE workflow_id IN (SELECT value FROM {numbers}) AND scheduled_for BETWEEN ? AND ?
GROUP BY workflow_id, status, {hour} ORDER BY workflow_id, first_at, status"""


class SqlMonitor(SqlReader):
    def list_open_notices(self, *, limit: int = 50) -> Sequence[Notice]:
        newest = "WHERE dismissed_at IS NULL ORDER BY at DESC, id DESC LIMIT ?"
        return self._list(Notice, "notices", newest, limit)

    def list_workers(self) -> Sequence[Worker]:
        return self._list(Worker, "workers", "ORDER BY started_at, id")

    def list_old_runs(self, *, before: datetime, limit: int) -> Sequence[Run]:
        old = sa.and_(runs.c.scheduled_for < before, runs.c.status.not_in(UNFINISHED))
        oldest = sa.select(runs).where(old).order_by(runs.c.scheduled_for, runs.c.id).limit(limit)
        with self._database.read() as connection:
            return [TABLE_MAPPINGS[Run].record(row) for row in connection.execute(oldest)]

    def list_failing(self, *, limit: int) -> Sequence[WorkflowHealth]:
        longest = "WHERE failing_since IS NOT NULL ORDER BY failing_since, workflow_id LIMIT ?"
        return self._list(WorkflowHealth, "workflow_health", longest, limit)

    def list_parked(self, *, since: datetime, limit: int) -> Sequence[Run]:
        newest = f"WHERE {IS_PARKED} AND scheduled_for > ? ORDER BY scheduled_for DESC, id DESC"
        at = self._database.write_moment(since)
        return self._list(Run, "runs", f"{newest} LIMIT ?", at, limit)

    def find_dismissed(self, notice_ids: Collection[str]) -> Collection[str]:
        marks = ", ".join("?" for _ in notice_ids)
        dismissed = f"SELECT id FROM notices WHERE id IN ({marks}) AND dismissed_at IS NOT NULL"
        return (
            {number for (number,) in self._fetch(dismissed, *notice_ids)} if notice_ids else set()
        )

    def count_runs(
        self, workflow_ids: Collection[int], *, since: datetime, until: datetime
    ) -> Sequence[RunCount]:
        database, mapper = self._database, self._mappers[Run]
        in_utc = "scheduled_for" if database.is_sqlite else "timezone('UTC', scheduled_for)"
        counts = _COUNTS.format(
            numbers=database.numbers, hour=f"substr(CAST({in_utc} AS TEXT), 1, {_HOUR})"
        )
        span = (database.write_moment(since), database.write_moment(until))
        asked = database.write_numbers(list(workflow_ids))
        status, moment = mapper.find_reader("status"), mapper.find_reader("scheduled_for")
        return [
            RunCount(workflow_id, status(word), moment(first), count)
            for workflow_id, word, first, count in self._fetch(counts, asked, *span)
        ]


class SqlPublications:
    def __init__(self, database: Database) -> None:
        self._database = database
        mappers = row_mappers_for(is_sqlite=database.is_sqlite)
        self._publication = mappers[Publication]
        self._read_moment = mappers[Workflow].find_reader("schedule_since")
        self._published = (
            f"SELECT {self._publication.columns} FROM {database.numbers} "
            "JOIN publications ON publications.workflow_id = numbers.value"
        )
        columns = ", ".join(f"workflows.{name}" for name in Standing._fields)
        self._standing = (
            f"SELECT {columns} FROM {database.numbers} "
            "JOIN workflows ON workflows.id = numbers.value WHERE workflows.deleted_at IS NULL"
        )

    def find_publications(self, workflow_ids: Collection[int]) -> Mapping[int, Publication]:
        rows = self._fetch(self._published, workflow_ids)
        publications = map(self._publication.read, rows)
        return {publication.workflow_id: publication for publication in publications}

    def find_standings(self, workflow_ids: Collection[int]) -> Mapping[int, Standing | Unreadable]:
        rows = self._fetch(self._standing, workflow_ids)
        return {row[0]: self._read(row) for row in rows}

    def _read(self, row: Sequence[Any]) -> Standing | Unreadable:
        number, revision, kind, schedule, zone, paused_at, archived_at, since = row
        try:
            return Standing(
                *(number, revision, kind, schedule, zone),
                paused_at and self._read_moment(paused_at),
                archived_at and self._read_moment(archived_at),
                self._read_moment(since),
            )
        except UNREADABLE as error:
            return Unreadable(f"its row cannot be read: {error}")

    def _fetch(self, statement: str, workflow_ids: Collection[int]) -> list[Any]:
        if not workflow_ids:
            return []
        return self._database.fetch(statement, (self._database.write_numbers(list(workflow_ids)),))


class SqlTimers:
    def __init__(self, database: Database) -> None:
        self._database = database

    def list_due(self, *, now: datetime, limit: int) -> Sequence[Timer]:
        due = sa.select(timers).where(timers.c.next_at <= now)
        return self._list(due.order_by(timers.c.next_at, timers.c.name).limit(limit))

    def list(self) -> Sequence[Timer]:
        return self._list(sa.select(timers).order_by(timers.c.name))

    def _list(self, statement: sa.Select[Any]) -> Sequence[Timer]:
        with self._database.read() as connection:
            return [TABLE_MAPPINGS[Timer].record(row) for row in connection.execute(statement)]
