"""Lists of phrases, read from text files: which sentences a model may write, act by act.

A file has sections, one for each act: `[thanks]`. A line holds phrases, with ";" between them. A
sentence of the act opens with a phrase of a plain line and goes on with any phrase of the act; the
phrases of a line that begins with "+" only go on. In a phrase, (a|b) is one of them, [a|b] one or
none, <name> a pattern of the section `[patterns]`. A phrase with "*" is the point of its act, and
one such must stand in the sentence. "@word" after a phrase: only where that condition holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_SECTION = re.compile(r"\[([a-z][a-z -]*)\]")
_PIECE = re.compile(r"<[a-z ]+>|[()\[\]|]|[^\s()\[\]|<]+")


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One of several rows of words and choices, or none of them."""

    ways: tuple[tuple[str | Choice, ...], ...]
    is_optional: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """`conditions` must all hold where the phrase is to stand."""

    pattern: Choice
    may_open: bool
    is_point: bool
    conditions: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Acts:
    """The phrases of each act by its name.

    `words` are all that stand anywhere in the lists. `function` are words that mean nothing by
    themselves; `same` gives the words that another form is read as, and a form that begins with
    "*" is the end of any word.
    """

    phrases: Mapping[str, tuple[Phrase, ...]]
    words: frozenset[str]
    function: frozenset[str]
    same: Mapping[str, tuple[str, ...]]


def read_acts(*texts: str) -> Acts:
    """The acts of one or several files."""
    sections: dict[str, list[str]] = {}
    for line in (line for text in texts for line in text.splitlines()):
        bare = line.partition("#")[0].strip()
        if heading := _SECTION.fullmatch(bare):
            lines = sections.setdefault(heading[1], [])
        elif bare:
            lines.append(bare)
    reader = _Reader(sections.pop("patterns", []))
    function = frozenset(_split(";".join(sections.pop("function", []))))
    same = {form: tuple(words.split()) for form, words in _read_pairs(sections.pop("same", []))}
    phrases = {act: tuple(_read_act(lines, reader)) for act, lines in sections.items()}
    return Acts(phrases, frozenset(reader.words), function, same)


def _read_pairs(lines: list[str]) -> Iterator[tuple[str, str]]:
    for item in (item for line in lines for item in _split(line)):
        name, _, value = item.partition("=")
        yield name.strip(), value.strip()


def _split(line: str) -> list[str]:
    return [item.strip() for item in line.split(";") if item.strip()]


def _read_act(lines: list[str], reader: _Reader) -> Iterator[Phrase]:
    for line in lines:
        for item in _split(line.removeprefix("+")):
            body, *conditions = (part.strip() for part in item.split("@"))
            pattern = reader.read(body.replace("*", ""))
            yield Phrase(pattern, line[0] != "+", "*" in body, frozenset(conditions))


class _Reader:
    """Reads phrases and collects their `words`; a named pattern is read once and then shared."""

    def __init__(self, lines: list[str]) -> None:
        self.words: set[str] = set()
        self._known: dict[str, Choice] = {}
        self._texts: dict[str, str] = {}
        for name, pattern in _read_pairs(lines):
            if self._texts.setdefault(name, pattern) != pattern:
                raise ValueError(f"two patterns are called {name!r}")

    def read(self, text: str) -> Choice:
        """A phrase with its groups; ValueError if a bracket is left open."""
        pieces = _PIECE.findall(text)
        pattern, end = self._read_choice(pieces, 0)
        if end != len(pieces):
            raise ValueError(f"a bracket too many in {text!r}")
        return pattern

    def _read_choice(self, pieces: list[str], at: int) -> tuple[Choice, int]:
        ways: list[list[str | Choice]] = [[]]
        while at < len(pieces) and pieces[at] not in ")]":
            piece = pieces[at]
            if piece == "|":
                ways.append([])
            elif piece in "([":
                choice, at = self._read_choice(pieces, at + 1)
                if pieces[at : at + 1] != [")" if piece == "(" else "]"]:
                    raise ValueError(f"a bracket is left open before {' '.join(pieces[at:])!r}")
                ways[-1].append(Choice(choice.ways, piece == "["))
            elif piece[0] == "<":
                name = piece[1:-1]
                self._known[name] = self._known.get(name) or self.read(self._texts[name])
                ways[-1].append(self._known[name])
            else:
                self.words.add(piece)
                ways[-1].append(piece)
            at += 1
        return Choice(tuple(map(tuple, ways))), at
