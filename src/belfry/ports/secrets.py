"""Random tokens and password hashes."""

from __future__ import annotations

from typing import Protocol


class Secrets(Protocol):
    """Random text.

    Every implementation promises:
    - `token` holds `nbytes` bytes, written with letters, digits, `-` and `_` alone;
    - no token is given twice.
    """

    def token(self, nbytes: int) -> str: ...


class Passwords(Protocol):
    """Passwords, kept as hashes that are slow to guess at.

    Every implementation promises:
    - `hash` never gives the same text twice, and `verify` knows each of them again;
    - `verify` of another password, of None or of a text that is no hash is False;
    - `verify` of None takes as long as of a wrong password, so that the time tells nothing;
    - `needs_rehash` is True for a hash made with other than the present strength, or no hash.
    """

    def hash(self, password: str) -> str: ...

    def verify(self, stored: str | None, password: str) -> bool: ...

    def needs_rehash(self, stored: str) -> bool: ...
