"""How a note reads once disguises are undone: plain letters, plain dashes, nothing hidden."""

from __future__ import annotations

import re
import unicodedata

from belfry.kernel.lookalikes import read_letters

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u2018\u2019\u201b\u02bc\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e", '"'),
        "\u2044": "/",
        "\u2026": ".",
    }
)
_WORD = re.compile(r"[^\W\d_]+")


def show_plainly(text: str) -> str | None:
    """The note in plain letters, capitals kept; None if it is in another alphabet."""
    shown = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    kept = "".join(_keep(sign) for sign in shown)
    undone = _WORD.sub(lambda word: _undo(word[0]), kept)
    if any(sign.isalpha() and not _is_latin(sign) for sign in undone):
        return None
    return undone


def _keep(sign: str) -> str:
    category = unicodedata.category(sign)
    if sign == "\n":
        return sign
    if category in ("Zs", "Zl", "Zp", "Cc"):
        return " "
    return "" if category in ("Cf", "Mn", "Me", "Cs", "Co", "Cn") else sign


def _undo(word: str) -> str:
    if word.isascii() or all(_is_latin(sign) for sign in word):
        return _without_marks(word)
    return read_letters(word)


def _without_marks(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word)
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def _is_latin(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith("LATIN")
