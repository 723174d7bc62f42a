"""What every password hasher promises: it accepts the right password, and no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from argon2 import PasswordHasher, extract_parameters
from tests.accounts.samples import PASSWORD
from tests.fakes.secrets import MemoryPasswords

from belfry.adapters.system.secrets import Argon2Passwords
from belfry.ports.secrets import Passwords

PASSWORDS: dict[str, Callable[[], Passwords]] = {
    "memory": MemoryPasswords,
    "argon2": Argon2Passwords,
}
# Hashes that were made when passwords were kept less strongly.
WEAKER = {
    "memory": MemoryPasswords(strength=0).hash(PASSWORD),
    "argon2": PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(PASSWORD),
}


@pytest.fixture(params=list(PASSWORDS))
def passwords(request: pytest.FixtureRequest) -> Passwords:
    return PASSWORDS[request.param]()


@pytest.fixture
def weaker(request: pytest.FixtureRequest, passwords: Passwords) -> str:
    return WEAKER[request.node.callspec.params["passwords"]]


@pytest.mark.parametrize(
    "password",
    [PASSWORD, "Grüße aus 東京 🔔", "x" * 1000, "half \ud83d of a character", "a\0b and more"],
    ids=["plain", "of many scripts", "long", "with half a character", "with a null"],
)
def test_the_right_password_is_known_again(passwords: Passwords, password: str) -> None:
    assert passwords.verify(passwords.hash(password), password) is True


@pytest.mark.parametrize("password", ["", PASSWORD.upper(), PASSWORD + " ", PASSWORD[:-1]])
def test_a_wrong_password_is_refused(passwords: Passwords, password: str) -> None:
    assert passwords.verify(passwords.hash(PASSWORD), password) is False


def test_what_follows_a_null_counts_too(passwords: Passwords) -> None:
    assert passwords.verify(passwords.hash("a\0b and more"), "a\0c and more") is False


@pytest.mark.parametrize("password", ["", PASSWORD, "\0" * 32])
def test_password_of_no_user_is_never_right(passwords: Passwords, password: str) -> None:
    assert passwords.verify(None, password) is False


@pytest.mark.parametrize("password_hash", ["", "secret", "$argon2id$", "1$2", PASSWORD])
def test_text_that_is_no_hash_is_refused(passwords: Passwords, password_hash: str) -> None:
    assert passwords.verify(password_hash, PASSWORD) is False
    assert passwords.needs_rehash(password_hash) is True


def test_one_password_is_never_hashed_alike(passwords: Passwords) -> None:
    assert passwords.hash(PASSWORD) != passwords.hash(PASSWORD)


def test_a_hash_does_not_show_the_password(passwords: Passwords) -> None:
    assert PASSWORD not in passwords.hash(PASSWORD)


def test_a_hash_of_the_present_strength_is_kept(passwords: Passwords) -> None:
    assert passwords.needs_rehash(passwords.hash(PASSWORD)) is False


def test_a_weaker_hash_still_opens_but_is_made_anew(passwords: Passwords, weaker: str) -> None:
    assert passwords.verify(weaker, PASSWORD) is True
    assert passwords.needs_rehash(weaker) is True


def test_argon2_has_the_strength_that_owasp_asks_for() -> None:
    strength = extract_parameters(Argon2Passwords().hash(PASSWORD))

    assert (strength.type.name, strength.version) == ("ID", 19)
    assert (strength.memory_cost, strength.time_cost, strength.parallelism) == (19 * 1024, 2, 1)


def test_argon2_takes_as_long_for_a_missing_user_as_for_a_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worked_on: list[str] = []
    verify = PasswordHasher.verify

    def watch(hasher: PasswordHasher, password_hash: str, password: bytes) -> bool:
        worked_on.append(password_hash)
        return verify(hasher, password_hash, password)

    monkeypatch.setattr(PasswordHasher, "verify", watch)
    passwords = Argon2Passwords()
    passwords.verify(None, "wrong")
    passwords.verify(passwords.hash(PASSWORD), "wrong")

    nobodys, somebodys = (extract_parameters(password_hash) for password_hash in worked_on)
    assert nobodys == somebodys
