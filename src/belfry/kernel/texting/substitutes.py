"""What a plain text message can say in place of a sign that it does not have.

Only where nothing is lost: a curly quote is a quote, and Zoe is who was Zo\u00eb. A mark that makes
another word of it (the tones of Vietnamese, the Turkish i without a dot) has no substitute.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from belfry.kernel.texting.alphabet import is_plain

_SIGNS = {
    **dict.fromkeys("\u2019\u2018\u201a\u201b\u02bc\u02b9\u00b4\u0060\u2032\u2039\u203a", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63", "-"),
    **dict.fromkeys("\u2022\u00b7\u2023\u25aa\u25cf\u25e6\u2219", "-"),
    **dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad", ""),
    **dict.fromkeys("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", ""),
    "\u2026": "...",
    "\u2044": "/",
    "\u00d7": "x",
    "\u00b1": "+/-",
    "\u2192": "->",
    "\u2190": "<-",
    "\u00a9": "(c)",
    "\u00ae": "(R)",
    "\u2122": "(TM)",
    "\u2116": "No.",
}
# Letters that are not one of the alphabet's with a mark on it, or have a nearer one than that.
_LETTERS = {
    "\u0142": "l",
    "\u0141": "L",
    "\u0111": "d",
    "\u0110": "D",
    "\u0153": "oe",
    "\u0152": "OE",
    "\u0151": "\u00f6",
    "\u0150": "\u00d6",
    "\u0171": "\u00fc",
    "\u0170": "\u00dc",
    "\u01ff": "\u00f8",
    "\u01fe": "\u00d8",
    "\u1e9e": "SS",
}
# Grave, acute, circumflex, tilde, macron, breve, dot, diaeresis, ring, caron, comma and cedilla
# below, ogonek.
_FREE_MARKS = frozenset(
    "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030c\u0326\u0327\u0328"
)
_MERE_STYLES = ("<font>", "<wide>", "<narrow>", "<compat>")
_NEVER = frozenset("\u0130")


@lru_cache(maxsize=4096)
def find_substitute(sign: str) -> str:
    """The sign itself if it is plain or if nothing else says the same."""
    if is_plain(sign) or sign in _NEVER:
        return sign
    if sign in _SIGNS:
        return _SIGNS[sign]
    if unicodedata.category(sign) == "Zs":
        return " "
    return _LETTERS.get(sign) or _without_style(sign) or _without_mark(sign) or sign


def _without_style(sign: str) -> str:
    """A bold, wide or joined form of plain letters; a raised 2 is no such thing."""
    if not unicodedata.decomposition(sign).startswith(_MERE_STYLES):
        return ""
    plain = unicodedata.normalize("NFKC", sign)
    return plain if is_plain(plain) else ""


def _without_mark(sign: str) -> str:
    apart = unicodedata.normalize("NFD", sign)
    letter, marks = apart[:1], apart[1:]
    is_free = len(marks) == 1 and marks in _FREE_MARKS
    return letter if is_free and letter.isascii() and letter.isalpha() else ""
