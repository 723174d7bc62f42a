"""Whether a message is signed by somebody other than the shop in the facts."""

from __future__ import annotations

import re

_SIGNED = re.compile(r"(?:\s-\s+|\n\s*-?\s*)((?:[A-Z][\w']*\s*){1,5})[.!]?\s*$")
_AT = "from|here at|team at|us at|all at|folks at|friends at"
_FROM = re.compile(rf"\b(?:{_AT})\s+(?:[a-z]+\s+)?((?:the\s+)?[A-Z]\w+(?:\s+[A-Z]\w+)*)")
_WORDS = "team|workshop|bench|crew|thanks|thank you|cheers|best wishes|kind regards|best|x+"
_FINE = re.compile(rf"(?:the\s+)?(?:{_WORDS})", re.I)


def find_stranger(text: str) -> str | None:
    """The name that it is signed with, or said to come from; the shop's own is masked already."""
    for pattern in (_SIGNED, _FROM):
        found = pattern.search(text)
        if found and not _FINE.fullmatch(found[1].strip()) and not found[1].isupper():
            return found[1].strip()
    return None
