"""The desk's questions, answered by SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from belfry.accounts.keys import ApiKey
from belfry.accounts.users import Role, User, email_claim
from belfry.adapters.sql.row_mapper import SqlReader
from belfry.adapters.sql.tables import TABLE_MAPPINGS, api_keys, claims, users
from belfry.workspace.data_problems import DataProblem

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belfry.accounts.ports import Expiring
    from belfry.adapters.sql.database import Database


class SqlKeys:
    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, key_id: int) -> ApiKey | None:
        with self._database.read() as connection:
            row = connection.execute(sa.select(api_keys).where(api_keys.c.id == key_id)).first()
        return None if row is None else TABLE_MAPPINGS[ApiKey].record(row)

    def list(self, *, team_id: int | None, revoked: bool = False) -> Sequence[ApiKey]:
        statement = sa.select(api_keys).order_by(api_keys.c.id)
        if team_id is not None:
            statement = statement.where(api_keys.c.team_id == team_id)
        if not revoked:
            statement = statement.where(api_keys.c.revoked_at.is_(None))
        with self._database.read() as connection:
            return [TABLE_MAPPINGS[ApiKey].record(row) for row in connection.execute(statement)]


_ENABLED = users.c.disabled_at.is_(None)


class SqlUsers:
    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, user_id: int) -> User | None:
        found = self._list(sa.select(users).where(users.c.id == user_id))
        return found[0] if found else None

    def find_by_email(self, email: str) -> User | None:
        claim = email_claim(0, email)
        owner = sa.select(claims.c.owner).where(claims.c.name == claim.name)
        with self._database.read() as connection:
            found = connection.execute(owner).scalar()
        return None if found is None else self.find(int(found))

    def list(self, *, after: int = 0, limit: int = 100, disabled: bool = False) -> Sequence[User]:
        statement = sa.select(users).where(users.c.id > after).order_by(users.c.id).limit(limit)
        return self._list(statement if disabled else statement.where(_ENABLED))

    def list_owners(self) -> Sequence[User]:
        owners = sa.select(users).where(users.c.role == Role.OWNER, _ENABLED)
        return self._list(owners.order_by(users.c.id))

    def _list(self, statement: sa.Select[Any]) -> Sequence[User]:
        with self._database.read() as connection:
            return [TABLE_MAPPINGS[User].record(row) for row in connection.execute(statement)]


class SqlLeftovers:
    def __init__(self, database: Database) -> None:
        self._database = database

    def list_expired(
        self, kind: type[Expiring], *, now: datetime, limit: int
    ) -> Sequence[Expiring]:
        mapping = TABLE_MAPPINGS[kind]
        expires_at = mapping.table.c.expires_at
        statement = sa.select(mapping.table).where(expires_at <= now).order_by(expires_at)
        with self._database.read() as connection:
            return [mapping.record(row) for row in connection.execute(statement.limit(limit))]


class SqlDataProblems(SqlReader):
    def list(self, *, room: str | None = None) -> Sequence[DataProblem]:
        """Sorted here, because the databases do not agree on the order of letters."""
        of_room = () if room is None else (room,)
        found = self._list(
            DataProblem, "data_problems", "WHERE room = ?" if of_room else "", *of_room
        )
        return sorted(found, key=lambda problem: (problem.since, problem.place, problem.id))
