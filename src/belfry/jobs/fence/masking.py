"""Where a message only repeats what the facts call the customer, the thing, the shop and the job.

A name like May or an item like Ready Brek clock says nothing about months or stages, so these are
set aside before anything is read. A name that is also another word counts only where somebody is
spoken to: "Hi May," is a name, "in May" is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from belfry.jobs.facts import Facts
from belfry.jobs.fence.disguises import undo_disguises

NAME, THING, SHOP, LINK, JOB = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"


def mask_facts(text: str, facts: Facts, known: frozenset[str]) -> str:
    """The text with a mark in place of each fact that it repeats."""
    if facts.photo:
        text = text.replace(undo_disguises(facts.photo), f" {LINK} ")
    for pattern, mark in _list_patterns(facts, known):
        text = pattern.sub(mark, text)
    return text


@lru_cache(maxsize=256)
def _list_patterns(facts: Facts, known: frozenset[str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(_make_patterns(facts, known))


def _make_patterns(facts: Facts, known: frozenset[str]) -> Iterator[tuple[re.Pattern[str], str]]:
    for shop in (facts.sign_off, facts.shop):
        plain = undo_disguises(shop).strip(" -.,!")
        if plain:
            yield _whole(plain), SHOP
            bare = re.sub(r"^the\s+", "", plain, flags=re.I)
            if " " in bare:
                yield _whole(bare), SHOP
    if facts.job_id:
        yield _whole(undo_disguises(facts.job_id)), JOB
    if item := undo_disguises(facts.item).strip(" .,!"):
        bare = re.sub(r"^(?:my|your|the|an?)\s+", "", item, flags=re.I)
        yield _whole(bare), THING
    for word in undo_disguises(facts.name).replace(",", " ").split():
        yield from _list_name(word.strip(".()"), known)


def _list_name(word: str, known: frozenset[str]) -> Iterator[tuple[re.Pattern[str], str]]:
    if len(word) < 2:
        return
    name = re.escape(word)
    if word.lower() not in known:
        yield re.compile(rf"(?<![\w]){name}(?![\w])", re.I), NAME
        return
    capital = re.escape(word[:1].upper() + word[1:])
    yield (
        re.compile(rf"(?<=[Hh]i ){capital}\b|(?<=[Hh]ello ){capital}\b|(?<=[Hh]ey ){capital}\b"),
        NAME,
    )
    yield re.compile(rf"(?<=[Dd]ear ){capital}\b|(?<=[Tt]hanks ){capital}\b"), NAME
    yield (
        re.compile(rf"(?:(?<=^)|(?<=[,-] )|(?<=[.!?] )){capital}(?=\s*[,!]|\s+-\s|\s*[.?]\s*$)"),
        NAME,
    )


def _whole(text: str) -> re.Pattern[str]:
    spaced = r"\s+".join(re.escape(word) for word in text.split())
    return re.compile(rf"(?<!\w){spaced}(?!\w)", re.I)
