"""What a customer and their thing are called in a message.

The board is typed in a hurry: names come with titles, in capitals or not at all, and cells hold
line breaks and signs that no message should carry.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from belfry.kernel.texts import make_harmless

if TYPE_CHECKING:
    from belfry.jobs.updates.language import Language

LONGEST_NAME = 40
LONGEST_ITEM = 80
LONGEST_SMS_ITEM = 40
_LONGEST_FIRST_NAME = 20
_TITLES = {
    *("mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor", "sir", "dame", "lady", "lord"),
    *("rev", "herr", "frau", "mme", "m", "mlle", "sr", "sra", "srta"),
}
_FIRMS = {
    *("ltd", "limited", "llc", "llp", "inc", "corp", "co", "company", "plc", "gmbh", "ag", "kg"),
    *("sa", "bv", "pty", "group", "team", "shop", "store", "studio", "school", "club", "bikes"),
    *("services", "solutions", "hotel", "cafe", "bar", "the"),
}
_NOBODY = {
    *("unknown", "customer", "client", "none", "na", "test", "tbc", "tba", "walk-in", "walkin"),
    *("anonymous", "nobody", "guest", "name"),
}
_NAME = re.compile(r"[^\W\d_]+(?:['\u2019.\-][^\W\d_]+)*\.?")
_EDGES = " .,;:!?-\u2013\u2014\"'"
# A name that begins so is a surname, and nobody is greeted by half of it.
_PARTICLES = {
    *("van", "von", "vom", "zu", "zum", "zur", "de", "del", "della", "der", "den", "di", "dos"),
    *("des", "le", "la", "las", "los", "el", "bin", "ibn", "ter", "ten"),
}


def find_first_name(name: str) -> str | None:
    """How to greet somebody; None if the name does not look like a person's."""
    text = make_harmless(name, most=LONGEST_NAME)
    last, comma, first = text.partition(",")
    words = (f"{first} {last}" if comma and first.strip() else last).split()
    plain = [word.casefold().strip(".,()") for word in words]
    if not words or not all(_NAME.fullmatch(word) for word in words):
        return None
    if _FIRMS & set(plain) or plain[0] in _NOBODY or plain[0] in _PARTICLES:
        return None
    if plain[0] in _TITLES:
        return " ".join([words[0], words[-1]]) if len(words) > 1 else None
    if len(plain[0]) == 1 or not any(letter != letter.swapcase() for letter in text):
        return " ".join(words) if len(words) > 1 or len(words[0]) > 1 else None
    return _capitalise(words[0]) if len(words[0]) <= _LONGEST_FIRST_NAME else None


def _capitalise(word: str) -> str:
    is_plain = word.isupper() or word.islower()
    return re.sub(r"[^\W\d_]+", lambda part: part[0].capitalize(), word) if is_plain else word


def shorten_item(item: str, language: Language, *, is_short: bool = False) -> str:
    """The customer's thing as one says it: "iPhone 13, cracked screen" in one breath.

    An item that the board leaves empty is a job; `is_short` is for texts, where letters count.
    """
    text = make_harmless(item, most=LONGEST_SMS_ITEM if is_short else LONGEST_ITEM).lstrip(_EDGES)
    text = text if text.endswith("...") else text.rstrip(_EDGES)
    text = _find_article(language).sub("", text, count=1)
    thing, comma, rest = text.partition(",")
    if comma and thing.strip() and rest.strip() and "(" not in text:
        text = f"{thing.strip()} ({rest.strip()})"
    return text if any(letter.isalnum() for letter in text) else language.get("thing", "none")


def name_item(item: str, language: Language) -> str:
    """The thing with the possessive of the language before it: your bike."""
    is_none = item == language.get("thing", "none") and "your none" in language.words["thing"]
    return language.get("thing", "your none" if is_none else "your").replace("{item}", item)


@lru_cache
def _find_article(language: Language) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in language.split("thing", "articles"))
    joins = "|".join(re.escape(word) for word in language.split("several", "joins"))
    unless = rf"(?!(?:{joins})\s)" if joins else ""
    return re.compile(rf"^(?:{words})\s+{unless}(?=\S)", re.IGNORECASE)
