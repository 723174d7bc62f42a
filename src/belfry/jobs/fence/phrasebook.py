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

# What may stand at one place of a line; nothing at all if it may be missing.
Slot = list[tuple[str, ...]]

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


# What may follow at a place in one line, by word: the places it leads to. At the end of a line,
# its entry stands under the empty word.
Place = dict[str, Any]
# The same for all lines at once. The pages behind a page are made when somebody turns to them: the
# lines stand for nearly a million phrases, of which few are ever said.
Book = dict[str, Any]


def list_words(text: str) -> frozenset[str]:
    """The words of a list that is written as text."""
    return frozenset(text.split())


def list_lines(parts: Mapping[Entry, str], things: frozenset[str] = frozenset()) -> list[Place]:
    """Where each line begins, and each phrase of it in which `things` are only a thing."""
    return [
        begun
        for entry, text in parts.items()
        for line in text.splitlines()
        for begun in (read_line(line, entry), *_list_marked(line, entry, things))
    ]


def read_line(line: str, entry: Entry) -> Place:
    return _lay_out([_read_slot(slot) for slot in line.split()], entry)


def make_book(lines: Iterable[Place]) -> Book:
    """Where two lines hold the same phrase, the first of them says what it is."""
    book: Book = {}
    for begun in lines:
        for word, places in begun.items():
            if word:
                book.setdefault(word, []).extend(places)
    return book


def find_words(lines: Iterable[Place]) -> frozenset[str]:
    """Every word of these lines."""
    found: set[str] = set()
    open_places, seen = list(lines), set()
    while open_places:
        place = open_places.pop()
        if id(place) not in seen:
            seen.add(id(place))
            found.update(place)
            open_places += (after for word in place if word for after in place[word])
    return frozenset(found - {""})


def _lay_out(slots: Sequence[Slot], entry: Entry) -> Place:
    """From the end to the beginning; a slot that may be missing also leads on as the next does."""
    place: Place = {"": entry}
    for slot in reversed(slots):
        after, place = place, {}
        for words in slot:
            if words:
                _lead(place, words, after)
            else:
                _open_as(place, after)
    return place


def _lead(place: Place, words: tuple[str, ...], after: Place) -> None:
    *others, last = words
    for word in others:
        between: Place = {}
        place.setdefault(word, []).append(between)
        place = between
    place.setdefault(last, []).append(after)


def _open_as(place: Place, other: Place) -> None:
    for word, places in other.items():
        if word:
            place.setdefault(word, []).extend(places)
        else:
            place[""] = places


def _turn(places: Sequence[Place]) -> Book:
    """The page on which all of these stand, in the order of their lines."""
    page: Book = {}
    for place in {id(one): one for one in places}.values():
        for word, after in place.items():
            if word:
                page.setdefault(word, []).extend(after)
            else:
                page.setdefault("", after)
    return page


def _list_marked(line: str, entry: Entry, things: frozenset[str]) -> Iterator[Place]:
    if any(thing in line for thing in things):
        marked = (_mark_things(words, things) for words in expand(line) if things & {*words})
        for words in dict.fromkeys(marked):
            yield _lay_out([[(word,)] for word in words], entry)


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
    page, end, found = book, start, None
    for place in range(start, len(words)):
        word = words[place]
        following = page.get(word)
        if following is None:
            break
        if following.__class__ is list:
            following = page[word] = _turn(following)
        page = following
        entry = page.get("")
        if entry is not None:
            end, found = place + 1, entry
    return end, found


def _read_slot(slot: str) -> Slot:
    is_optional = slot.endswith("?") and len(slot) > 1
    text = slot[:-1] if is_optional else slot
    text = "/".join(_CHOICES.get(choice, choice) for choice in text.split("/"))
    choices = [tuple(choice.split("_")) for choice in text.split("/")]
    return [*choices, ()] if is_optional else choices
