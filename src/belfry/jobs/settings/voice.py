"""How a shop talks, and the words it signs off with."""

from __future__ import annotations

import re

from belfry.kernel.rulebook import refuse
from belfry.kernel.rulebook.reading import straighten

LONGEST_VOICE = 500
LONGEST_SIGN_OFF = 60
_OPENING = r"\bsign(?:ed|s|ing)?[\s-]*off\b"
_QUOTED = re.compile(
    rf"{_OPENING}[^\";]*?(?:\"(?P<words>[^\"]*)\"|'(?P<more>[^;]*?)'(?=\s*(?:[;.,]|$)))",
    re.IGNORECASE,
)
_UNQUOTED = re.compile(rf"{_OPENING}\s*(?:with\b|as\b|:|=|[-\u2013\u2014])\s*", re.IGNORECASE)
_NONE = re.compile(rf"\b(?:no|without(?:\s+a)?)\s+{_OPENING}", re.IGNORECASE)


def parse_voice(text: str) -> str:
    """The voice as it was written, if its sign-off can be told; raises ReadingError."""
    if len(text) > LONGEST_VOICE:
        raise refuse(text, LONGEST_VOICE, len(text), f"at most {LONGEST_VOICE} characters")
    plain = straighten(text)
    unquoted = _UNQUOTED.search(plain)
    if unquoted and not _QUOTED.search(plain) and not _NONE.search(plain):
        expected = 'the words to sign off with in quotes, such as sign off "- The Repair Bench"'
        raise refuse(text, unquoted.start(), len(text), expected)
    sign_off = find_sign_off(text) or ""
    if len(sign_off) > LONGEST_SIGN_OFF:
        at = text.index(sign_off)
        expected = f"a sign-off of at most {LONGEST_SIGN_OFF} characters"
        raise refuse(text, at, at + len(sign_off), expected)
    return text


def find_sign_off(voice: str) -> str | None:
    """The words in quotes that a voice signs off with, empty for none; None if it says nothing."""
    plain = straighten(voice)
    if _NONE.search(plain):
        return ""
    match = _QUOTED.search(plain)
    if match is None:
        return None
    start, end = match.span("words" if match["words"] is not None else "more")
    return voice[start:end].strip()
