"""Whether a piece of an address can be one of the secrets that we give out."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


def is_token(text: str) -> bool:
    """Only then is it worth looking for; not every store takes every character."""
    return _TOKEN.fullmatch(text) is not None
