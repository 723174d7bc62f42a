"""The fence: in a fresh draft, every sentence that is not a slot is listed courtesy."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from belfry.jobs.updates.language import WHOLE, load_matcher
from belfry.kernel.fence.surface import Reason, Verdict, check_surface, straighten

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.settings.stages import Stages
    from belfry.jobs.updates.language import Language
    from belfry.jobs.updates.wordings import News

SLOTS = (*WHOLE, "name", "shop")
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
        matcher, here = load_matcher(language.code), list_conditions(shop.stages, setting)
        tokens = matcher.split(text)
        if word := find_stage_word(tokens, shop.stage_words):
            says = f'"{word}" is a word of this shop\'s stages: only {{news}} speaks of them.'
            reasons.append(Reason("stage", word, says))
        reasons += matcher.check(tokens, here, rule="courtesy")
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
    when, look = int(setting.has_when), int(setting.has_look)
    limits = {"news": (1, 1), "when": (when, when), "look": (look, look)}
    for slot in SLOTS:
        least, most = limits.get(slot, (0, 2))
        if not least <= (count := slots.count(slot)) <= most:
            allowed = "may stand twice" if most > least else "has no value here"
            expected = "must stand exactly once" if least else allowed
            says = f"{{{slot}}} {expected}; it stands {count} times."
            yield Reason("slots", f"{{{slot}}}", says)
    for run_on in _RUN_ON.finditer(text):
        if run_on[2] is None or run_on[2][0].islower():
            words = text[run_on.start() : run_on.end() + 12].partition("\n")[0]
            says = f'"{words}": {run_on[1]} is a whole sentence, and nothing may run on from it.'
            yield Reason("slots", words, says)


def list_conditions(stages: Stages, setting: Setting) -> frozenset[str]:
    """What holds for the phrases that are bound to a condition."""
    stage, news = stages.find(setting.stage), setting.news
    is_main = stage is not None and not stage.is_side
    conditions = {
        news: True,
        "reply": setting.may_reply,
        "moves": news in ("moved", "back") and is_main,
        "waits": news in ("holding", "back"),
        "side": news == "moved" and not is_main,
        "ready": news != "holding" and stage in (stages.ready, stages.last),
    }
    return frozenset(condition for condition, holds in conditions.items() if holds)
