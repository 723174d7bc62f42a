"""Which lines of a doc belong together, and where on the page each letter of them stands.

People paste from mail programs and word processors: marks of byte order, tabs, spaces that do
not break, bullets and comments are passed over here, and every letter keeps its place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

_LINE_END = re.compile(r"\r\n|\r|\n")
_BULLET = re.compile(r"[-*\u2022\u2013]\s+(?=\S)")
# A number sign opens a comment where a word ends before it; "#1" and "#hashtag" are words.
_COMMENT = re.compile(r"(?<=\s)#(?=\s|$)|(?<=\s\s)#(?=[^\W\d_])")
_STRAIGHT = str.maketrans(
    {
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
        "\uff1a": ":",
        "\uff1b": ";",
        "\uff0c": ",",
        "\uff08": "(",
        "\uff09": ")",
        "\uff05": "%",
    }
)

# They do not show, and yet some scripts and emoji are wrong without them.
_JOINERS = "\u200c\u200d"

Place = tuple[int, int]


def straighten(text: str) -> str:
    """The same text, letter for letter, with curly quotes and wide signs as a keyboard has them."""
    return text.translate(_STRAIGHT)


@dataclass(frozen=True)
class Passage:
    """Some text of a doc, and the line and column (from 1) of each letter of it."""

    text: str
    places: tuple[Place, ...]

    def find_place(self, offset: int) -> Place:
        """Where a letter stands; past the end, right behind the last one."""
        if offset < len(self.places):
            return self.places[max(offset, 0)]
        line, column = self.places[-1]
        return line, column + 1

    def cut(self, start: int, end: int | None = None) -> Passage:
        """A piece of it, without the blanks around."""
        end = len(self.text) if end is None else end
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        end = start + len(piece.strip())
        return Passage(self.text[start:end], self.places[start:end])


def join_passages(passages: Sequence[Passage]) -> Passage:
    """All of them, with one blank between each two."""
    places = list(passages[0].places)
    for before, passage in pairwise(passages):
        places += [before.find_place(len(before.text)), *passage.places]
    return Passage(" ".join(passage.text for passage in passages), tuple(places))


@dataclass(frozen=True)
class Line:
    """One line that says something, with its indent; `is_first` after nothing or a blank line."""

    passage: Passage
    indent: int
    is_first: bool


def list_lines(text: str) -> Iterator[Line]:
    """The lines that say something, without comments."""
    is_first = True
    for number, raw in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        shown = _pass_over_marks(raw, number)
        if not shown.text.strip():
            is_first = True
            continue
        said = shown.cut(0, _find_comment(shown.text))
        if said.text:
            indent = len(shown.text) - len(shown.text.lstrip())
            bullet = _BULLET.match(said.text)
            yield Line(said.cut(bullet.end()) if bullet else said, indent, is_first)
            is_first = False


def _pass_over_marks(raw: str, number: int) -> Passage:
    kept = [
        (" " if letter.isspace() or unicodedata.category(letter) == "Cc" else letter, column)
        for column, letter in enumerate(raw, start=1)
        if unicodedata.category(letter) != "Cf" or letter in _JOINERS
    ]
    text = "".join(letter for letter, _ in kept)
    return Passage(text, tuple((number, column) for _, column in kept))


def _find_comment(text: str) -> int:
    if text.lstrip().startswith("#"):
        return 0
    for match in _COMMENT.finditer(straighten(text)):
        if not _is_quoted(straighten(text), match.start()):
            return match.start()
    return len(text)


def _is_quoted(text: str, at: int) -> bool:
    return text.count('"', 0, at) % 2 == 1 and '"' in text[at:]
