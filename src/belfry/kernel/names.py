"""Whether two names mean the same person."""

from __future__ import annotations

import unicodedata


def plain_name(text: str) -> str:
    """Equal for names a person would take for the same: José and jose, however spaced."""
    if text.isascii():  # no letter of these has an accent to lose
        return " ".join(text.split()).casefold()
    letters = unicodedata.normalize("NFKD", " ".join(text.split()))
    return "".join(x for x in letters if not unicodedata.combining(x)).casefold()
