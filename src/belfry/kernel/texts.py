"""Whether a text or a JSON value can be kept by every store, and shown without harm."""

from __future__ import annotations

import json
import unicodedata
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
        nests = [one for one in layer if isinstance(one, dict | list | tuple)]
        layer = [x for one in nests for x in (one.values() if isinstance(one, dict) else one)]
    return bool(layer)


def make_storable(text: str, *, most: int) -> str:
    """The beginning of any text, with a mark in place of what a store could not hold."""
    return text[:most].encode("utf-8", "replace").decode().replace("\x00", "\ufffd")


def make_harmless(text: str, *, most: int) -> str:
    """The text on one line, without marks that steer or hide, and not too long."""
    is_plain = text.isascii() and text.isprintable()
    kept = text if is_plain else "".join(map(_keep, text))
    tidy = " ".join(kept.split())
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
