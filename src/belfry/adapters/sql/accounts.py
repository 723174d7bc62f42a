"""Reads for accounts, by SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.accounts.keys import ApiKey
from belfry.accounts.users import Role, User, email_claim
from belfry.adapters.sql.store import SqlReader
from belfry.kernel.records import Claim

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belfry.accounts.ports import Expiring


class SqlKeys(SqlReader):
    def find(self, key_id: int) -> ApiKey | None:
        return self._find(ApiKey, "WHERE id = ?", key_id)

    def list(self, *, team_id: int | None, revoked: bool = False) -> Sequence[ApiKey]:
        keys = self._list(ApiKey, "ORDER BY id")
        return [
            key
            for key in keys
            if team_id in (None, key.team_id) and (revoked or key.revoked_at is None)
        ]


class SqlUsers(SqlReader):
    def find(self, user_id: int) -> User | None:
        return self._find(User, "WHERE id = ?", user_id)

    def find_by_email(self, email: str) -> User | None:
        claim = self._find(Claim, "WHERE name = ?", email_claim(0, email).name)
        return None if claim is None else self.find(int(claim.owner))

    def list(self, *, after: int = 0, limit: int = 100, disabled: bool = False) -> Sequence[User]:
        which = "id > ?" if disabled else "id > ? AND disabled_at IS NULL"
        return self._list(User, f"WHERE {which} ORDER BY id LIMIT ?", after, limit)

    def list_disabled(self) -> Sequence[User]:
        return self._list(User, "WHERE disabled_at IS NOT NULL ORDER BY id")

    def list_owners(self) -> Sequence[User]:
        return self._list(User, "WHERE role = ? AND disabled_at IS NULL ORDER BY id", Role.OWNER)


class SqlLeftovers(SqlReader):
    def list_expired(
        self, kind: type[Expiring], *, now: datetime, limit: int
    ) -> Sequence[Expiring]:
        return self._list(kind, "WHERE expires_at <= ? ORDER BY expires_at LIMIT ?", now, limit)
