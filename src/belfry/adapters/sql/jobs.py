"""The jobs room's questions, answered by SQL."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.row_mapper import row_mappers_for
from belfry.adapters.sql.tables import IS_AT_WORK, IS_TOLD_WRONG, IS_UNSETTLED, IS_UNTOLD_LATE
from belfry.jobs.board.moves import Move
from belfry.jobs.board.sightings import Sightings
from belfry.jobs.jobs import Job

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from belfry.adapters.sql.database import Database

_OPEN_ROWS = 'SELECT id, "row" FROM jobs WHERE is_open'
_OTHER_ROWS = 'SELECT id, "row" FROM jobs WHERE NOT is_open'
_IS_QUIET = (
    f"{IS_AT_WORK} AND stage = ? AND entered_at <= ? "
    "AND (chased_stage <> stage OR chased_at IS NULL OR chased_at < ?)"
)
_LONGEST_FIRST = "ORDER BY entered_at, id"
_UNSETTLED = f"SELECT id, missing_since FROM jobs WHERE {IS_UNSETTLED}"


class SqlJobs:
    def __init__(self, database: Database) -> None:
        self._database = database
        mappers = row_mappers_for(is_sqlite=database.is_sqlite)
        self._job, self._move = mappers[Job], mappers[Move]

    def sightings(self) -> Sightings:
        return Sightings(
            still_open=self._database.fetch_pairs(_OPEN_ROWS, ()),
            over=self._database.fetch_pairs(_OTHER_ROWS, ()),
            unsettled={
                job_id: since and _read_moment(since) for job_id, since in self._fetch(_UNSETTLED)
            },
        )

    def list_by_id(self, ids: Collection[str]) -> Sequence[Job]:
        if not ids:
            return []
        listed = "json_each(?)" if self._database.is_sqlite else "json_array_elements_text(?)"
        return self._list(f"WHERE id IN (SELECT value FROM {listed})", json.dumps(list(ids)))

    def list_page(
        self,
        *,
        stage: str | None = None,
        is_open: bool | None = None,
        after: str = "",
        limit: int = 100,
    ) -> Sequence[Job]:
        asked = {"stage = ?": stage, "is_open = ?": is_open, "id > ?": after}
        wanted = {test: value for test, value in asked.items() if value is not None}
        page = f"WHERE {' AND '.join(wanted)} ORDER BY id LIMIT ?"
        return self._list(page, *wanted.values(), limit)

    def list_quiet(
        self,
        entered_before: Mapping[str, datetime],
        *,
        chased_before: datetime,
        limit: int | None = None,
    ) -> Sequence[Job]:
        """Every named stage is a search of its own in the index."""
        if not entered_before:
            return []
        at = self._database.write_moment
        chased = at(chased_before)
        given = [(stage, at(moment), chased) for stage, moment in entered_before.items()]
        if limit is None:
            stages = " OR ".join(f"({_IS_QUIET})" for _ in given)
            return self._list(f"WHERE {stages} {_LONGEST_FIRST}", *chain.from_iterable(given))
        longest = f"SELECT id FROM jobs WHERE {_IS_QUIET} {_LONGEST_FIRST} LIMIT ?"
        stages = " UNION ALL ".join(f"SELECT id FROM ({longest}) AS longest" for _ in given)
        each = chain.from_iterable((*one, limit) for one in given)
        return self._list(f"WHERE id IN ({stages}) {_LONGEST_FIRST}", *each)

    def list_late(self, *, now: datetime, limit: int) -> Sequence[Job]:
        late = f"WHERE {IS_UNTOLD_LATE} AND eta_by < ? ORDER BY eta_by, id LIMIT ?"
        return self._list(late, self._database.write_moment(now), limit)

    def list_told_wrong(self, *, limit: int) -> Sequence[Job]:
        return self._list(f"WHERE {IS_TOLD_WRONG} ORDER BY id LIMIT ?", limit)

    def list_moves(self, job_id: str) -> Sequence[Move]:
        ours = f"SELECT {self._move.columns} FROM moves WHERE job_id = ? ORDER BY number"
        return [self._move.read(row) for row in self._fetch(ours, job_id)]

    def _list(self, which: str, *given: Any) -> Sequence[Job]:
        rows = self._fetch(f"SELECT {self._job.columns} FROM jobs {which}", *given)
        return self._job.read_few(rows)

    def _fetch(self, statement: str, *given: Any) -> list[Any]:
        if not self._database.is_sqlite:
            statement = statement.replace("?", "%s")
        return self._database.fetch(statement, given)


def _read_moment(moment: str | datetime) -> datetime:
    if isinstance(moment, str):
        return datetime.fromisoformat(moment).replace(tzinfo=UTC)
    return moment.astimezone(UTC)
