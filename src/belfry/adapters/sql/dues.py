"""Which triggers are due, with the little that their ringing depends on.

Workflows are mostly alike in that. So a row is looked at closely only if no other of the same
listing says the same: those that do share one Terms.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.row_mapper import row_mappers_for
from belfry.adapters.sql.values import UNREADABLE
from belfry.scheduler.firing.triggers import Due, Terms, Trigger, terms_of
from belfry.scheduler.workflows import Workflow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belfry.adapters.sql.database import Database

    Shared = dict[Sequence[Any], Terms]

_IS_ACTIVE = (
    "cron_schedule IS NOT NULL AND paused_at IS NULL AND archived_at IS NULL AND deleted_at IS NULL"
)
# Two workflows are seldom saved at the same moment, and only a rate counts from it.
_SINCE = "CASE WHEN lower(cron_schedule) LIKE '%rate%' THEN schedule_since END"
_TERMS = tuple(field.name for field in fields(Terms))
_SAID = {name: f'workflows."{name}"' for name in _TERMS} | {
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
    def __init__(self, database: Database) -> None:
        self._database = database
        mappers = row_mappers_for(is_sqlite=database.is_sqlite)
        self._workflow = mappers[Workflow]
        self._read_moment = mappers[Trigger].find_reader("next_at")
        readers = {"is_active": bool}
        self._readers = [readers.get(name) or self._workflow.find_reader(name) for name in _TERMS]
        mark = "?" if database.is_sqlite else "%s"
        is_readable = self._workflow.render_soundness(but=_READ_ANYWAY)
        said = ", ".join((f"workflows.id IS NOT NULL AND {is_readable}", *_SAID.values()))
        if not database.is_sqlite:
            said = said.replace("%", "%%")
        self._statements = {
            is_published: f"SELECT triggers.workflow_id, triggers.revision, next_at, {said} "
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
        """A row nobody can read is known by its number, and the others go on."""
        number, revision, text = row[:3]
        said = row[3:]
        at = now
        try:
            at = self._read_moment(text)
            terms = shared.get(said) or self._read_terms(number, said, shared)
            problem = "" if terms else "its workflow is gone"
        except UNREADABLE as error:
            terms, problem = None, f"its row cannot be read: {error}"
        return Due(number, at, revision, terms, problem)

    def _read_terms(self, number: int, said: Sequence[Any], shared: Shared) -> Terms | None:
        is_sound, *values = said
        if not is_sound:
            return self._read_whole(number)
        turned: list[Any] = [
            None if value is None else read(value)
            for value, read in zip(values, self._readers, strict=True)
        ]
        terms = shared[said] = Terms(*turned)
        return terms

    def _read_whole(self, number: int) -> Terms | None:
        """It says what is wrong with the row, or finds that nothing is."""
        rows = self._database.fetch(self._workflow.select_one, (number,))
        return terms_of(self._workflow.read(rows[0])) if rows else None
