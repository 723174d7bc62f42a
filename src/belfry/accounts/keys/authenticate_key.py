"""Whose key this is, if it is good.

One look by digest, on every request. Whatever is wrong with a key, the answer is the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.accounts.keys.keys import ApiKey, find_key_digest
from belfry.kernel.errors import NotAllowed
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthenticateKey:
    store: Store

    def __call__(self, text: str) -> ApiKey:
        digest = find_key_digest(text)
        key = self.store.find(ApiKey, digest) if digest else None
        if key is None or key.revoked_at is not None:
            raise NotAllowed("this API key is not good")
        return key
