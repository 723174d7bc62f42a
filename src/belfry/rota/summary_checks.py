"""Whether words that somebody found for a summary of hours say only what was counted.

Nothing is believed that is not known to be right: every number is one that was counted, of the
person it stands with; every other word is one of a few that judge nobody. One doubt, and the plain
words are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from belfry.kernel.slots import fill_slots
from belfry.rota.summary_slots import DRIFT, HOURS, WEEK, SummarySlots
from belfry.rota.summary_vocabulary import COURTESIES, WORDS

LONGEST = 700
_SLOT = re.compile(r"\{([a-z0-9_]+)\}")
_SENTENCE_END = re.compile(r"[.!;\n]+")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_NUMBER = re.compile(r"[\d.,:]*\d[\d.,:]*")
_MARKS = re.compile(r"[\s.,:;!()\u2013\u2014-]+")
# Without space around it, it may be a minus.
_MINUS = re.compile(r"(?<!\s)[\u2013\u2014-]|[\u2013\u2014-](?!\s)")


@dataclass(frozen=True, slots=True)
class Checked:
    """`text` is what may be told, with everything filled in; blank if there are `objections`."""

    text: str = ""
    objections: tuple[str, ...] = ()


def check_summary(draft: str, slots: SummarySlots) -> Checked:
    """The draft filled in, or why it must not be told."""
    told = draft.strip().replace("\u2019", "'")
    sentences = [_settle(one, slots) for one in _SENTENCE_END.split(told) if one.strip()]
    objections = tuple(dict.fromkeys(_object(sentences, slots)))
    if objections:
        return Checked(objections=objections)
    text = fill_slots(told, slots.values) or ""
    if not text or len(text) > LONGEST:
        return Checked(objections=(f"It is longer than {LONGEST} characters.",))
    return Checked(text)


def _object(sentences: list[str], slots: SummarySlots) -> Iterator[str]:
    for sentence in sentences:
        if " ".join(sentence.casefold().split()) in COURTESIES:
            continue
        yield from _object_to_slots(sentence, slots)
        yield from _object_to_words(sentence)
    used = {slot for sentence in sentences for slot in _SLOT.findall(sentence)}
    for needed in (HOURS, DRIFT):
        if needed not in used:
            yield f"It leaves out {{{needed}}}."


def _settle(sentence: str, slots: SummarySlots) -> str:
    """Values that were written out, in their right place, are as good as their slots."""
    head, *rest = _split(sentence, slots)
    settled = _put_slots(head, slots.team)
    for name, said in rest:
        settled += f"{{{name}}}" + _put_slots(said, _list_fitting(name, slots))
    return settled


def _list_fitting(name: str, slots: SummarySlots) -> dict[str, str]:
    """What may stand with somebody: what was counted of them, and which week it is about."""
    return {**slots.own[name], WEEK: slots.team[WEEK]}


def _split(sentence: str, slots: SummarySlots) -> tuple[str, *tuple[tuple[str, str], ...]]:
    """What comes before anybody is named, and then each person with what is said after them."""
    pieces = _SLOT.split(sentence)
    head, said = pieces[0], []
    for slot, text in zip(pieces[1::2], pieces[2::2], strict=True):
        if slot in slots.names:
            said.append((slot, text))
        elif said:
            name, before = said[-1]
            said[-1] = (name, f"{before}{{{slot}}}{text}")
        else:
            head += f"{{{slot}}}{text}"
    return (head, *said)


def _put_slots(text: str, values: Mapping[str, str]) -> str:
    for slot, value in values.items():
        text = text.replace(value, f"{{{slot}}}")
    return text


def _object_to_slots(sentence: str, slots: SummarySlots) -> Iterator[str]:
    known = slots.values
    for slot in _SLOT.findall(sentence):
        if slot not in known:
            yield f"It has a slot that there is not: {{{slot}}}."
    if DRIFT in _SLOT.findall(sentence) and sentence.strip() != f"{{{DRIFT}}}":
        yield f"{{{DRIFT}}} is a sentence of its own."
    head, *rest = _split(sentence, slots)
    yield from _object_to_owner(head, slots.team, "somebody who is not named")
    for name, said in rest:
        yield from _object_to_owner(said, _list_fitting(name, slots), f"{{{name}}}")
        if not any(slot in slots.own[name] for slot in _SLOT.findall(said)):
            yield f"{{{name}}} is named, and nothing that was counted of them follows."


def _object_to_owner(said: str, own: Mapping[str, str], whose: str) -> Iterator[str]:
    for slot in _SLOT.findall(said):
        if slot not in own:
            yield f"{{{slot}}} does not belong to {whose}."


def _object_to_words(sentence: str) -> Iterator[str]:
    bare = _SLOT.sub(" ", sentence)
    for number in _NUMBER.findall(bare):
        yield f"It has a number that was not counted so: {number}."
    rest = _NUMBER.sub(" ", bare)
    for word in _WORD.findall(rest):
        if word.casefold() not in WORDS:
            yield f"It has a word that is not known to be harmless: {word}."
    stray = "".join([*_MINUS.findall(sentence), _MARKS.sub("", _WORD.sub(" ", rest))])
    if stray:
        yield f"It has signs that do not belong there: {stray[:20]}."
