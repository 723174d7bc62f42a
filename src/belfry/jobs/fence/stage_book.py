"""How a shop's own stages are said, and which of the usual stages each of them is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from belfry.jobs.fence import (
    advice_sayings,
    asides,
    cause_sayings,
    courtesies,
    everyday_phrases,
    everyday_words,
    finding_sayings,
    house_phrases,
    idioms,
    manners,
    marks,
    more_stage_phrases,
    named_stages,
    nouns,
    offer_sayings,
    parts_phrases,
    plain_phrases,
    plain_words,
    ready_phrases,
    refused_words,
    sayings,
    shop_sayings,
    stage_phrases,
    time_turns,
    trouble_sayings,
    verbs,
    well_worn,
    work_words,
)
from belfry.jobs.fence.phrasebook import (
    Book,
    Entry,
    Place,
    find_words,
    list_lines,
    make_book,
    read_line,
)
from belfry.jobs.fence.stage_phrases import (
    AWAITING,
    COLLECTED,
    DIAGNOSING,
    KINDS,
    PROGRESS,
    READY,
    RECEIVED,
)
from belfry.jobs.fence.things import THINGS
from belfry.jobs.stages import Stage, Stages

_USUAL = {
    RECEIVED: "received/booked in/taken in/arrived/checked in/new/in/logged/dropped off",
    DIAGNOSING: "diagnosing/diagnosis/inspecting/assessing/inspection/assessment/looking at it",
    PROGRESS: "in progress/started/working on it/on the bench/being repaired/repairing/in work",
    AWAITING: "awaiting parts/waiting for parts/waiting on parts/parts on order/on order",
}
_MODULES = (
    marks,
    stage_phrases,
    more_stage_phrases,
    named_stages,
    parts_phrases,
    ready_phrases,
    everyday_phrases,
    house_phrases,
    idioms,
    plain_phrases,
    courtesies,
    time_turns,
    asides,
    well_worn,
    plain_words,
)
_STAGED = (stage_phrases, more_stage_phrases, named_stages, parts_phrases, ready_phrases)
_FORMS = {RECEIVED: "event", COLLECTED: "event"}


_SAYINGS = (
    sayings,
    trouble_sayings,
    cause_sayings,
    offer_sayings,
    finding_sayings,
    shop_sayings,
    advice_sayings,
)


@dataclass(frozen=True)
class Common:
    """What every shop's book has: where its lines begin, their words, and the sayings."""

    begin: Place
    words: frozenset[str]
    sayings: Book


@dataclass(frozen=True)
class StageBook:
    """`book` knows every phrase; `ranks` says how far along each kind of stage is."""

    book: Book
    known: frozenset[str]
    names: frozenset[str]
    kinds: dict[str, str]
    ranks: dict[str, float]
    sayings: Book


@lru_cache(maxsize=32)
def open_book(stages: Stages) -> StageBook:
    common = _read_common()
    kinds = {stage.name: _find_kind(stage, stages) for stage in stages}
    named = [
        (_spell(name), kinds[stage.name]) for stage in stages for name in (stage.name, *stage.also)
    ]
    own = [read_line(name, Entry("stage", kind, _find_form(name, kind))) for name, kind in named]
    return StageBook(
        book=make_book([*own, common.begin]),
        known=common.words | find_words(own),
        names=frozenset(word for name, _ in named for word in name.split()),
        kinds=kinds,
        ranks=_rank(stages, kinds),
        sayings=common.sayings,
    )


@cache
def _read_common() -> Common:
    words = {Entry("safe"): "\n".join(plain_words.WORDS.split())}
    others = {Entry("safe"): "\n".join(_list_plain())}
    staged = [module.PHRASES for module in _STAGED]
    # The first to name a phrase decides what it is.
    parts = (
        *(module.PHRASES for module in _MODULES),
        words,
        refused_words.PHRASES,
        work_words.PHRASES,
        others,
    )
    lines = [
        begun
        for part in parts
        for begun in list_lines(part, THINGS if part in staged else frozenset())
    ]
    told = [begun for module in _SAYINGS for begun in list_lines(module.PHRASES)]
    return Common(make_book(lines), find_words(lines), make_book(told))


def _list_plain() -> list[str]:
    """Every word that may stand in any message, in an order that never varies."""
    return sorted(
        {*nouns.NOUNS, *manners.ADJECTIVES, *manners.ADVERBS, *everyday_words.WORDS, *verbs.VERBS}
    )


def _find_form(name: str, kind: str) -> str:
    """The form of a usual phrase for that stage, else a state: "started" tells what happened."""
    for entry, text in (*stage_phrases.PHRASES.items(), *ready_phrases.PHRASES.items()):
        if entry.kind == kind and name in text.splitlines():
            return entry.form
    return _FORMS.get(kind, "state")


def _find_kind(stage: Stage, stages: Stages) -> str:
    if stage == stages.ready:
        return READY
    if stage == stages.last:
        return COLLECTED
    names = {name.casefold() for name in (stage.name, *stage.also)}
    for kind, usual in _USUAL.items():
        if names & set(usual.split("/")):
            return kind
    return stage.name


def _spell(name: str) -> str:
    plain = name.lower().replace("-", " ").replace("/", " ").replace("?", "").replace("_", " ")
    return " ".join(plain.split())


def _rank(stages: Stages, kinds: dict[str, str]) -> dict[str, float]:
    """Where each kind stands on the main line; a usual one that is missing has its usual place."""
    ranks = {kinds[stage.name]: float(place) for place, stage in enumerate(stages.main)}
    lowest = ranks.setdefault(RECEIVED, -0.5)
    ranks.setdefault(DIAGNOSING, lowest + 0.25)
    ranks.setdefault(PROGRESS, ranks[DIAGNOSING] + 0.25)
    for stage in stages:
        if stage.is_side:
            ranks[kinds[stage.name]] = ranks[PROGRESS] - 0.1
    ranks.setdefault(AWAITING, ranks[PROGRESS] - 0.1)
    return {**dict.fromkeys(KINDS, 0.0), **ranks}
