"""Whether two names are the same to a person, and which known name was probably meant."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

_GAP = re.compile(r"[\s_\-\u2010-\u2015]+")
_LONGEST = 60
NEAR = 0.6
VERY_NEAR = 0.8


@lru_cache(maxsize=1024)
def fold_words(text: str) -> tuple[str, ...]:
    """The words of a name without case, hyphens, marks that do not show, or width."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    seen = "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")
    return tuple(word for word in _GAP.split(seen) if word)


def fold_name(text: str) -> str:
    """Equal for two spellings of one name; words keep their number."""
    return " ".join(fold_words(text))


@lru_cache(maxsize=1024)
def fold_kindly(text: str) -> tuple[str, ...]:
    """The words of a setting's name: one or several, quoted or starred, all the same."""
    bare = re.sub(r"[\"'`*\u2018\u2019\u201c\u201d]", "", text)
    return tuple(_fold_number(word) for word in fold_words(bare))


def _fold_number(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def find_nearest(text: str, known: Iterable[str], *, cutoff: float = NEAR) -> str | None:
    """The known name most like this one, as it is written; None if none is near."""
    spelled: dict[str, str] = {}
    for name in known:
        spelled.setdefault(fold_name(name), name)
    near = get_close_matches(fold_name(text[:_LONGEST]), spelled, n=1, cutoff=cutoff)
    return spelled[near[0]] if near else None
