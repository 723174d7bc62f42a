"""What is written down in place of something that must not be read back.

Keys, links and sessions are 32 random bytes, so a plain SHA-256 of them cannot be guessed back;
it is also what they are looked up by. Passwords are another matter: they go through argon2.
"""

from __future__ import annotations

import hashlib
import re

TOKEN_BYTES = 32


def digest_of(text: str) -> str:
    """SHA-256, as 64 hex digits; text that UTF-8 cannot say has a digest too."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


def is_token(text: str) -> bool:
    """Only then is it worth looking for; not every store takes every character."""
    return _TOKEN.fullmatch(text) is not None
