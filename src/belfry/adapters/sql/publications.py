"""What was told outside, and how workflows stand, looked up for many in one question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.row_mapper import row_mappers_for
from belfry.adapters.sql.values import UNREADABLE
from belfry.scheduler.publishing.publications import Publication, Standing, Unreadable
from belfry.scheduler.workflows import Workflow

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from belfry.adapters.sql.database import Database


class SqlPublications:
    def __init__(self, database: Database) -> None:
        self._database = database
        mappers = row_mappers_for(is_sqlite=database.is_sqlite)
        self._publication = mappers[Publication]
        self._read_moment = mappers[Workflow].find_reader("schedule_since")
        self._told = (
            f"SELECT {self._publication.columns} FROM {database.numbers} "
            "JOIN publications ON publications.workflow_id = numbers.value"
        )
        columns = ", ".join(f"workflows.{name}" for name in Standing._fields)
        self._standing = (
            f"SELECT {columns} FROM {database.numbers} "
            "JOIN workflows ON workflows.id = numbers.value WHERE workflows.deleted_at IS NULL"
        )

    def find_publications(self, workflow_ids: Collection[int]) -> Mapping[int, Publication]:
        found = (self._publication.read(row) for row in self._fetch(self._told, workflow_ids))
        return {one.workflow_id: one for one in found}

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
