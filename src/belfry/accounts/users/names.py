"""Whether a name, an e-mail address or a password is one we can take."""

from __future__ import annotations

import re
import unicodedata

from belfry.accounts.users.users import plain_email
from belfry.kernel.errors import InputError

LONGEST_NAME = 100
LONGEST_EMAIL = 254
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000

_EMAIL = re.compile(r"[^\s@]+@[^\s@]+")


def parse_name(text: str) -> str:
    """The name with its spaces put right."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise InputError(f"a name has 1 to {LONGEST_NAME} characters", field="name")
    if _has_control(name):
        raise InputError("a name is made of characters people can see", field="name")
    return name


def parse_email(text: str) -> str:
    """The address as it is kept; whether anybody reads mail there is not asked."""
    email = plain_email(text)
    if len(email) > LONGEST_EMAIL or _has_control(email) or not _EMAIL.fullmatch(email):
        raise InputError("an e-mail address looks like name@example.com", field="email")
    return email


def parse_password(text: str, *, email: str | None) -> str:
    """The password as it is hashed, if it is one worth having."""
    password = plain_password(text)
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        said = f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
        raise InputError(said, field="password")
    if plain_email(password) == email:
        raise InputError("the password must not be the e-mail address", field="password")
    return password


def plain_password(text: str) -> str:
    """Equal for one password typed on different keyboards: an é may be one character or two."""
    return unicodedata.normalize("NFKC", text)


def _has_control(text: str) -> bool:
    """Control characters and halves of characters, which not every store can keep."""
    return any(unicodedata.category(character) in ("Cc", "Cs") for character in text)
