"""What a sentence says of each of several known things: "diagnosing half a day; ready 4 hours"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol, TypeVar

from belfry.kernel.rulebook.misreadings import read_part, refuse

T = TypeVar("T")

_WORD = re.compile(r"[^\s;,]+|[;,]")
_TRIM = " :=-\u2013\u2014"
_LONGEST_NAME = 8
_QUANTITY = re.compile(r"\d|half$|an?$|one$|two$|three$|four$|five$|six$", re.IGNORECASE)


class Things(Protocol):
    """Things that have names."""

    def find_name(self, text: str) -> str | None: ...

    def nearest(self, text: str) -> str | None: ...


def parse_per_thing(
    text: str, things: Things, read: Callable[[str], T], *, thing: str, example: str
) -> dict[str, T]:
    """By the thing's own name, what `read` makes of the words that follow it.

    Pieces stand between semicolons or commas, or simply one after the other; `thing` and `example`
    are for the problem, such as "stage" and "in progress 2 days".
    """
    words = [(match.start(), match.end()) for match in _WORD.finditer(text)]
    found: dict[str, T] = {}
    at = 0
    while at < len(words):
        if _is_gap(text, words, at) or _is_and(text, words, at):
            at += 1
            continue
        name, after = _find_name(text, words, at, things)
        if name is None:
            raise _refuse_name(text, words, at, things, thing)
        if name in found:
            raise refuse(text, words[at][0], words[after - 1][1], f"each {thing} once")
        end = _find_end(text, words, after, things)
        found[name] = _read_rest(text, words, after, end, read, example)
        at = end
    return found


def _is_gap(text: str, words: list[tuple[int, int]], at: int) -> bool:
    """A comma inside a number of days ("2 days, 4 hours") parts nothing."""
    sign = text[slice(*words[at])]
    if sign == "," and at + 1 < len(words):
        return not text[words[at + 1][0]].isdigit()
    return sign in {";", ","}


def _is_and(text: str, words: list[tuple[int, int]], at: int) -> bool:
    return text[slice(*words[at])].casefold() == "and"


def _find_name(
    text: str, words: list[tuple[int, int]], at: int, things: Things
) -> tuple[str | None, int]:
    """The longest known name that begins at a word, and the word after it."""
    for after in range(min(at + _LONGEST_NAME, len(words)), at, -1):
        said = text[words[at][0] : words[after - 1][1]].rstrip(_TRIM)
        name = things.find_name(said) if said else None
        if name is not None:
            return name, after
    return None, at


def _find_end(text: str, words: list[tuple[int, int]], start: int, things: Things) -> int:
    for at in range(start, len(words)):
        if _is_gap(text, words, at) or _find_name(text, words, at, things)[0] is not None:
            return at
    return len(words)


def _read_rest(
    text: str,
    words: list[tuple[int, int]],
    start: int,
    end: int,
    read: Callable[[str], T],
    example: str,
) -> T:
    if end > start and _is_and(text, words, end - 1):
        end -= 1
    begin = next((at for at in range(start, end) if text[slice(*words[at])].strip(_TRIM)), end)
    if begin == end:
        raise refuse(text, words[start - 1][1], words[start - 1][1], f"more, as in {example}")
    return read_part(read, text, words[begin][0], words[end - 1][1])


def _refuse_name(
    text: str, words: list[tuple[int, int]], at: int, things: Things, thing: str
) -> Exception:
    end = at + 1
    while end < len(words) and not _QUANTITY.match(text[slice(*words[end])]):
        if _is_gap(text, words, end):
            break
        end += 1
    start, stop = words[at][0], words[end - 1][1]
    return refuse(text, start, stop, f"the name of a {thing}", things.nearest(text[start:stop]))
