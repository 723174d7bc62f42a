"""What no text of a model may hold, whatever it says: odd letters, digits, links, stray slots."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

_MARKS = " \n{}.,!?:;'&\u2013\u2014-"
_ROWS = re.compile(r"\.\s*\.|[!?]{3}|--|[\u2013\u2014-]\s*[\u2013\u2014-]|,,|::|;;")
_ADDRESS = re.compile(r"[^\W\d_]+[.:@/][^\W\d_]+")
_SLOT = re.compile(r"\{[a-z][a-z0-9_]*\}")
_BRACED = re.compile(r"\{[^{}]*\}?|\}")
_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Reason:
    """The rule that a text breaks, the words it breaks it with, and a sentence for people."""

    rule: str
    words: str
    says: str


@dataclass(frozen=True, slots=True)
class Verdict:
    reasons: tuple[Reason, ...] = ()

    @property
    def passes(self) -> bool:
        return not self.reasons


def straighten(text: str) -> str:
    """The text with straight apostrophes and plain line ends, without space around it."""
    for mark in "\u2018\u2019\u02bc":
        text = text.replace(mark, "'")
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def check_surface(text: str, *, slots: Collection[str], letters: str = "") -> Iterator[Reason]:
    """What is wrong with a straightened text; `letters` are those of the language besides a-z."""
    if _find_clean(tuple(slots), letters).fullmatch(text):
        return
    bare = _SLOT.sub("", text)
    for sign in dict.fromkeys(_find_odd(letters).findall(bare)):
        if unicodedata.numeric(sign, None) is not None:
            yield Reason("digits", sign, f'"{sign}": a number stands only in a slot.')
        else:
            name = unicodedata.name(sign, "no name").lower()
            says = f'"{sign}" ({name}, U+{ord(sign):04X}) is no letter or mark of this language.'
            yield Reason("letters", sign, says)
    if row := _ROWS.search(text):
        says = f'"{row[0]}": a row of marks stands in no plain sentence.'
        yield Reason("letters", row[0], says)
    if address := _ADDRESS.search(bare):
        says = f'"{address[0]}" may be read as a link or an address.'
        yield Reason("links", address[0], says)
    for braced in _BRACED.findall(text):
        if braced[1:-1] not in slots or not _SLOT.fullmatch(braced):
            known = ", ".join(f"{{{slot}}}" for slot in slots)
            says = f'"{braced[:_SHOWN]}" is not one of the slots: {known}.'
            yield Reason("slots", braced[:_SHOWN], says)


@lru_cache
def _find_clean(slots: tuple[str, ...], letters: str) -> re.Pattern[str]:
    """Most texts without a fault at one glance; the others are looked at closely."""
    letter = re.escape(f"{letters}{letters.upper()}")
    return re.compile(
        rf"(?:[A-Za-z{letter} \n'&]+|\{{(?:{'|'.join(slots)})\}}|,(?!,)|\.(?!\s*\.|[^\W\d_])"
        r"|[!?](?![!?]{2})|:(?!:|[^\W\d_])|;(?!;)|[\u2013\u2014-](?!\s*[\u2013\u2014-]))*+"
    )


@lru_cache
def _find_odd(letters: str) -> re.Pattern[str]:
    """Any sign that is neither a letter of the language nor a usual mark."""
    return re.compile(f"[^A-Za-z{re.escape(letters + letters.upper() + _MARKS)}]")
