"""What a customer and their thing are called in a message.

The board is typed in a hurry: names come with titles, in capitals or not at all, and cells hold
line breaks and signs that no message should carry.
"""

from __future__ import annotations

import re

from belfry.kernel.texts import make_harmless

LONGEST_NAME = 40
LONGEST_ITEM = 80
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
_ARTICLE = re.compile(r"(?:my|your|our|his|her|their|the|an?|one|1\s*x)\s+(?=\S)", re.IGNORECASE)


def find_first_name(name: str) -> str | None:
    """How to greet somebody; None if the name does not look like a person's."""
    text = make_harmless(name, most=LONGEST_NAME)
    last, comma, first = text.partition(",")
    words = (f"{first} {last}" if comma and first.strip() else last).split()
    plain = [word.casefold().strip(".,()") for word in words]
    if not words or not all(_NAME.fullmatch(word) for word in words):
        return None
    if _FIRMS & set(plain) or plain[0] in _NOBODY:
        return None
    if plain[0] in _TITLES:
        return " ".join([words[0], words[-1]]) if len(words) > 1 else None
    if len(plain[0]) == 1 or not any(letter != letter.swapcase() for letter in text):
        return " ".join(words) if len(words) > 1 or len(words[0]) > 1 else None
    return _capitalise(words[0]) if len(words[0]) <= _LONGEST_FIRST_NAME else None


def _capitalise(word: str) -> str:
    is_plain = word.isupper() or word.islower()
    return re.sub(r"[^\W\d_]+", lambda part: part[0].capitalize(), word) if is_plain else word


def name_item(item: str) -> str:
    """The customer's thing with "your" before it: "iPhone 13, cracked screen" in one breath."""
    text = make_harmless(item, most=LONGEST_ITEM).lstrip(_EDGES)
    text = text if text.endswith("...") else text.rstrip(_EDGES)
    text = _ARTICLE.sub("", text, count=1) if _ARTICLE.match(text) else text
    thing, comma, rest = text.partition(",")
    if comma and thing.strip() and rest.strip() and "(" not in text:
        text = f"{thing.strip()} ({rest.strip()})"
    return f"your {text}" if any(letter.isalnum() for letter in text) else "your job"
