"""The desk's questions, answered from memory, with secrets and passwords for tests alone."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from itertools import count
from typing import TYPE_CHECKING

from belfry.desk.keys import ApiKey
from belfry.desk.troubles import Trouble
from belfry.desk.users import User, plain_email

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belfry.adapters.memory.store import MemoryStore
    from belfry.desk.ports import Expiring


class MemoryKeys:
    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def find(self, key_id: int) -> ApiKey | None:
        return next((key for key in self._store.rows(ApiKey) if key.id == key_id), None)

    def list(self, *, team_id: int | None, revoked: bool = False) -> Sequence[ApiKey]:
        found = [
            key
            for key in self._store.rows(ApiKey)
            if team_id in (None, key.team_id) and (revoked or not key.revoked_at)
        ]
        return sorted(found, key=lambda key: key.id)


class MemoryUsers:
    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def find(self, user_id: int) -> User | None:
        return self._store.find(User, str(user_id))

    def find_by_email(self, email: str) -> User | None:
        wanted = plain_email(email)
        return next((user for user in self._store.rows(User) if user.email == wanted), None)

    def list(self, *, after: int = 0, limit: int = 100, disabled: bool = False) -> Sequence[User]:
        found = [
            user
            for user in self._store.rows(User)
            if user.id > after and (disabled or not user.disabled_at)
        ]
        return sorted(found, key=lambda user: user.id)[:limit]

    def list_owners(self) -> Sequence[User]:
        found = [user for user in self._store.rows(User) if user.is_owner]
        return sorted(found, key=lambda user: user.id)


class MemoryLeftovers:
    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def list_expired(
        self, kind: type[Expiring], *, now: datetime, limit: int
    ) -> Sequence[Expiring]:
        found = [record for record in self._store.rows(kind) if record.expires_at <= now]
        return sorted(found, key=lambda record: record.expires_at)[:limit]


class MemoryTroubles:
    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def list(self, *, room: str | None = None) -> Sequence[Trouble]:
        found = [one for one in self._store.rows(Trouble) if room in (None, one.room)]
        return sorted(found, key=lambda trouble: (trouble.since, trouble.place, trouble.id))


class MemorySecrets:
    """The same secrets for the same seed: a simulation can be run again."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._given = count(1)

    def token(self, nbytes: int) -> str:
        name = f"{self._seed}/{next(self._given)}"
        return (
            urlsafe_b64encode(hashlib.shake_256(name.encode()).digest(nbytes)).decode().rstrip("=")
        )


class MemoryPasswords:
    """Quick to hash and quick to guess; `work` counts how often one was worked on."""

    def __init__(self, strength: int = 1) -> None:
        self.work = 0
        self._strength = strength
        self._salts = count(1)

    def hash(self, password: str) -> str:
        self.work += 1
        return self._render(str(self._strength), str(next(self._salts)), password)

    def verify(self, kept: str | None, password: str) -> bool:
        self.work += 1
        parts = (kept or "").split("$")
        return len(parts) == 3 and kept == self._render(parts[0], parts[1], password)

    def needs_rehash(self, kept: str) -> bool:
        parts = kept.split("$")
        return len(parts) != 3 or parts[0] != str(self._strength)

    def _render(self, strength: str, salt: str, password: str) -> str:
        said = f"{strength}${salt}${password}".encode("utf-8", "surrogatepass")
        return f"{strength}${salt}${hashlib.sha256(said).hexdigest()}"
