"""What a model's wording may not hold outside its slots: times, links, marks, second messages.

A first, coarse look at the words as they came. Whether they are true is judged by the fence, once
the slots are filled.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES
from belfry.kernel.stray_marks import list_links, list_marks

_QUOTED = 40
_SLOT = re.compile(r"\{\w+\}")
_MONTHS = tuple(name for name in MONTH_NAMES if name != "May")
_SHORT = "mon|tues?|weds|thu|thurs?|fri|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec"
_NAMED = re.compile(rf"\b(?:{'|'.join((*DAY_NAMES, *_MONTHS))}|{_SHORT})(?:'?s)?\b", re.I)
# These are words of their own as well: sat, sun, wed, mar, may.
_CAPITAL = re.compile(r"\b(?:Sat|SAT|Sun|SUN|Wed|WED|Mar|MAR|MAY)\b")
_MONTH_OF_MAY = re.compile(r"(?<!^)(?<![.!?\n] )(?<!\n)\bMay\b")
_DATE_IN_MAY = re.compile(r"\bMay\s(?:the\s\w+|first|second|third|\w+(?:nth|eth)|fourth|fifth)\b")
_AFTER = r"(?:by|until|till|til|from|since|before|after|next|last|early|late|mid)[\s-]+"
_AFTER_TIME = re.compile(
    rf"\b(?:(?:on\s+|this\s+|every\s+|coming\s+|{_AFTER})(?:sat|sun|wed)"
    rf"|(?:in\s+|of\s+|during\s+|{_AFTER})(?:may|mar))\b",
    re.I,
)
_LABEL = re.compile(
    r"^\W*(?:option|version|alternative|variant|message|draft|reply|text|sms|e-?mail|subject)\b"
    r"[^\n.!?]{0,20}:|\bhere(?:'s| is| are) (?:\w+ ){0,4}?"
    r"(?:message|draft|text|sms|reply|version|wording|option)s?\b|^\W*(?:or|alternatively)\W*$",
    re.I | re.M,
)
_OPENING = re.compile(r"(?:^|[.!?]\s+)\s*(?:(?:hi|hiya|hello|hey|dear)\b|\{name\})", re.I | re.M)
_QUOTED_LINE = re.compile(r"^\s*[\"\u201c\u00ab]", re.M)


def find_strays(text: str, *, names: Iterable[str]) -> list[str]:
    """What is wrong with a wording, each in a few words; `names` are the shop's own words."""
    own = sorted(filter(str.strip, names), key=len, reverse=True)
    plain = _normalise(text)
    bare = _hide(plain, map(_normalise, own))
    return [
        # Of the text as it came: a Roman numeral is nothing but letters once it is normalised.
        *_find_numbers(_hide(text, own)),
        *_list("names a day or a month outside the slots", _list_time_words(bare)),
        *_list("gives a link or an address outside the slots", list_links(bare)),
        *_list("has marks that belong to no message", list_marks(bare)),
        *_find_second_message(plain),
    ]


def _normalise(text: str) -> str:
    straight = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
    return re.sub(r"[^\S\n]+", " ", straight)


def _hide(text: str, names: Iterable[str]) -> str:
    """The text with a word in place of each slot and of each name."""
    bare = _SLOT.sub("Slot", text)
    for name in names:
        spaced = r"\s+".join(map(re.escape, name.split()))
        bare = re.sub(rf"(?<!\w){spaced}(?!\w)", "Name", bare, flags=re.I)
    return bare


def _find_numbers(text: str) -> list[str]:
    if any(unicodedata.numeric(letter, None) is not None for letter in text):
        return ["has a number outside the slots"]
    return []


def _list_time_words(text: str) -> Iterator[re.Match[str]]:
    for pattern in (_NAMED, _CAPITAL, _MONTH_OF_MAY, _DATE_IN_MAY, _AFTER_TIME):
        yield from pattern.finditer(text)


def _list(says: str, found: Iterable[re.Match[str]]) -> list[str]:
    words = [match[0].strip()[:_QUOTED] for match in found]
    return [f'{says}: "{words[0]}"'] if words else []


def _find_second_message(text: str) -> list[str]:
    if label := _LABEL.search(text):
        return [f'talks about the message: "{label[0].strip()[:_QUOTED]}"']
    if len(_OPENING.findall(text)) > 1 or len(_QUOTED_LINE.findall(text)) > 1:
        return ["is more than one message"]
    return []
