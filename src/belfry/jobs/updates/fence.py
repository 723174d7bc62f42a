"""The fence: in a fresh draft, every sentence that is not a slot must be listed courtesy.

{news}, {when} and {look} are whole sentences that code makes. A draft has each that there is
exactly once, with nothing of the model's in its sentence but a listed opener, and outside of them
only the acts of courtesy of the language's files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from belfry.kernel.fence.automaton import Automaton
from belfry.kernel.fence.surface import Reason, Verdict, check_surface, straighten

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.settings.stages import Stages
    from belfry.jobs.updates.kinds import News
    from belfry.jobs.updates.language import Language

WHOLE = ("news", "when", "look")
SLOTS = (*WHOLE, "name", "shop")
_MOST_NAMED = 2
_SLOT = re.compile(r"\{([a-z_]+)\}")
_RUN_ON = re.compile(
    r"(\{(?:news|when|look)\})(?:[.!](?!\s|$)|(?![.!\s]|$)|[.!]?\s+(?=[^\W\d_])(?=([^\W\d_]+)))"
)
_STEM = re.compile(r"(?<=\w{3})(?:ings?|ed|es|s|e)$")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a draft is for; `has_when` and `has_look` say which slots there are."""

    news: News
    stage: str
    channel: str
    has_when: bool
    has_look: bool
    may_reply: bool


def judge_draft(draft: str, shop: Shop, setting: Setting) -> Verdict:
    """Whether a draft with slots may be filled and sent."""
    text = straighten(draft)
    language = shop.language
    reasons = list(check_surface(text, slots=SLOTS, letters=language.letters))
    reasons += _check_slots(text, setting)
    if not reasons:
        machine = _get_machine(language, list_conditions(shop.stages, setting))
        tokens = machine.split(text)
        reasons += _check_stage_words(tokens, shop.stage_words)
        reasons += machine.check(tokens, rule="courtesy")
    return Verdict(tuple(dict.fromkeys(reasons)))


def list_stage_words(stages: Stages, language: Language) -> frozenset[str]:
    """The content words of the shop's stages, by their stems."""
    names = (name for stage in stages for name in (stage.name, *stage.also))
    words = (word for name in names for word in re.findall(r"[^\W\d_]+", name.casefold()))
    return frozenset(_stem(word) for word in words if word not in language.acts.function)


def find_stage_word(tokens: Iterable[str], stage_words: Collection[str]) -> str | None:
    """The first word that is one of the stages' own."""
    return next((token for token in tokens if _stem(token) in stage_words), None)


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    return _STEM.sub("", word)


def _check_slots(text: str, setting: Setting) -> Iterator[Reason]:
    slots = _SLOT.findall(text)
    given: Mapping[str, bool] = {
        "news": True,
        "when": setting.has_when,
        "look": setting.has_look,
    }
    for slot, is_given in given.items():
        count, wanted = slots.count(slot), int(is_given)
        if count != wanted:
            expected = "must stand exactly once" if wanted else "has no value here"
            yield Reason("slots", f"{{{slot}}}", f"{{{slot}}} {expected}; it stands {count} times.")
    for slot in ("name", "shop"):
        if slots.count(slot) > _MOST_NAMED:
            yield Reason("slots", f"{{{slot}}}", f"{{{slot}}} stands more than twice.")
    for found in _RUN_ON.finditer(text):
        if found[2] is None or found[2][0].islower():
            words = text[found.start() : found.end() + 12].partition("\n")[0]
            says = f'"{words}": {found[1]} is a whole sentence, and nothing may run on from it.'
            yield Reason("slots", words, says)


def _check_stage_words(tokens: list[str], stage_words: Collection[str]) -> Iterator[Reason]:
    if word := find_stage_word(tokens, stage_words):
        says = f'"{word}" is a word of this shop\'s stages: only {{news}} speaks of them.'
        yield Reason("stage", word, says)


def list_conditions(stages: Stages, setting: Setting) -> frozenset[str]:
    """What holds for the phrases that are bound to a condition."""
    stage = stages.find(setting.stage)
    is_main = stage is not None and not stage.is_side
    is_done = stage in (stages.ready, stages.last)
    return _list_conditions(setting.news, is_main, is_done, setting.may_reply)


@lru_cache
def _list_conditions(news: News, is_main: bool, is_done: bool, may_reply: bool) -> frozenset[str]:
    conditions = {
        news: True,
        "reply": may_reply,
        "moves": news in ("moved", "back") and is_main,
        "waits": news in ("holding", "back"),
        "ready": news != "holding" and is_done,
    }
    return frozenset(condition for condition, holds in conditions.items() if holds)


@lru_cache(maxsize=64)
def _get_machine(language: Language, here: frozenset[str]) -> Automaton:
    return Automaton(language.acts, here=here, slots=WHOLE)
