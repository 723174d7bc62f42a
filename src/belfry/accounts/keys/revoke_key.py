"""Making an API key useless, for good."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.keys.keys import ApiKey
from belfry.accounts.ports import Keys
from belfry.accounts.users.book import put_noted
from belfry.kernel.audit import write_entry
from belfry.kernel.errors import NotFound
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeKey:
    store: Store
    clock: Clock
    keys: Keys

    def __call__(self, key_id: int, *, by: str) -> ApiKey:
        """A key that is revoked already stays as it is."""
        key = self.keys.find(key_id)
        if key is None:
            raise NotFound(f"there is no key {key_id}")
        if key.revoked_at is not None:
            return key
        now = self.clock.now()
        revoked = replace(key, revoked_at=now)
        return put_noted(self.store, write_entry(revoked, action="revoked", by=by, at=now))
