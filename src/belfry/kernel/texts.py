"""Texts: what every store can keep and every page can show, names compared, slots, digests."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from belfry.kernel.errors import InputError

# Readers of JSON give up on nesting at different depths; none of them at this one.
MOST_NESTED = 50


def clean_text(value: Any, *, field: str, most: int, least: int = 0) -> str:
    """The text with its white space tidied; InputError if it cannot be kept."""
    text = " ".join(value.split()) if isinstance(value, str) else None
    if text is None or not least <= len(text) <= most or not _is_sound(text):
        raise InputError(f"expected {least} to {most} characters of plain text", field=field)
    return text


def check_json(value: Any, *, field: str, most: int) -> None:
    """Refuse what not every reader of JSON can take: NaN, NUL, half characters, too much."""
    if _is_nested_deeper(value, MOST_NESTED):
        raise InputError(f"expected lists and objects at most {MOST_NESTED} deep", field=field)
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError) as error:
        raise InputError("expected values that JSON can hold", field=field) from error
    if len(text) > most or "\\u0000" in text or not _is_encodable(text):
        raise InputError(f"expected at most {most:,} characters, none of them NUL", field=field)


def _is_nested_deeper(value: Any, most: int) -> bool:
    layer = [value]
    for _ in range(most + 1):
        nests = [part for part in layer if isinstance(part, dict | list | tuple)]
        layer = [x for part in nests for x in (part.values() if isinstance(part, dict) else part)]
    return bool(layer)


def make_storable(text: str, *, most: int) -> str:
    """The beginning of any text, with a mark in place of what a store could not hold."""
    return text[:most].encode("utf-8", "replace").decode().replace("\x00", "\ufffd")


def make_harmless(text: str, *, most: int) -> str:
    """The text on one line, without marks that steer or hide, and not too long."""
    is_plain = text.isascii() and text.isprintable()
    harmless = text if is_plain else "".join(map(_keep, text))
    tidy = " ".join(harmless.split())
    return tidy if len(tidy) <= most else f"{tidy[: most - 3].rstrip(' ,.;:-')}..."


def _keep(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in {"Cc", "Zl", "Zp"}:
        return " "
    is_hidden = category in {"Cf", "Cs", "Co", "Cn"} and letter not in "\u200c\u200d"
    return "" if is_hidden else letter


def _is_sound(text: str) -> bool:
    return _is_encodable(text) and not any(letter < " " or letter == "\x7f" for letter in text)


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_LINK = re.compile(r"[a-z][a-z\d+-]*:/|//|\bwww\b|\S@\S|\b(?:mailto|tel|sms):", re.I)
_DOMAIN = re.compile(r"[^\W_]\.([^\W\d_]{2,})")
_MARKUP = re.compile(
    r"[*`~<>\[\]|\\^#]|__|\b_\w|\w_\b|^\s*(?:[-+\u2022\u2013\u2014]+|[a-z][.)])(?:\s|$)|&\w+;", re.M
)


def list_links(text: str) -> Iterator[re.Match[str]]:
    """Whatever a program might make a link of, the plain ones first."""
    yield from _LINK.finditer(text)
    for match in _DOMAIN.finditer(text):
        # "ready.We" is a slip of the space bar, "ready.we" may be an address.
        if not match[1].istitle():
            yield match


def list_marks(text: str) -> Iterator[re.Match[str]]:
    """Whatever a program might make a heading, a list, bold letters or code of."""
    return _MARKUP.finditer(text)


# Each pair: a letter of another alphabet, and the Latin one that it looks like.
_PAIRS = """
\u0430a \u0432b \u0441c \u0501d \u0435e \u0454e \u04bbh \u0456i \u0457i \u0458j \u043ak \u04cfl
\u043cm \u043dh \u043eo \u0440p \u051bq \u0433r \u0455s \u0442t \u0443y \u0445x \u0475v \u051dw
\u03b1a \u03b2b \u03f2c \u03b5e \u03b7n \u03b9i \u03bak \u03bdv \u03bfo \u03c1p \u03c3o \u03c4t
\u03c5u \u03c7x \u03c9w \u0131i \u0142l \u00f8o \u0111d \u0261g \u0251a \u1d0fo \u1d18p \ua731s
\u1d1bt \u1d00a \u1d07e \u0274n \u1d1cu \u026ai \u0280r \u029fl \u1d0bk \u1d04c \u1d05d \u1d0dm
"""
_LIKE = {ord(pair[0]): pair[1] for pair in _PAIRS.split()}


def read_letters(text: str) -> str:
    """The text in lower case, without marks and hidden signs, in Latin letters where it can be."""
    shown = unicodedata.normalize("NFKD", text).casefold().translate(_LIKE)
    return "".join(sign for sign in shown if unicodedata.category(sign) not in ("Mn", "Me", "Cf"))


def plain_name(text: str) -> str:
    """Equal for names a person would take for the same: José and jose, however spaced."""
    if text.isascii():  # no letter of these has an accent to lose
        return " ".join(text.split()).casefold()
    letters = unicodedata.normalize("NFKD", " ".join(text.split()))
    return "".join(x for x in letters if not unicodedata.combining(x)).casefold()


_GAP = re.compile(r"[\s_\-\u2010-\u2015]+")


@lru_cache(maxsize=1024)
def fold_words(text: str) -> tuple[str, ...]:
    """The words of a name without case, hyphens, marks that do not show, or width."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    seen = "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")
    return tuple(word for word in _GAP.split(seen) if word)


def fold_name(text: str) -> str:
    """Equal for two spellings of one name; words keep their number."""
    return " ".join(fold_words(text))


SLOT = re.compile(r"\{\s*([^{}]*?)\s*\}")


def find_slot(sentence: str, slot: str) -> int | None:
    """Where a slot stands in a sentence as it was typed; None if it has none of that name."""
    for match in SLOT.finditer(sentence):
        if match[1].casefold() == slot:
            return match.start()
    return None


def fill_slots(sentence: str, values: Mapping[str, str | None]) -> str | None:
    """The sentence with every slot filled; None if a value is missing."""
    if any(not values.get(slot[1]) for slot in SLOT.finditer(sentence)):
        return None
    return SLOT.sub(lambda slot: values[slot[1]] or "", sentence)


# Keys, links and sessions are 32 random bytes, so a plain SHA-256 of them cannot be guessed back;
# it is also what they are looked up by. Passwords go through argon2 instead.
TOKEN_BYTES = 32


def digest_of(text: str) -> str:
    """SHA-256, as 64 hex digits; text that UTF-8 cannot say has a digest too."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


def is_token(text: str) -> bool:
    """Only then is it worth looking for; not every store takes every character."""
    return _TOKEN.fullmatch(text) is not None
