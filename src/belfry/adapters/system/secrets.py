"""Random tokens, and passwords hashed with argon2id."""

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


# https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html counts this as
# enough; the library's default of 64 MiB would let a few dozen tries fill a small machine.
MEMORY_KIB = 19 * 1024
PASSES = 2
LANES = 1
AT_ONCE = 4


class Argon2Passwords:
    """Hashes a few passwords at a time, so that memory stays bounded."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(PASSES, MEMORY_KIB, LANES)
        self._dummy_hash = _render_dummy_hash(self._hasher)
        self._slots = BoundedSemaphore(AT_ONCE)

    def hash(self, password: str) -> str:
        try:
            with self._slots:
                return self._hasher.hash(_bytes(password))
        except HashingError as error:
            raise Temporary("the password could not be hashed") from error

    def verify(self, stored: str | None, password: str) -> bool:
        try:
            extract_parameters(stored or self._dummy_hash)
            with self._slots:
                return self._hasher.verify(stored or self._dummy_hash, _bytes(password))
        except (VerifyMismatchError, InvalidHash):
            return False
        except VerificationError as error:
            raise Temporary("the password could not be checked") from error

    def needs_rehash(self, stored: str) -> bool:
        try:
            return self._hasher.check_needs_rehash(stored)
        except InvalidHash:
            return True


def _render_dummy_hash(hasher: PasswordHasher) -> str:
    """A hash of the present strength that no known password has, made without the work."""
    strength = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    salt, digest = (
        b64encode(bytes(size)).decode().rstrip("=") for size in (hasher.salt_len, hasher.hash_len)
    )
    return f"$argon2id$v=19${strength}${salt}${digest}"


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
