"""Which words a message is made of, with short forms taken apart and things put together."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from belfry.jobs.fence import everyday_words
from belfry.jobs.fence.manners import ADJECTIVES
from belfry.jobs.fence.masking import THING
from belfry.jobs.fence.nouns import PLACES, TOOLS
from belfry.jobs.fence.things import THINGS, WORK, YOURS, may_name_thing

_TOKEN = re.compile(
    r"[\ue000-\ue007]|(?<=[\ue000-\ue004])'(?:s|re|ve|d|ll)\b|\d+(?:[.:,/]\d+)*[A-Za-z]*|[A-Za-z]+\d[A-Za-z\d]*|"
    r"[A-Za-z]+(?:'[A-Za-z]+)?|\.{2,}|\n+|[^\sA-Za-z\d]"
)
# A dash between blanks parts two clauses; one inside a word does not.
_DASH = re.compile(r"(?:(?<=\s)|^)-+(?=\s|$)")
_MODAL = re.compile(r"\bM(?:ay|AY)(?=\s+(?:we|I|you|they|it|your|all|be|not|BE|NOT)\b)")
_JOINS = re.compile(r"\b(e|hi|wi|t|x|u|co|re|pre|non|ex|anti|multi|semi)[-'](?=[a-z])", re.I)
# "your three-piece suit", "your 21-speed bike": what kind of thing it is.
_NUMBERS = r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|left|right)"
_KINDS = """
piece speed string gear door seater slice cup inch ply tone way tier burner drawer litre liter watt
volt button wheel wheeler person berth channel cylinder stroke handed hand foot drive owner note
octave place light arm arrow branch bar bottle panel leg legged key wheeled headed sided stringed
metre meter man pack band bowl fold
"""
_THEN_THING = r"(?=\s+(?!(?:repair|service|job|work|order|alteration|in)\b)[a-z])"
_COUNTED = re.compile(
    rf"\b(your|the|this) {_NUMBERS}-(?:{'|'.join(_KINDS.split())}){_THEN_THING}", re.I
)
_SIZED = re.compile(rf"\b(your|the) (?:size|no\.|number|model) \d{{1,3}}{_THEN_THING}", re.I)
_ABBREVIATED = re.compile(
    r"\b(est|approx|mr|mrs|ms|dr|prof|ref|st|no(?=\.\s*\d))\.(?=\s*[\w\ue000-\ue007])", re.I
)
_HALF_DAY = re.compile(r"\b([ap])\.\s?m\b(?:\.(?!\s+[A-Z]|\s*$))?", re.I)
_COMMON = (PLACES | ADJECTIVES | everyday_words.WORDS) - {"data", "files", "documents"}
_SHORT = {
    **{word.replace("'", ""): word for word in (
        "don't", "isn't", "aren't", "doesn't", "didn't", "hasn't", "haven't", "hadn't", "couldn't",
        "wouldn't", "shouldn't", "wasn't", "weren't", "won't", "can't", "ain't", "needn't",
    )},
}  # fmt: skip
_JOINED = {
    "youll": ("you", "'ll"), "weve": ("we", "'ve"), "youre": ("you", "'re"),
    "theyre": ("they", "'re"), "thats": ("that", "'s"), "ive": ("i", "'ve"),
    "itll": ("it", "'ll"), "theyll": ("they", "'ll"), "heres": ("here", "'s"),
    "gonna": ("going", "to"), "cannot": ("can't",), "anytime": ("any", "time"),
    "let's": ("let", "us"), "thankyou": ("thank", "you"), "y'all": ("you", "all"), "ye": ("you",),
}  # fmt: skip
_COUNTS = frozenset({"two", "three", "four", "five", "six", "other"})
_SKIES = frozenset({"sun", "moon", "day", "night", "star"})
# "your weekend bag", "your Sunday shoes": when a thing is used is no time of ours.
_WORN_ON = frozenset(
    {"weekend", "weekday", "holiday", "sunday", "saturday", "friday", "monday", "school", "winter"}
)
_STOPS = frozenset({".", ",", ":", ";", "!", "and", "\n"})
_SET = frozenset({"out", "up", "on"})
_MOST_WORDS_OF_A_THING = 6


def split_words(text: str) -> list[str]:
    """The words in small letters; May keeps its capital, as the month and the verb differ by it."""
    words: list[str] = []
    text = _SIZED.sub(r"\1", _COUNTED.sub(r"\1", text))
    text = _HALF_DAY.sub(r"\1m", _ABBREVIATED.sub(r"\1", text))
    plain = _JOINS.sub(r"\1", _DASH.sub(" ; ", text)).replace("-", " ")
    for token in _TOKEN.findall(_MODAL.sub("may", plain)):
        words.extend(_take_apart(token))
    return words


@lru_cache(maxsize=4096)
def _take_apart(token: str) -> tuple[str, ...]:
    if token in {"May", "MAY"}:
        return ("May",)
    word = token.lower()
    if word in _JOINED:
        return _JOINED[word]
    if word in _SHORT:
        return (_SHORT[word],)
    if token.startswith("\n"):
        return ("\n",)
    if word.startswith(".."):
        return (".",)
    base, apostrophe, rest = word.partition("'")
    if not apostrophe or rest == "t" or word == "o'clock" or not base:
        return (word,)
    return (base, f"'{rest}")


def join_things(
    words: list[str], known: frozenset[str], own: frozenset[str], kept: frozenset[str]
) -> list[str]:
    """The words with one mark for each thing.

    `own` are the words of the item in the facts, `kept` those that name a stage of the shop.
    """
    if owned := _list_owned(words, known):
        own |= owned
    lone = _list_lone(own, kept)
    joined: list[str] = []
    place = 0
    while place < len(words):
        word = words[place]
        is_yours = bool(joined) and joined[-1] == "your"
        is_owned = (word in YOURS or word in lone) and joined[-2:] == [THING, "'s"]
        if word in TOOLS and word not in own and _is_opener(words, place):
            joined.append(word)
            place += 1
            continue
        end = _find_end(words, place, known, own) if is_yours else place
        if not is_yours and word in WORK and joined and joined[-1] in {"the", "this"}:
            end = place + 1
        if _is_headline(words, place, known):
            end = place + 2
        if is_owned:
            joined[-2:] = []
            end = place + 1
        if end == place and word in lone:
            end = place + 1
            while end < len(words) and words[end] in lone:
                end += 1
        if end > place:
            joined.append(THING)
            place = end
        else:
            joined.append(word)
            place += 1
    return _merge(joined)


def _is_headline(words: list[str], at: int, known: frozenset[str]) -> bool:
    """ "Sax repair started": a thing nobody knows, by the work on it."""
    if at + 1 >= len(words) or words[at + 1] not in {"repair", "service"}:
        return False
    is_opened = at == 0 or words[at - 1] in _STOPS
    return is_opened and words[at] not in known and may_name_thing(words[at])


def _is_opener(words: list[str], at: int) -> bool:
    """ "Tools out, the kettle's on": the shop's own, between two stops."""
    start = at - 1 if at and words[at - 1] in {"the", "our"} else at
    end = at + 2 if words[at + 1 : at + 2] in (["'s"], ["is"], ["are"]) else at + 1
    is_opened = start == 0 or words[start - 1] in _STOPS
    is_said = words[end : end + 1] and words[end] in _SET
    return bool(is_opened and is_said and (words[end + 1 : end + 2] or ["."])[0] in _STOPS)


