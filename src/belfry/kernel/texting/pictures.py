"""Whether a picture in a text is an ornament, or stands for a word.

"Ready! \U0001f389" says no more than "Ready!"; "your \U0001f6b2 is here" says less without it.
"""

from __future__ import annotations

import re

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
