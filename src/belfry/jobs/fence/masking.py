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
from belfry.jobs.fence.everyday_words import NAMES
from belfry.jobs.fence.phrasebook import list_words
from belfry.jobs.fence.things import THINGS, may_name_thing

_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|will|it|we|you|they|i|say|says|ignore)\b|'s\s+\w+ed\b",
    re.I,
)
_STAGED = re.compile(
    r"\b(?:ready|done|finished|complete\w*|collect\w*|now|today|soon|tomorrow|almost|nearly)\b",
    re.I,
)
_ARTICLE = re.compile(r"^(?:my|your|the|an?)\s+", re.I)
# Where somebody is spoken to: after a greeting, or between commas and ends of sentences.
_TITLED = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof)\.? ([A-Z][a-z]+)\b")
_GREETED = re.compile(
    r"(?:(?<=[Hh]i )|(?<=[Hh]ello )|(?<=[Hh]ey )|(?<=[Dd]ear )|(?<=[Tt]hanks ))[A-Z]\w*"
)
_SPOKEN = re.compile(r"(?:^|(?<=[,-] )|(?<=[.!?] )|(?<=\n))[A-Z]\w*(?=\s*[,!:]|\s+-\s|\s*[.?]\s*$)")
_SPOKEN_LAST = re.compile(r"(?<=[a-z], )[A-Z]\w*(?=[.?]\s)")
_BLANKS = re.compile(r"[ \t\xa0]{2,}|[\t\xa0]")
# "your Sat Nav", "your Tuesday Club banner": a name in capitals that only looks like a time.
_NAMED = re.compile(
    r"\b([Yy]our) (?:[A-Z][a-z]+(?:-[A-Z]?[a-z]+)*[ -]){0,2}"
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Sat|Sun|Fri|Mon|March|April|May|June|July|"
    r"August|September|October|November|December|January|February|Spring|Summer|Autumn|Winter|Morning|"
    r"Evening|Night|Midnight|Day|Season|Noon|Dawn)(?:-[A-Z]?[a-z]+)?"
    r"(?: [A-Z][a-z]+)? (?=([A-Za-z]+)\b)"
)
_NAMED_SHORT = re.compile(_NAMED.pattern.replace("(?: [A-Z][a-z]+)? ", " "))
_APPOINTED = list_words("""
slot appointment delivery pickup visit session deadline booking date handover finish return repair
repairs service job work order alteration collection fitting update estimate is are has was will
should
""")
# "Item: iPhone screen repair.": a heading that only repeats what the thing is called.
_LABELLED = re.compile(
    r"(?:^|(?<=[.!] )|(?<=\n))(?:your )?(?:item|job|order) ?: ?\ue001 ?(?:\.|\n|$)", re.I
)
# The same facts come with many drafts.
_undo = lru_cache(maxsize=1024)(undo_disguises)
NAME, THING, SHOP, LINK, JOB = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"


def mask_facts(text: str, facts: Facts, known: frozenset[str]) -> str:
    """The text with a mark in place of each fact that it repeats."""
    # The photo first: its address may begin with that of the page it stands on.
    for link in filter(None, (facts.photo, facts.link)):
        text = text.replace(_undo(link), f" {LINK} ")
    text = _BLANKS.sub(" ", text)
    for said, mark in _list_said(facts, known):
        text = _replace(text, said, mark)
    if _TITLED.fullmatch(full := _undo(facts.name).strip()):
        text = _replace(text, full, NAME)
    for pattern in (_NAMED, _NAMED_SHORT):
        text = pattern.sub(lambda found: _drop_name(found, known), text)
    for word in _undo(facts.name).replace(",", " ").split():
        text = _mask_name(text, word.strip(".()"), known)
    return _LABELLED.sub("", text) if ":" in text else text


def _drop_name(found: re.Match[str], known: frozenset[str]) -> str:
    noun = found[2].lower()
    is_thing = noun in THINGS or noun in NAMES or (noun not in known and may_name_thing(noun))
    return f"{found[1]} " if is_thing and noun not in _APPOINTED else found[0]


def _list_said(facts: Facts, known: frozenset[str]) -> Iterator[tuple[str, str]]:
    """What the facts call the shop, the job and the thing, the longest first."""
    for shop in (facts.sign_off, facts.shop):
        if plain := _undo(shop).strip(" -.,!"):
            yield plain, SHOP
            bare = _ARTICLE.sub("", plain)
            if " " in bare:
                yield bare, SHOP
    if facts.job_id and " " not in facts.job_id.strip():
        yield _undo(facts.job_id), JOB
    item = _ARTICLE.sub("", _undo(facts.item).strip(" .,!"))
    if item and _is_name(item, known):
        yield item, THING
        yield from _list_runs(item.split())


def _is_name(item: str, known: frozenset[str]) -> bool:
    """Whether it names a thing; a board's cell may hold a sentence, or only the word ready."""
    if _CLAUSE.search(item):
        return False
    if not _STAGED.search(item):
        return True
    return any(word in THINGS or word not in known for word in item.lower().split())


def _list_runs(words: list[str]) -> Iterator[tuple[str, str]]:
    """Parts of a long name that a message may use alone: "Day-Date", "mantel clock"."""
    for size in range(len(words) - 1, 0, -1):
        for start in range(len(words) - size + 1):
            run = " ".join(words[start : start + size])
            if (size > 1 or "-" in run) and not _STAGED.search(run):
                yield run, THING


def _mask_name(text: str, word: str, known: frozenset[str]) -> str:
    if len(word) < 2:
        return text
    if word.lower() not in known:
        return _replace(text, word, NAME)
    capital = word[:1].upper() + word[1:]
    text = _TITLED.sub(lambda found: NAME if found[1] == capital else found[0], text)
    for pattern in (_GREETED, _SPOKEN, _SPOKEN_LAST):
        text = pattern.sub(lambda found: NAME if found[0] == capital else found[0], text)
    return text


def _replace(text: str, said: str, mark: str) -> str:
    """The text with the mark wherever the words stand as whole words, in any case."""
    lower, wanted = text.lower(), " ".join(said.lower().split())
    if len(lower) != len(text) or wanted not in lower:
        return text
    parts: list[str] = []
    kept = at = 0
    while (at := lower.find(wanted, at)) >= 0:
        end = at + len(wanted)
        is_whole = not _is_letter(lower[at - 1 : at]) and not _is_letter(lower[end : end + 1])
        if is_whole:
            parts += (text[kept:at], mark)
            kept = end
        at = end
    return "".join([*parts, text[kept:]])


def _is_letter(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
