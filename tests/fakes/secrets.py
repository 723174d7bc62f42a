"""Secrets and passwords for tests: quick, and the same every time."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from itertools import count


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

    def verify(self, password_hash: str | None, password: str) -> bool:
        self.work += 1
        parts = (password_hash or "").split("$")
        return len(parts) == 3 and password_hash == self._render(parts[0], parts[1], password)

    def needs_rehash(self, password_hash: str) -> bool:
        parts = password_hash.split("$")
        return len(parts) != 3 or parts[0] != str(self._strength)

    def _render(self, strength: str, salt: str, password: str) -> str:
        salted = f"{strength}${salt}${password}".encode("utf-8", "surrogatepass")
        return f"{strength}${salt}${hashlib.sha256(salted).hexdigest()}"
