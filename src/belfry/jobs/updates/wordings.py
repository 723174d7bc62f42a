"""Texts with slots: how they are taken apart into sentences, and filled for one customer.

A sentence whose slot has no value falls away. {it|they} is the first for one thing and the second
for several, and a verb right after {your_item} agrees with it. Without a name a greeting becomes
"Hello", and elsewhere {name} goes with the comma before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

# Slots that code fills with words of its own; they open a sentence with a capital letter.
MADE_BY_CODE = frozenset(
    {"your_item", "news", "when", "look", "promise", "number"}
    | {"now", "back", "still", "told", "expected", "awaited", "title"}
)
# Whole sentences; those that a model may place come first.
WHOLE = ("news", "when", "look")
SENTENCES = frozenset({*WHOLE, "promise", "number"})
ALWAYS = ("name", "full_name", "item", "your_item", "job", "shop", "stage")
OPTIONAL = ("eta", "closing", "photo", "link")
Find = Callable[[str], str | None]
_NAMES = frozenset({"name", "full_name"})
_MADE = "|".join(SENTENCES)
_PARAGRAPH = re.compile(r"\s*\n\s*")
_END = re.compile(rf"(?<=[.!?])\s+|(?<=\}}[.!])\s+|(\{{(?:{_MADE})\}}[.!]?)\s+")
_SLOT = re.compile(r"\{([a-z_]+)\}")
_EITHER = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
_CLOSED = re.compile(rf"\{{({_MADE})\}}([.!])")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`form` has a place for each of the `slots`, in order."""

    form: str
    slots: tuple[str, ...]
    opens_with_slot: bool
    is_last_of_paragraph: bool

    def fill(self, find: Find, *, is_clause: bool) -> str | None:
        """None if a slot has no value."""
        values = tuple(map(find, self.slots))
        if not all(values):
            return None
        text = self.form % values
        is_opening = self.opens_with_slot and not is_clause
        return f"{text[:1].upper()}{text[1:]}" if is_opening else text


@dataclass(frozen=True, slots=True)
class Template:
    """The sentences of a text, by (is several things, has no name).

    It `greets` if it names the customer: then no greeting is put before it.
    """

    text: str
    slots: frozenset[str]
    greets: bool
    forms: Mapping[tuple[bool, bool], tuple[Sentence, ...]]

    def fill(self, find: Find, *, several: bool = False, is_clause: bool = False) -> str:
        """The sentences that can be said, with a blank line between paragraphs.

        `find` gives the value of a slot; a clause does not open with a capital letter.
        """
        sentences = self.forms[several, self.greets and not find("name")]
        if len(sentences) == 1:
            return sentences[0].fill(find, is_clause=is_clause) or ""
        paragraphs, current = [], []
        for sentence in sentences:
            if filled := sentence.fill(find, is_clause=is_clause):
                current.append(filled)
            if sentence.is_last_of_paragraph and current:
                paragraphs.append(" ".join(current))
                current = []
        return "\n\n".join(paragraphs)

    def says(self, slot: str, find: Find) -> bool:
        """Whether a sentence with this slot is said."""
        return slot in self.slots and any(
            slot in sentence.slots and all(map(find, sentence.slots))
            for sentence in self.forms[False, False]
        )

    def list_lasting(self) -> list[str]:
        """The sentences that are said whatever the facts are."""
        return [
            sentence.form % tuple(f"{{{slot}}}" for slot in sentence.slots)
            for sentence in self.forms[False, False]
            if not set(sentence.slots) & {*OPTIONAL, *SENTENCES - {"news"}}
        ]


class Grammar(Protocol):
    """What a language says of sentences.

    `verbs` agree with {your_item} where it is several things and stands after none of the
    `prepositions`; so do `objects` ("expect it") anywhere. `greeting_words` may stand before a
    name, and `unnamed` in their place.
    """

    @property
    def verbs(self) -> Mapping[str, str]: ...

    @property
    def objects(self) -> Mapping[str, str]: ...

    @property
    def prepositions(self) -> Collection[str]: ...

    @property
    def greeting_words(self) -> Collection[str]: ...

    @property
    def unnamed(self) -> str: ...


def compile_template(text: str, grammar: Grammar) -> Template:
    forms = {}
    for is_several in (False, True):
        chosen = _choose(text, grammar, is_several)
        forms[is_several, False] = tuple(_list_sentences(chosen))
        forms[is_several, True] = tuple(_list_sentences(_drop_name(chosen, grammar)))
    slots = frozenset(_SLOT.findall(text))
    return Template(text, slots, bool(slots & _NAMES), forms)


def _choose(text: str, grammar: Grammar, is_several: bool) -> str:
    """The words for one thing or for several."""
    chosen = choose_number(text, is_several=is_several)
    if not is_several or not grammar.verbs:
        return chosen
    for one, several in grammar.objects.items():
        chosen = re.sub(rf"\b{re.escape(one)}\b", several, chosen)
    each = "|".join(map(re.escape, grammar.verbs))

    def agree(found: re.Match[str]) -> str:
        word = (found[1] or "").strip().casefold()
        verb = found[3] if word in grammar.prepositions else grammar.verbs[found[3]]
        return f"{found[1] or ''}{found[2]} {verb}"

    return re.sub(rf"(\w+ )?(\{{your_item\}}|\b[Yy]our \{{item\}}) ({each})\b", agree, chosen)


def choose_number(text: str, *, is_several: bool) -> str:
    """{it|they} for one thing or for several."""
    return _EITHER.sub(r"\2" if is_several else r"\1", text)


def _drop_name(text: str, grammar: Grammar) -> str:
    words = "|".join(map(re.escape, grammar.greeting_words))
    name = r"\{(?:name|full_name)\}"
    start = rf"(^|(?<=[.!?\n])\s*)(?:(?:{words})\s+)?{name}"
    greeted = re.sub(start, rf"\g<1>{grammar.unnamed}", text, flags=re.IGNORECASE)
    return re.sub(rf",?\s*{name}", "", greeted)


def _list_sentences(text: str) -> Iterator[Sentence]:
    for paragraph in filter(None, _PARAGRAPH.split(text.strip())):
        pieces = [piece for piece in _split(paragraph) if piece.strip()]
        for place, piece in enumerate(pieces):
            yield _read_sentence(piece.strip(), is_last=place == len(pieces) - 1)


def _split(paragraph: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(paragraph):
        yield paragraph[start : end.end(1) if end[1] else end.start()]
        start = end.end()
    yield paragraph[start:]


def _read_sentence(piece: str, *, is_last: bool) -> Sentence:
    # Code's sentences bring their own full stop.
    bare = _CLOSED.sub(r"{\1}", piece)
    slots = tuple(_SLOT.findall(bare))
    form = _SLOT.sub("%s", bare.replace("%", "%%"))
    opens = form.startswith("%s") and slots[0] in MADE_BY_CODE
    return Sentence(form, slots, opens, is_last)
