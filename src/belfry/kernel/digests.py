"""What is written down in place of something that must not be read back.

Keys, links and sessions are 32 random bytes, so a plain SHA-256 of them cannot be guessed back;
it is also what they are looked up by. Passwords are another matter: they go through argon2.
"""

from __future__ import annotations

import hashlib

TOKEN_BYTES = 32


def digest_of(text: str) -> str:
    """SHA-256, as 64 hex digits; text that UTF-8 cannot say has a digest too."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
