"""Whether a text or a JSON value can be kept unharmed by every store."""

from __future__ import annotations

import json
from typing import Any

from belfry.kernel.errors import InputError


def clean_text(value: Any, *, field: str, most: int, least: int = 0) -> str:
    """The text with its white space tidied; InputError if it cannot be kept."""
    text = " ".join(value.split()) if isinstance(value, str) else None
    if text is None or not least <= len(text) <= most or not _is_sound(text):
        raise InputError(f"expected {least} to {most} characters of plain text", field=field)
    return text


def check_json(value: Any, *, field: str, most: int) -> None:
    """Refuse what a database's JSON cannot hold: NaN, NUL, halves of characters, too much."""
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError) as error:
        raise InputError("expected values that JSON can hold", field=field) from error
    if len(text) > most or "\\u0000" in text or not _is_encodable(text):
        raise InputError(f"expected at most {most:,} characters, none of them NUL", field=field)


def _is_sound(text: str) -> bool:
    return _is_encodable(text) and not any(letter < " " or letter == "\x7f" for letter in text)


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
