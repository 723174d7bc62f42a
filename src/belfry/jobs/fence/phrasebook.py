"""Which known phrase stands at a place in a message, the longest one first.

A phrase is written as one line: words apart by blanks, `a/b` for either, `a?` for "may be missing",
`a_b` for two words in one choice, and a word in capitals for a choice that has a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

THING = "\ue001"
_CHOICES = {
    "IT": f"it/this/that/they/them/these/those/everything/{THING}",
    "THING": THING,
    "NAME": "\ue000",
    "BE": "is/'s/are/'re/be/being/been/'m/am",
    "HAVE": "have/has/'ve/'s/having",
    "A": "a/an/the/some/our/your/one",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a phrase is: its tag, and for a stage which one and in what form."""

    tag: str
    kind: str = ""
    form: str = ""


# Nested by word; the entry of a whole phrase stands under the empty word.
Book = dict[str, Any]


def list_words(text: str) -> frozenset[str]:
    """The words of a list that is written as text."""
    return frozenset(text.split())


def make_book(parts: Mapping[Entry, str], things: frozenset[str] = frozenset()) -> Book:
    book: Book = {}
    for entry, text in parts.items():
        add_phrases(book, text.splitlines(), entry, things)
    return book


def add_phrases(
    book: Book, lines: Iterable[str], entry: Entry, things: frozenset[str] = frozenset()
) -> None:
    """Each phrase as it is written, and as it reads where `things` in it are only a thing."""
    for line in lines:
        for words in expand(line):
            _add(book, words, entry)
            if not things.isdisjoint(words):
                _add(book, _mark_things(words, things), entry)


def _add(book: Book, words: tuple[str, ...], entry: Entry) -> None:
    page = book
    for word in words:
        page = page.setdefault(word, {})
    page.setdefault("", entry)


def _mark_things(words: tuple[str, ...], things: frozenset[str]) -> tuple[str, ...]:
    marked: list[str] = []
    for word in words:
        if word in things:
            while marked and marked[-1] in {THING, "your", "the"}:
                marked.pop()
            marked.append(THING)
        else:
            marked.append(word)
    return tuple(marked)


def expand(line: str) -> Iterator[tuple[str, ...]]:
    """Every sequence of words that a line stands for."""
    slots = [_read_slot(slot) for slot in line.split()]
    for chosen in product(*slots):
        words = tuple(word for part in chosen for word in part)
        if words:
            yield words


def find_longest(book: Book, words: Sequence[str], start: int) -> tuple[int, Entry | None]:
    """Where the longest phrase that begins here ends, and what it is."""
    page: Book | None = book
    end, found = start, None
    for place in range(start, len(words)):
        page = page.get(words[place]) if page else None
        if page is None:
            break
        entry = page.get("")
        if entry is not None:
            end, found = place + 1, entry
    return end, found


def _read_slot(slot: str) -> list[tuple[str, ...]]:
    is_optional = slot.endswith("?") and len(slot) > 1
    text = slot[:-1] if is_optional else slot
    text = "/".join(_CHOICES.get(choice, choice) for choice in text.split("/"))
    choices = [tuple(choice.split("_")) for choice in text.split("/")]
    return [*choices, ()] if is_optional else choices
