"""The clock's questions, answered by SQL."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from belfry.adapters.sql.dues import DueReader
from belfry.adapters.sql.tables import (
    HOMES,
    attempts,
    bells,
    claims,
    notices,
    pulses,
    runs,
    workers,
    workflows,
)
from belfry.cron.bells import Bell, Due
from belfry.cron.notices import Notice
from belfry.cron.pulses import Pulse
from belfry.cron.runs import UNFINISHED, Attempt, Run, RunStatus
from belfry.cron.workers import Worker
from belfry.cron.workflows import Workflow, name_claim

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from belfry.adapters.sql.database import Database

UNREADABLE = (ValueError, LookupError, TypeError, sa.exc.NoResultFound)
_ALIVE = workflows.c.deleted_at.is_(None)


class SqlWorkflows:
    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, workflow_id: int) -> Workflow | None:
        return self._first(sa.select(workflows).where(workflows.c.id == workflow_id, _ALIVE))

    def find_by_name(self, team_id: int, name: str) -> Workflow | None:
        owner = sa.select(claims.c.owner).where(claims.c.name == name_claim(team_id, name))
        with self._database.read() as connection:
            found = connection.execute(owner).scalar()
        return None if found is None else self.find(int(found))

    def list(
        self, *, team_id: int | None, after: int = 0, limit: int = 100, archived: bool = False
    ) -> Sequence[Workflow]:
        statement = sa.select(workflows).where(workflows.c.id > after, _ALIVE)
        if team_id is not None:
            statement = statement.where(workflows.c.team_id == team_id)
        if not archived:
            statement = statement.where(workflows.c.archived_at.is_(None))
        ordered = statement.order_by(workflows.c.id)
        try:
            with self._database.read() as connection:
                rows = connection.execute(ordered.limit(limit)).all()
        except UNREADABLE:
            return tuple(islice(self._list_readable(ordered), limit))
        return [HOMES[Workflow].record(row) for row in rows]

    def _list_readable(self, ordered: sa.Select[Any]) -> Iterator[Workflow]:
        """Row by row, and round those that nobody can read: their bells show them as a problem."""
        with self._database.read() as connection:
            numbers = connection.execute(ordered.with_only_columns(workflows.c.id)).scalars().all()
        for number in numbers:
            with suppress(*UNREADABLE):
                if found := self.find(number):
                    yield found

    def _first(self, statement: sa.Select[Any]) -> Workflow | None:
        with self._database.read() as connection:
            row = connection.execute(statement).first()
        return None if row is None else HOMES[Workflow].record(row)


class SqlBells:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._dues = DueReader(database)

    def list_due(self, *, now: datetime, limit: int, is_told: bool | None = None) -> Sequence[Due]:
        return self._dues.list_due(now=now, limit=limit, is_told=is_told)

    def find_next(self, workflow_ids: Collection[int]) -> Mapping[int, datetime]:
        wanted = sa.and_(bells.c.workflow_id.in_(workflow_ids), bells.c.next_at.is_not(None))
        statement = sa.select(bells.c.workflow_id, bells.c.next_at).where(wanted)
        with self._database.read() as connection:
            return {row.workflow_id: row.next_at for row in connection.execute(statement)}

    def earliest(self) -> datetime | None:
        statement = sa.select(bells.c.next_at).where(bells.c.next_at.is_not(None))
        with self._database.read() as connection:
            found: datetime | None = connection.execute(
                statement.order_by(bells.c.next_at).limit(1)
            ).scalar()
        return found

    def list_next(self, *, limit: int) -> Sequence[Bell]:
        ringing = sa.select(bells).where(bells.c.next_at.is_not(None))
        return self._list(ringing.order_by(bells.c.next_at, bells.c.workflow_id).limit(limit))

    def list_troubled(self, *, limit: int) -> Sequence[Bell]:
        troubled = sa.select(bells).where(bells.c.problem != "")
        return self._list(troubled.order_by(bells.c.workflow_id).limit(limit))

    def _list(self, statement: sa.Select[Any]) -> Sequence[Bell]:
        with self._database.read() as connection:
            return [HOMES[Bell].record(row) for row in connection.execute(statement)]


# SQLite takes a partial index only for a query that says the index's own condition, word for word.
_IS_UNFINISHED = sa.text("runs.status IN ('queued', 'running')")
_FREE = (
    sa.select(runs)
    .join_from(runs, pulses, pulses.c.workflow_id == runs.c.workflow_id, isouter=True)
    .where(_IS_UNFINISHED, runs.c.status == RunStatus.QUEUED)
    .where(sa.or_(sa.not_(runs.c.exclusive), pulses.c.running.is_(None)))
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


class SqlRuns:
    def __init__(self, database: Database) -> None:
        self._database = database

    def list_waiting(self, *, now: datetime, limit: int) -> Sequence[Run]:
        return self._list(_WAITING, {"now": now, "most": limit})

    def list_running(self) -> Sequence[Run]:
        running = sa.select(runs).where(_IS_UNFINISHED, runs.c.status == RunStatus.RUNNING)
        return self._list(running.order_by(runs.c.id))

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
        statement = sa.select(runs)
        if team_id is not None:
            statement = statement.where(runs.c.team_id == team_id)
        if workflow_id is not None:
            statement = statement.where(runs.c.workflow_id == workflow_id)
        if statuses:
            statement = statement.where(runs.c.status.in_(statuses))
        if before is not None:
            at, run_id = before
            same_time = sa.and_(runs.c.scheduled_for == at, runs.c.id < run_id)
            statement = statement.where(sa.or_(runs.c.scheduled_for < at, same_time))
        newest = (runs.c.scheduled_for.desc(), runs.c.id.desc())
        return self._list(statement.order_by(*newest).limit(limit))

    def find_latest(self, workflow_ids: Collection[int]) -> Mapping[int, Run]:
        place = sa.func.row_number().over(
            partition_by=runs.c.workflow_id,
            order_by=(runs.c.scheduled_for.desc(), runs.c.id.desc()),
        )
        finished = sa.and_(runs.c.workflow_id.in_(workflow_ids), runs.c.status.not_in(UNFINISHED))
        ranked = sa.select(runs.c.id, place.label("place")).where(finished).subquery()
        newest = sa.select(runs).join(ranked, ranked.c.id == runs.c.id).where(ranked.c.place == 1)
        return {run.workflow_id: run for run in self._list(newest)}

    def list_attempts(self, run_id: str) -> Sequence[Attempt]:
        statement = sa.select(attempts).where(attempts.c.run_id == run_id)
        with self._database.read() as connection:
            rows = connection.execute(statement.order_by(attempts.c.number)).all()
        return [HOMES[Attempt].record(row) for row in rows]

    def earliest(self) -> datetime | None:
        found = self._list(_FREE.order_by(runs.c.due_at).limit(1))
        return found[0].due_at if found else None

    def _list(
        self, statement: sa.Select[Any], given: Mapping[str, Any] | None = None
    ) -> Sequence[Run]:
        with self._database.read() as connection:
            rows = connection.execute(statement, dict(given or {})).all()
        return [HOMES[Run].record(row) for row in rows]


class SqlLookout:
    def __init__(self, database: Database) -> None:
        self._database = database

    def list_open_notices(self, *, limit: int = 50) -> Sequence[Notice]:
        open_ones = sa.select(notices).where(notices.c.dismissed_at.is_(None))
        newest = (notices.c.at.desc(), notices.c.id.desc())
        with self._database.read() as connection:
            rows = connection.execute(open_ones.order_by(*newest).limit(limit)).all()
        return [HOMES[Notice].record(row) for row in rows]

    def list_workers(self) -> Sequence[Worker]:
        serving = sa.select(workers).order_by(workers.c.started_at, workers.c.id)
        with self._database.read() as connection:
            return [HOMES[Worker].record(row) for row in connection.execute(serving)]

    def list_old_runs(self, *, before: datetime, limit: int) -> Sequence[Run]:
        old = sa.and_(runs.c.scheduled_for < before, runs.c.status.not_in(UNFINISHED))
        oldest = sa.select(runs).where(old).order_by(runs.c.scheduled_for, runs.c.id).limit(limit)
        with self._database.read() as connection:
            return [HOMES[Run].record(row) for row in connection.execute(oldest)]

    def list_failing(self, *, limit: int) -> Sequence[Pulse]:
        failing = sa.select(pulses).where(pulses.c.failing_since.is_not(None))
        longest = (pulses.c.failing_since, pulses.c.workflow_id)
        with self._database.read() as connection:
            rows = connection.execute(failing.order_by(*longest).limit(limit)).all()
        return [HOMES[Pulse].record(row) for row in rows]
