"""What a shop's own sentence leaves open for each customer, and whether all of it can be filled."""

from __future__ import annotations

import re
from collections.abc import Mapping

from belfry.kernel.rulebook import find_nearest, refuse

SLOTS = ("name", "item", "job", "stage", "eta", "closing", "shop", "link")
LONGEST_SENTENCE = 600
_SLOT = re.compile(r"\{\s*([^{}]*?)\s*\}")
_BRACE = re.compile(r"[{}]")


def parse_sentence(text: str) -> str:
    """The sentence with its slots spelled as they are known; raises ReadingError."""
    is_quoted = len(text) > 2 and text[0] + text[-1] in {'""', "\u201c\u201d"}
    if len(text) > LONGEST_SENTENCE:
        raise refuse(text, LONGEST_SENTENCE, len(text), f"at most {LONGEST_SENTENCE} characters")
    for slot in _SLOT.finditer(text):
        if slot[1].casefold() not in SLOTS:
            known = ", ".join(f"{{{name}}}" for name in SLOTS)
            near = find_nearest(slot[1], SLOTS)
            nearest = f"{{{near}}}" if near else None
            raise refuse(text, slot.start(), slot.end(), f"one of {known}", nearest)
    if stray := _BRACE.search(_SLOT.sub(lambda slot: " " * len(slot[0]), text)):
        raise refuse(text, stray.start(), stray.end(), "a slot such as {item}, or no brace")
    spelled = _SLOT.sub(lambda slot: f"{{{slot[1].casefold()}}}", text)
    return spelled[1:-1].strip() if is_quoted else spelled


def find_slot(sentence: str, slot: str) -> int | None:
    """Where a slot stands in a sentence as it was typed; None if it has none of that name."""
    for found in _SLOT.finditer(sentence):
        if found[1].casefold() == slot:
            return found.start()
    return None


def fill_slots(sentence: str, values: Mapping[str, str | None]) -> str | None:
    """The sentence with every slot filled; None if a value is missing."""
    if any(not values.get(slot[1]) for slot in _SLOT.finditer(sentence)):
        return None
    return _SLOT.sub(lambda slot: values[slot[1]] or "", sentence)
