"""How records of any type are listed in the driver's own terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.row_mapper import row_mappers_for

if TYPE_CHECKING:
    from belfry.adapters.sql.database import Database


class SqlReader:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._mappers = row_mappers_for(is_sqlite=database.is_sqlite)

    def _list(self, kind: type[Any], table: str, which: str, *given: Any) -> list[Any]:
        mapper = self._mappers[kind]
        rows = self._fetch(f"SELECT {mapper.columns} FROM {table} {which}", *given)
        return mapper.read_few(rows)

    def _fetch(self, statement: str, *given: Any) -> list[Any]:
        if not self._database.is_sqlite:
            statement = statement.replace("?", "%s")
        return self._database.fetch(statement, given)
