"""What a team's own sentence leaves open for each reader, and whether all of it can be filled."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from belfry.kernel.rulebook import find_nearest, refuse

LONGEST_SENTENCE = 600
_SLOT = re.compile(r"\{\s*([^{}]*?)\s*\}")
_EITHER = re.compile(r"[^{}|]+\|[^{}|]+")
_BRACE = re.compile(r"[{}]")


def parse_slotted(
    text: str, slots: Sequence[str], *, example: str, allows_either: bool = False
) -> str:
    """The sentence with its slots spelled as they are known; raises ReadingError.

    `example` is the slot that is named where a brace is left open; `allows_either` says that
    {it|they} may stand for one thing and for several.
    """
    is_quoted = len(text) > 2 and text[0] + text[-1] in {'""', "\u201c\u201d"}
    if len(text) > LONGEST_SENTENCE:
        raise refuse(text, LONGEST_SENTENCE, len(text), f"at most {LONGEST_SENTENCE} characters")
    for slot in _SLOT.finditer(text):
        is_either = allows_either and _EITHER.fullmatch(slot[1])
        if slot[1].casefold() not in slots and not is_either:
            known = ", ".join(f"{{{name}}}" for name in slots)
            near = find_nearest(slot[1], slots)
            nearest = f"{{{near}}}" if near else None
            raise refuse(text, slot.start(), slot.end(), f"one of {known}", nearest)
    if stray := _BRACE.search(_SLOT.sub(lambda slot: " " * len(slot[0]), text)):
        expected = f"a slot such as {{{example}}}, or no brace"
        raise refuse(text, stray.start(), stray.end(), expected)
    spelled = _SLOT.sub(
        lambda slot: f"{{{slot[1] if '|' in slot[1] else slot[1].casefold()}}}", text
    )
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