def _list_owned(words: list[str], known: frozenset[str]) -> frozenset[str]:
    """ "your harp … the harp": what was called theirs once is theirs again."""
    return frozenset(
        word
        for before, word in pairwise(words)
        if before == "your" and word not in known and word not in THINGS and may_name_thing(word)
    )


@lru_cache(maxsize=256)
def _list_lone(own: frozenset[str], kept: frozenset[str]) -> frozenset[str]:
    return (THINGS | own) - kept


def _find_end(words: list[str], start: int, known: frozenset[str], own: frozenset[str]) -> int:
    """Where the name of a thing ends that follows "your"; at once, if none follows."""
    end = start
    while end < len(words) and end - start < _MOST_WORDS_OF_A_THING:
        word = words[end]
        is_thing = word == THING or word in THINGS or word in own or word in YOURS
        is_thing |= _is_several(word)
        is_verb = word.endswith("s") and not THINGS.isdisjoint(words[start:end])
        is_named = is_thing or not (word in known or is_verb or not may_name_thing(word))
        if not is_named and not _is_first_part(words, end, known):
            break
        end += 1
    return end


def _is_several(word: str) -> bool:
    return word.endswith("s") and word[:-1] in THINGS


def _is_first_part(words: list[str], at: int, known: frozenset[str]) -> bool:
    """ "your hearing aid", "your record player": a common word, then one that nobody knows."""
    following = words[at + 1] if at + 1 < len(words) else ""
    is_common = words[at].endswith("ing") or words[at] in _COMMON or words[at] in {"day", "night"}
    if words[at] in _COUNTS:
        return following in THINGS or _is_several(following)
    if words[at] in _WORN_ON:
        return following in THINGS and following not in WORK
    if words[at] in _SKIES and following in everyday_words.NAMES:
        return True
    is_name = following in THINGS or (following not in known and may_name_thing(following))
    return (is_common or words[at] in _SKIES) and is_name


def _merge(words: list[str]) -> list[str]:
    """A thing told in two ways in one breath is one thing, and "your" is part of it."""
    merged: list[str] = []
    for word in words:
        if word == THING and merged and merged[-1] == THING:
            continue
        if word == THING and merged and merged[-1] in {"your", "the"}:
            merged.pop()
        merged.append(word)
    return merged
