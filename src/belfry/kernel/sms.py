"""How a text is written so that few text messages carry it and none of its meaning is lost.

All or nothing: if every sign can be said plainly the plain text is taken. If one cannot (another
script, say) the whole text costs more anyway, and is kept as it was written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

PLAIN = frozenset(
    "@\u00a3$\u00a5\u00e8\u00e9\u00f9\u00ec\u00f2\u00c7\n\u00d8\u00f8\r\u00c5\u00e5"
    "\u0394_\u03a6\u0393\u039b\u03a9\u03a0\u03a8\u03a3\u0398\u039e\u00c6\u00e6\u00df\u00c9"
    " !\"#\u00a4%&'()*+,-./0123456789:;<=>?"
    "\u00a1ABCDEFGHIJKLMNOPQRSTUVWXYZ\u00c4\u00d6\u00d1\u00dc\u00a7"
    "\u00bfabcdefghijklmnopqrstuvwxyz\u00e4\u00f6\u00f1\u00fc\u00e0"
)
TWICE = frozenset("^{}\\[~]|\u20ac\f")
"""Sent as two signs, of which the first says that a second follows."""

_ALL_KNOWN = re.compile(f"[{re.escape(''.join(sorted(PLAIN | TWICE)))}]*")


def is_plain(text: str) -> bool:
    """Whether every sign of the text is in the alphabet."""
    return _ALL_KNOWN.fullmatch(text) is not None


_LINE_END = re.compile(r"\r\n?|[\x0b\x85\u2028\u2029]")
# What no text message can carry: control signs, and halves of a sign.
_UNSPEAKABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_HALF = re.compile(r"[\ud800-\udfff]")


def clean_sms(text: str) -> str:
    """The text in plain signs if it can be said in them, else as it is.

    A picture more than halves the room that the words have: it goes where it is an ornament, at
    the edge of a sentence. Where it may stand for a word it stays.
    """
    if is_plain(text) and "\r" not in text:
        return text
    sound = _make_sound(text)
    plain = "".join(map(find_substitute, drop_pictures(sound)))
    return plain if is_plain(plain) else sound


def _make_sound(text: str) -> str:
    text = _LINE_END.sub("\n", text).replace("\t", " ")
    text = _HALF.sub("?", _UNSPEAKABLE.sub("", text))
    return unicodedata.normalize("NFC", text)


_ONE = "[\u2300-\u23ff\u25a0-\u25ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
# A colour, a form, a badge, and what joins several to one.
_MORE = "[\ufe0e\ufe0f\u20e3\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
_RUN = re.compile(rf"{_ONE}{_MORE}*(?: *{_ONE}{_MORE}*)*")
_LOOSE = re.compile("[\ufe0e\ufe0f\u20e3]")
_ENDS = frozenset(".!?,;:)\u2026")
_PAUSES = frozenset(".!?,;)-\u2026\u2013\u2014")
# After these a word is still to come, and the picture is that word.
_WANTING = frozenset(
    {
        *("a", "an", "the", "my", "your", "our", "his", "her", "its", "their", "this", "that"),
        *("these", "those", "of", "for", "with", "from", "to", "in", "on", "at", "by", "as"),
        *("is", "are", "was", "and", "or", "but"),
    }
)
_LAST_WORD = re.compile(r"([^\W\d_]+)\Z")
_GREETING = re.compile(r"(?:hi|hello|hey|dear|good \w+)(?: [^\W\d_]+){0,3}", re.IGNORECASE)
_LONGEST_GREETING = 80


def drop_pictures(text: str) -> str:
    """The text without its pictures if all of them are ornaments, else with all of them."""
    pieces: list[str] = []
    end = 0
    for run in _RUN.finditer(text):
        before, after = text[end : run.start()].rstrip(" "), _skip_spaces(text, run.end())
        gap = _find_gap(before or text[max(0, end - 1) : end], text[after : after + 1])
        if gap is None:
            return text
        pieces += [before, gap]
        end = after
    left = _LOOSE.sub("", "".join(pieces) + text[end:])
    return left if any(sign.isalnum() for sign in left) else text


def _skip_spaces(text: str, place: int) -> int:
    while text[place : place + 1] == " ":
        place += 1
    return place


def _find_gap(before: str, after: str) -> str | None:
    """What is left between the words around a picture; None if it may be a word itself."""
    last, word = before[-1:], _LAST_WORD.search(before[-6:])
    if last in (":", "=", "(") or (word and word[1].lower() in _WANTING):
        return None
    if last in ("", "\n") or after in ("", "\n") or after in _ENDS:
        return ""
    if last in _PAUSES or after in ("-", "\u2013", "\u2014"):
        return " "
    line = before[-_LONGEST_GREETING:].rpartition("\n")[2]
    return ", " if _GREETING.fullmatch(line) else None


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


class Encoding(StrEnum):
    GSM7 = "GSM-7"
    UCS2 = "UCS-2"


# How much fits into a single message, and into each of several: those also carry their number.
_ROOM = {Encoding.GSM7: (160, 153), Encoding.UCS2: (70, 67)}


@dataclass(frozen=True, slots=True)
class Parts:
    """`length` counts as the encoding does: some signs are two."""

    encoding: Encoding
    length: int
    parts: int


def count_parts(text: str) -> Parts:
    """What the text takes as it stands; `clean_sms` may make it shorter."""
    encoding = Encoding.GSM7 if is_plain(text) else Encoding.UCS2
    size = _gsm_size if encoding is Encoding.GSM7 else _ucs_size
    alone, each = _ROOM[encoding]
    length = sum(map(size, text)) if len(text) > alone else _measure(text, encoding)
    return Parts(encoding, length, 1 if length <= alone else _count(map(size, text), each))


def _measure(text: str, encoding: Encoding) -> int:
    """The same as sign by sign, but quicker: nearly every text is short."""
    if encoding is Encoding.GSM7:
        return len(text) + sum(map(text.count, TWICE))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _gsm_size(sign: str) -> int:
    return 2 if sign in TWICE else 1


def _ucs_size(sign: str) -> int:
    return 2 if ord(sign) > 0xFFFF else 1


def _count(sizes: Iterable[int], room: int) -> int:
    """A sign that is two is never split between two messages."""
    parts, used = 1, 0
    for size in sizes:
        if used + size > room:
            parts, used = parts + 1, 0
        used += size
    return parts


MOST_PARTS = 10
_NUMBER = re.compile(r"\+[1-9][0-9]{6,14}")


@dataclass(frozen=True, slots=True)
class Wire:
    """The number and the text that an SMS provider is given."""

    to: str = field(repr=False)
    body: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unfit:
    """It can never be sent; `why` repeats neither the number nor the text."""

    why: str


def write_wire(to: str, text: str) -> Wire | Unfit:
    """`to` is a number that begins with + and the code of a country."""
    if not _NUMBER.fullmatch(to):
        return Unfit("expected a phone number that begins with + and the code of its country")
    body = clean_sms(text)
    if not body.strip():
        return Unfit("the text says nothing")
    parts = count_parts(body).parts
    if parts > MOST_PARTS:
        return Unfit(f"the text takes {parts} messages, more than {MOST_PARTS}")
    return Wire(to, body)
