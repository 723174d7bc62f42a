"""Which settings a doc may hold, and which of them a line names.

A name may have a hole (`Say when <stage>`): what stands in its place belongs to the value. A name
that is nothing but a hole (`<control>`) takes any line that no other name fits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any

_GAP = re.compile(r"[\s_\-\u2010-\u2015]+")
_LONGEST = 60
NEAR = 0.6
VERY_NEAR = 0.8


@lru_cache(maxsize=1024)
def fold_words(text: str) -> tuple[str, ...]:
    """The words of a name without case, hyphens, marks that do not show, or width."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    seen = "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")
    return tuple(word for word in _GAP.split(seen) if word)


def fold_name(text: str) -> str:
    """Equal for two spellings of one name; words keep their number."""
    return " ".join(fold_words(text))


@lru_cache(maxsize=1024)
def fold_kindly(text: str) -> tuple[str, ...]:
    """The words of a setting's name: one or several, quoted or starred, all the same."""
    bare = re.sub(r"[\"'`*\u2018\u2019\u201c\u201d]", "", text)
    return tuple(_fold_number(word) for word in fold_words(bare))


def _fold_number(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def find_nearest(text: str, known: Iterable[str], *, cutoff: float = NEAR) -> str | None:
    """The known name most like this one, as it is written; None if none is near."""
    spelled: dict[str, str] = {}
    for name in known:
        spelled.setdefault(fold_name(name), name)
    near = get_close_matches(fold_name(text[:_LONGEST]), spelled, n=1, cutoff=cutoff)
    return spelled[near[0]] if near else None


_WORD = re.compile(r"[^\s_\-\u2010-\u2015]+")
_HOLE = re.compile(r"<[^<>]+>")


def _show(value: Any) -> str:
    return str(value)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One thing a doc may say.

    `read` turns the sentence into a value, or raises an InputError; `read_hole` does the same for
    what stands in the hole. `keeps_words` leaves curly quotes and wide signs as they were typed.
    `default` says in words what holds if the doc is silent; `show` says a value in words that
    `read` understands again.
    """

    name: str
    field: str
    read: Callable[[str], Any]
    does: str
    example: str
    default: str = ""
    is_required: bool = False
    keeps_words: bool = False
    read_hole: Callable[[str], Any] | None = None
    show: Callable[[Any], str] = _show

    @cached_property
    def frame(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The fixed words before and after the hole."""
        before, *after = _HOLE.split(self.name, maxsplit=1)
        return fold_kindly(before), fold_kindly("".join(after))

    @property
    def fixed(self) -> int:
        """How many words of the name are fixed."""
        return len(self.frame[0]) + len(self.frame[1])

    def find_hole(self, name: str) -> tuple[int, int] | None:
        """Where the hole stands in a line's name (0, 0 without one); None if it names another."""
        if self.read_hole is None:
            return (0, 0) if fold_kindly(name) == self.frame[0] else None
        words = list(_WORD.finditer(name))
        inner = len(words) - self.fixed
        before, after = len(self.frame[0]), len(self.frame[1])
        if inner < 1 or fold_kindly(_span(words[:before])) != self.frame[0]:
            return None
        if fold_kindly(_span(words[len(words) - after :])) != self.frame[1]:
            return None
        return words[before].start(), words[before + inner - 1].end()


def _span(words: list[re.Match[str]]) -> str:
    return " ".join(word.group() for word in words)


@dataclass(frozen=True)
class Vocabulary:
    """All the settings of one doc."""

    settings: tuple[Setting, ...]

    def __post_init__(self) -> None:
        frames = [(setting.frame, setting.read_hole is None) for setting in self.settings]
        if len(set(frames)) != len(frames):
            raise ValueError("two settings have one name")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name with a fixed word in it, as it is written."""
        return tuple(setting.name for setting in self.settings if setting.fixed)

    def list_meant(self, name: str) -> list[tuple[Setting, tuple[int, int]]]:
        """The settings a line's name may mean, with their holes; the most fixed words first."""
        found = [(setting, setting.find_hole(name)) for setting in self.settings]
        meant = [(setting, hole) for setting, hole in found if hole is not None]
        return sorted(meant, key=lambda pair: (pair[0].read_hole is not None, -pair[0].fixed))

    def find_near(self, name: str) -> str | None:
        """The setting whose name is most like this one, whatever stands in its hole."""
        words = [word.group() for word in _WORD.finditer(name)]
        filled = {}
        for setting in self.settings:
            before, after = (len(part) for part in setting.frame)
            hole = " ".join(words[before : len(words) - after])
            if setting.fixed:
                filled[hole.join(_HOLE.split(setting.name))] = setting.name
        near = find_nearest(name, filled)
        return filled[near] if near else None

    def is_opened_by(self, text: str) -> bool:
        """Whether this looks like the beginning of a setting, and not of a sentence going on."""
        name, colon, _ = text.partition(":")
        if not colon:
            return False
        is_meant = any(setting.fixed for setting, _ in self.list_meant(name))
        return is_meant or find_nearest(name, self.names, cutoff=VERY_NEAR) is not None
