"""What a model writes that belongs in no plain sentence: links, addresses and marks of layout."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINK = re.compile(r"[a-z][a-z\d+-]*:/|//|\bwww\b|\S@\S|\b(?:mailto|tel|sms):", re.I)
_DOMAIN = re.compile(r"[^\W_]\.([^\W\d_]{2,})")
_MARKUP = re.compile(
    r"[*`~<>\[\]|\\^#]|__|\b_\w|\w_\b|^\s*(?:[-+\u2022\u2013\u2014]+|[a-z][.)])(?:\s|$)|&\w+;", re.M
)


def list_links(text: str) -> Iterator[re.Match[str]]:
    """Whatever a program might make a link of, the plain ones first."""
    yield from _LINK.finditer(text)
    for found in _DOMAIN.finditer(text):
        # "ready.We" is a slip of the space bar, "ready.we" may be an address.
        if not found[1].istitle():
            yield found


def list_marks(text: str) -> Iterator[re.Match[str]]:
    """Whatever a program might make a heading, a list, bold letters or code of."""
    return _MARKUP.finditer(text)
