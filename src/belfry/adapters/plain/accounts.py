"""Reads for accounts and the workspace, over plain rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.accounts.keys import ApiKey
from belfry.accounts.users import User, plain_email
from belfry.adapters.plain.reader import PlainReader
from belfry.ports.store import ANYWHERE, Span
from belfry.workspace.tables import DataProblem

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belfry.accounts.ports import Expiring


class PlainKeys(PlainReader):
    def find(self, key_id: int) -> ApiKey | None:
        return next((key for key in self._store.rows(ApiKey) if key.id == key_id), None)

    def list(self, *, team_id: int | None, revoked: bool = False) -> Sequence[ApiKey]:
        keys = [
            key
            for key in self._store.rows(ApiKey)
            if team_id in (None, key.team_id) and (revoked or not key.revoked_at)
        ]
        return sorted(keys, key=lambda key: key.id)


class PlainUsers(PlainReader):
    def find(self, user_id: int) -> User | None:
        return self._store.find(User, str(user_id))

    def find_by_email(self, email: str) -> User | None:
        wanted = plain_email(email)
        return next((user for user in self._store.rows(User) if user.email == wanted), None)

    def list(self, *, after: int = 0, limit: int = 100, disabled: bool = False) -> Sequence[User]:
        users = [
            user
            for user in self._store.rows(User)
            if user.id > after and (disabled or not user.disabled_at)
        ]
        return sorted(users, key=lambda user: user.id)[:limit]

    def list_disabled(self) -> Sequence[User]:
        disabled = [user for user in self._store.rows(User) if user.disabled_at]
        return sorted(disabled, key=lambda user: user.id)

    def list_owners(self) -> Sequence[User]:
        owners = [user for user in self._store.rows(User) if user.is_owner]
        return sorted(owners, key=lambda user: user.id)


class PlainLeftovers(PlainReader):
    def list_expired(
        self, kind: type[Expiring], *, now: datetime, limit: int
    ) -> Sequence[Expiring]:
        records = [
            record
            for record in self._store.rows(kind, {"expires_at": Span(last=now)})
            if record.expires_at <= now
        ]
        return sorted(records, key=lambda record: (record.expires_at, record.key))[:limit]


class PlainDataProblems(PlainReader):
    def list(self, *, room: str | None = None) -> Sequence[DataProblem]:
        problems = [
            problem
            for problem in self._store.rows(DataProblem, {"room": room} if room else ANYWHERE)
            if room in (None, problem.room)
        ]
        return sorted(problems, key=lambda problem: (problem.since, problem.place, problem.id))
