"""Whether the mail server's words repeat what is nobody else's business."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WORD = re.compile(r"\w+")
_RUN = 3
_SHORTEST = 4
_GAP = "…"


def hide_echoes(said: str, hidden: Sequence[str]) -> str:
    """What was said, with a gap for three words in a row, or all there are, of a hidden line."""
    words = _WORD.findall(said.casefold())
    letter = "\n".join(hidden).casefold()
    if not any(len(word) > 1 and word in letter for word in words):
        return said
    found = list(_WORD.finditer(said))
    echoes = {place for line in hidden for place in _find_echoes(words, line)}
    shown, end = "", 0
    for place in sorted(echoes):
        start = found[place].start()
        shown += said[end:start] + _GAP if place - 1 not in echoes else ""
        end = found[place].end()
    return shown + said[end:]


def _find_echoes(words: Sequence[str], line: str) -> Iterator[int]:
    """The places of the words that also stand in `line`, in the same order."""
    theirs = _WORD.findall(line.casefold())
    run = min(_RUN, len(theirs))
    if sum(map(len, theirs)) < _SHORTEST:
        return
    runs = {tuple(theirs[start : start + run]) for start in range(len(theirs) - run + 1)}
    for start in range(len(words) - run + 1):
        if tuple(words[start : start + run]) in runs:
            yield from range(start, start + run)
