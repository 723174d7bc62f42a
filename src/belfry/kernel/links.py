"""Which parts of a text are web addresses that somebody could follow.

A full stop, a bracket or a quotation mark after an address belongs to the sentence around it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Marks that nobody sees could make an address look like another one, so they end it.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff"
_LINK = re.compile(rf"(?<![A-Za-z0-9])https?://(?=[^\W_]|\[)[^\s<>\"`\\{_UNSEEN}]+", re.IGNORECASE)
_POINTS = frozenset(".,;:!?'…‘’“”«»‹›。、，；：！？؟،؛")
_CLOSERS = {")": "(", "]": "[", "}": "{", "）": "（", "」": "「", "】": "【"}
_UNWRITABLE = re.compile(r"[^!-~]|[<>\"`\\]")


def split_links(text: str) -> Iterator[tuple[str, str]]:
    """The text in order as pairs: some words, and the address after them, or nothing at its end."""
    end = 0
    for found in _LINK.finditer(text):
        link = _trim(found[0])
        yield text[end : found.start()], link
        end = found.start() + len(link)
    yield text[end:], ""


def write_link(url: str) -> str:
    """The address in characters that every program takes for part of one; "" if it is none."""
    if not re.match(r"(?i:https?)://(?:[^\W_]|\[)", url):
        return ""
    return _UNWRITABLE.sub(_escape, url)


def _escape(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))


def _trim(link: str) -> str:
    counts, end = Counter(link), len(link)
    while _is_outside(link[end - 1], counts):
        end -= 1
        counts[link[end]] -= 1
    return link[:end]


def _is_outside(last: str, counts: Counter[str]) -> bool:
    """Whether an address does not end with `last`: a bracket opened within it may close it."""
    if opener := _CLOSERS.get(last):
        return counts[last] > counts[opener]
    return last in _POINTS
