"""Whether words about time are left over that the reader does not understand."""

from __future__ import annotations

import re

from belfry.rota.notes.calendar_words import MONTHS
from belfry.rota.notes.readings import Kind, Unread

_NAMES = "|".join(
    sorted(set(MONTHS) - {"may", "march", "mar", "jan", "sep"}, key=len, reverse=True)
)
_PAST = re.compile(r"\byesterday\b|\bago\b|\blast (?:week|wk|month|year)\b")
_TIME = re.compile(
    rf"\d|\b(?:{_NAMES})\b|\b(?:in|of|for|during|all|this|next|over) (?:may|march)\b"
    r"|\b(?:weekends?|wkends?|months?|years?|fortnights|sometime|onwards?|soon|indefinitely)\b"
    r"|\brest of\b|\b(?:end|start|beginning|middle|half) of\b|\bfurther notice\b"
    r"|\bfollowing (?:#|week|day|month)|# (?:before|after)\b"
    r"|\bthis (?:week|wk)\b|\bthe after\b|\b(?:next|coming) #"
    r"|\b(?:easter|thanksgiving) (?:eve|day|week\w*)\b|\bin #|\bwithin\b|\b(?:over|around) @"
)

_BIRTHDAY = re.compile(
    r"\b(?:(?:my|his|her|our|their) \d+(?:st|nd|rd|th)"
    r"|\d+(?:st|nd|rd|th) (?:birthday|bday|b'day|anniversary|wedding))\b"
)


def find_leftover(text: str) -> Unread | None:
    text = _BIRTHDAY.sub(" ", text)
    if _PAST.search(text):
        return Unread("it is about days that have passed", Kind.PAST)
    if found := _TIME.search(text):
        return Unread(f"it is not clear what {found[0]!r} means in it", Kind.UNCLEAR)
    return None
