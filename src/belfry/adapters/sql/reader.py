"""How records of any type are listed in the driver's own terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.scribes import scribes_for

if TYPE_CHECKING:
    from belfry.adapters.sql.database import Database


class SqlReader:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._scribes = scribes_for(is_sqlite=database.is_sqlite)

    def _list(self, kind: type[Any], table: str, which: str, *given: Any) -> list[Any]:
        scribe = self._scribes[kind]
        rows = self._fetch(f"SELECT {scribe.columns} FROM {table} {which}", *given)
        return scribe.read_few(rows)

    def _fetch(self, statement: str, *given: Any) -> list[Any]:
        if not self._database.is_sqlite:
            statement = statement.replace("?", "%s")
        return self._database.fetch(statement, given)
