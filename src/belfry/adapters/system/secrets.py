"""Randomness from the operating system."""

from __future__ import annotations

import secrets
from base64 import b64encode
from threading import BoundedSemaphore

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import HashingError, InvalidHash, VerificationError, VerifyMismatchError

from belfry.kernel.errors import Temporary


class SystemSecrets:
    def token(self, nbytes: int) -> str:
        return secrets.token_urlsafe(nbytes)


MEMORY_KIB = 19 * 1024
PASSES = 2
LANES = 1
AT_ONCE = 4


class Argon2Passwords:
    """No more than a few are worked on at once: the others wait, and memory stays bounded."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(PASSES, MEMORY_KIB, LANES)
        self._nobodys = _render_nobodys(self._hasher)
        self._seats = BoundedSemaphore(AT_ONCE)

    def hash(self, password: str) -> str:
        try:
            with self._seats:
                return self._hasher.hash(_bytes(password))
        except HashingError as error:
            raise Temporary("the password could not be hashed") from error

    def verify(self, kept: str | None, password: str) -> bool:
        try:
            extract_parameters(kept or self._nobodys)
            with self._seats:
                return self._hasher.verify(kept or self._nobodys, _bytes(password))
        except (VerifyMismatchError, InvalidHash):
            return False
        except VerificationError as error:
            raise Temporary("the password could not be checked") from error

    def needs_rehash(self, kept: str) -> bool:
        try:
            return self._hasher.check_needs_rehash(kept)
        except InvalidHash:
            return True


def _render_nobodys(hasher: PasswordHasher) -> str:
    """A hash of the present strength that no known password has, made without the work."""
    strength = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    salt, digest = (_base64(bytes(size)) for size in (hasher.salt_len, hasher.hash_len))
    return f"$argon2id$v=19${strength}${salt}${digest}"


def _base64(raw: bytes) -> str:
    return b64encode(raw).decode().rstrip("=")


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
