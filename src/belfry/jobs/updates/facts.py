"""What a message about a job may say: these facts and no others.

They are gathered when the message is made to go out, so that a closing time is that of the day.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from belfry.kernel.texts import make_harmless

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.updates.language import Language
    from belfry.kernel.hours.calendar import Calendar


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


_LONGEST_ID = 40


@dataclass(frozen=True, kw_only=True)
class Facts:
    """`eta` is a friendly point in time and `eta_stage` the stage it is for: both or neither.

    `closing` is when the shop closes on the day of sending, known in the ready stage only.
    `previous` is the stage before; for a correction, the one that was told by mistake.
    `is_return` says that it was in this stage before it had to wait in a side stage.
    `photo` is where a picture of the thing can be seen, `link` where its tracking page is.
    """

    name: str = ""
    item: str = ""
    job_id: str = ""
    stage: str
    previous: str | None = None
    is_return: bool = False
    eta: str | None = None
    eta_stage: str | None = None
    closing: str | None = None
    shop: str = ""
    sign_off: str = ""
    photo: str | None = None
    link: str | None = None


def gather_facts(
    *,
    shop: Shop,
    name: str,
    item: str,
    job_id: str,
    stage: str,
    previous: str | None = None,
    is_return: bool = False,
    eta: str | None = None,
    eta_stage: str | None = None,
    closing: str | None = None,
    photo: str | None = None,
    link: str | None = None,
) -> Facts:
    """The facts of one message, with what the board says made harmless.

    An ETA counts only with the stage it is for, a closing time only in the ready stage.
    """
    is_ready = shop.stages.find(stage) == shop.stages.ready
    has_eta = bool(eta and eta_stage) and not is_ready
    return Facts(
        name=make_harmless(name, most=LONGEST_NAME),
        item=make_harmless(item, most=LONGEST_ITEM),
        job_id=make_harmless(job_id, most=_LONGEST_ID),
        stage=stage,
        previous=previous or None,
        is_return=is_return,
        eta=eta if has_eta else None,
        eta_stage=eta_stage if has_eta else None,
        closing=closing if is_ready else None,
        shop=shop.name,
        sign_off=shop.sign_off,
        photo=photo or None,
        link=link or None,
    )


def find_closing(calendar: Calendar, sent_at: datetime, language: Language) -> str | None:
    """When the shop closes on the day of sending, such as 6pm; None once it is closed."""
    closes_at = calendar.find_closing(calendar.find_day_of(sent_at))
    if closes_at is None or closes_at <= sent_at:
        return None
    return language.say_clock(closes_at.astimezone(calendar.zone))
