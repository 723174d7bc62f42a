"""What code itself tells a customer: true by construction, in the shop's language.

Nothing is said that the facts do not hold: no time without an ETA, no ETA but for its own stage,
and a holding note never sounds as if something had moved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from belfry.jobs.jobs import CORRECTION
from belfry.kernel.channels import find_traits
from belfry.kernel.fence.surface import Reason
from belfry.kernel.sms import clean_sms, count_parts
from belfry.kernel.texts import fold_name, make_harmless

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.settings.stages import Stages
    from belfry.jobs.updates.language import Language, Template
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
# A name that begins so is a surname, which is no greeting on its own.
_PARTICLES = {
    *("van", "von", "vom", "zu", "zum", "zur", "de", "del", "della", "der", "den", "di", "dos"),
    *("des", "le", "la", "las", "los", "el", "bin", "ibn", "ter", "ten"),
}


def find_first_name(name: str) -> str | None:
    """How to greet a customer; None if the name does not look like a person's."""
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
    name, comma, rest = text.partition(",")
    if comma and name.strip() and rest.strip() and "(" not in text:
        text = f"{name.strip()} ({rest.strip()})"
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


def gather_facts(facts: Facts, shop: Shop) -> Facts:
    """The facts of one message, with what the board says made harmless.

    An ETA counts only with the stage it is for, a closing time only in the ready stage.
    """
    is_ready = shop.stages.find(facts.stage) == shop.stages.ready
    has_eta = bool(facts.eta and facts.eta_stage) and not is_ready
    return replace(
        facts,
        name=make_harmless(facts.name, most=LONGEST_NAME),
        item=make_harmless(facts.item, most=LONGEST_ITEM),
        job_id=make_harmless(facts.job_id, most=_LONGEST_ID),
        previous=facts.previous or None,
        eta=facts.eta if has_eta else None,
        eta_stage=facts.eta_stage if has_eta else None,
        closing=facts.closing if is_ready else None,
        shop=shop.name,
        sign_off=shop.sign_off,
        photo=facts.photo or None,
        link=facts.link or None,
    )


def find_closing(calendar: Calendar, sent_at: datetime, language: Language) -> str | None:
    """When the shop closes on the day of sending, such as 6pm; None once it is closed."""
    closes_at = calendar.find_closing(calendar.find_day_of(sent_at))
    if closes_at is None or closes_at <= sent_at:
        return None
    return language.say_clock(closes_at.astimezone(calendar.zone))


# Clauses with slots, without a full stop. `now` it has just come there; `back` it has come there
# out of a side stage; `still` it is there for a while; `told` is what a customer was told;
# `expected` looks ahead to it; `awaited` is what customers wait for, where that can be said;
# `title` is the subject of an e-mail.
CLAUSES = ("now", "back", "still", "told", "expected", "awaited", "title")


def find_clauses(name: str, stages: Stages, language: Language) -> Mapping[str, str]:
    """The `CLAUSES` of a stage; one that the settings do not know is said by its name."""
    stage = stages.find(name)
    shown = _tidy(stage.name if stage else name)
    if stage == stages.ready and is_collected(stages, language):
        is_plain = fold_name(shown) in {fold_name(w) for w in language.split("stages", "ready")}
        shown = language.get("stages", "ready to collect") if is_plain else shown
    texts = language.find_patterns(shown, is_ready=stage == stages.ready)
    shown = show_stage(shown, texts.get("case", ""))
    clauses = {key: texts.get(key, "").replace("{stage}", shown) for key in CLAUSES}
    clauses["back"] = clauses["back"] or clauses["now"]
    if stage:
        clauses["now"] = stage.say or clauses["now"]
        clauses["still"] = stage.still or clauses["still"]
    if stage and stage.by:
        clauses |= {
            key: text.replace("{by}", stage.by) for key, text in language.words["by"].items()
        }
    return clauses


def is_collected(stages: Stages, language: Language) -> bool:
    """Whether customers fetch their things themselves: some shops deliver."""
    names = {fold_name(name) for name in language.split("stages", "collected")}
    return fold_name(stages.last.name) in names


def show_stage(name: str, case: str = "") -> str:
    """A stage's name in the middle of a sentence: Road test is a road test, an MOT stays one.

    `case` is what the language says of its first letter: it is small, capital, or kept.
    """
    words = _tidy(name).split()
    if case:
        first = words[0] if words else ""
        made = {"small": _lower(first), "capital": f"{first[:1].upper()}{first[1:]}"}
        return " ".join([made.get(case, first), *words[1:]])
    is_title = all(word[:1].isupper() for word in words)
    lowered = [_lower(word) if is_title or not at else word for at, word in enumerate(words)]
    return " ".join(lowered)


def _tidy(name: str) -> str:
    return " ".join(name.replace("{", "(").replace("}", ")").split())


def _lower(word: str) -> str:
    return word.lower() if word[1:] == word[1:].lower() else word


MOST_PARTS = 3
LONGEST_EMAIL = 1000
_LONGEST_SUBJECT = 120


@dataclass(frozen=True)
class Words:
    """A message as a person reads it; a text message has no use for its subject."""

    subject: str
    text: str


class Speaker:
    """What can be said of one job on one channel: `find` gives the value of a slot, made once.

    `news` is what happened: moved, back, first-seen, holding or correction.
    """

    def __init__(self, facts: Facts, shop: Shop, *, news: str, channel: str) -> None:
        self.facts, self.shop, self.news, self.channel = facts, shop, news, channel
        self.traits = find_traits(channel)
        self.language: Language = shop.language
        stage = shop.stages.find(facts.stage)
        self._stage = stage
        self.is_ready = stage == shop.stages.ready
        self.is_last = stage == shop.stages.last
        item = shorten_item(facts.item, self.language, is_short=self.traits.is_short)
        self._is_several = self.language.is_several(item)
        self._values: dict[str, str | None] = {
            "item": item,
            "your_item": name_item(item, self.language),
            "job": facts.job_id,
            "shop": facts.shop,
            "stage": facts.stage,
            "closing": facts.closing,
            "photo": facts.photo,
            "link": facts.link or facts.photo,
        }

    def find(self, slot: str) -> str | None:
        """None if the facts hold no value for it."""
        values = self._values
        if slot not in values:
            values[slot] = _FINDERS[slot](self)
        return values[slot]

    def fill(self, template: Template) -> str:
        """A wording with its slots filled; sentences that cannot be said fall away."""
        return template.fill(self.find, several=self._is_several)

    def say(self, key: str) -> str:
        return self._fill_clause(self.language.get("sentences", key))

    def say_stage(self, stage: str, clause: str) -> str:
        return self._fill_clause(self.shop.find_clauses(stage)[clause])

    def say_when(self) -> str | None:
        if self.is_ready:
            return self.say("closing collected" if self.shop.is_collected else "closing") or None
        if self.is_last or self.news in ("holding", CORRECTION):
            return None
        return self.say("when") or None

    def say_promise(self) -> str | None:
        if self.find("when") or self.is_ready or self.is_last or self._stage is None:
            return None
        is_next = self.shop.stages.next_main(self._stage) == self.shop.stages.ready
        return self.say("promise awaited" if is_next and self.find("awaited") else "promise")

    def say_look(self) -> str | None:
        # In an e-mail the picture itself is there to be seen.
        is_photo_told = self.facts.photo and not self.traits.has_pictures
        return self.say("look photo" if is_photo_told else "look") or None

    def _fill_clause(self, text: str) -> str:
        template = self.language.compile(text)
        return template.fill(self.find, several=self._is_several, is_clause=True)


# How the slots are found whose values are not facts as they stand.
_FINDERS: Mapping[str, Callable[[Speaker], str | None]] = {
    "name": lambda to: find_first_name(to.facts.name),
    "full_name": lambda to: to.facts.name if to.find("name") else None,
    "eta": lambda to: to.language.say_eta(to.facts.eta) if to.facts.eta else None,
    "number": lambda to: to.say("number") if to.facts.job_id else None,
    "now": lambda to: to.say_stage(to.facts.stage, "now"),
    "back": lambda to: to.say_stage(to.facts.stage, "back" if to.facts.is_return else "now"),
    "still": lambda to: to.say_stage(to.facts.stage, "still"),
    "title": lambda to: to.say_stage(to.facts.stage, "title"),
    "told": lambda to: to.say_stage(to.facts.previous or "", "told"),
    "expected": lambda to: to.facts.eta_stage and to.say_stage(to.facts.eta_stage, "expected"),
    "awaited": lambda to: to.say_stage(to.shop.stages.ready.name, "awaited"),
    "news": lambda to: to.say("moved last" if to.is_last and to.news == "moved" else to.news),
    "when": Speaker.say_when,
    "look": Speaker.say_look,
    "promise": Speaker.say_promise,
}


def write_plainly(speaker: Speaker) -> Words:
    """The whole plain message, signed; an e-mail tells the number of the job as well."""
    facts, language, news = speaker.facts, speaker.language, speaker.news
    role = "ready" if speaker.is_ready else "last" if speaker.is_last else ""
    if news == CORRECTION:
        role = "" if facts.previous else "unknown"
    texts = language.words["plain"]
    body = speaker.fill(language.compile(texts.get(f"{news} {role}") or texts[news]))
    if not speaker.traits.is_short and facts.job_id and facts.job_id not in body:
        body = f"{body}\n\n{speaker.fill(language.compile('{number}'))}"
    return _write(speaker, body, is_greeted=False, is_signed=False)


def write_words(speaker: Speaker, template: Template, *, is_greeted: bool = False) -> Words:
    """The whole message in words that are not plain ones.

    An e-mail begins with a greeting unless it `is_greeted`, or the words name the customer; it is
    signed unless they name the shop.
    """
    is_signed = template.says("shop", speaker.find) or bool(
        speaker.facts.shop and speaker.facts.shop in template.text
    )
    body = speaker.fill(template)
    return _write(speaker, body, is_greeted=is_greeted or template.greets, is_signed=is_signed)


def _write(speaker: Speaker, body: str, *, is_greeted: bool, is_signed: bool) -> Words:
    language, sign_off = speaker.language, "" if is_signed else speaker.facts.sign_off
    subject = speaker.fill(language.find_template("subjects", speaker.news))
    if speaker.traits.is_short:
        text = f"{' '.join(body.split())} {sign_off}".strip()
    else:
        key = "named" if speaker.find("name") else "unnamed"
        greeting = "" if is_greeted else speaker.fill(language.find_template("greeting", key))
        main = f"{body} {_find_emoji(speaker)}".strip()
        text = "\n\n".join(part for part in (greeting, main, sign_off) if part)
    return Words(make_harmless(subject, most=_LONGEST_SUBJECT), text)


def _find_emoji(speaker: Speaker) -> str:
    """Where the settings ask for them, and never beside an apology."""
    if not speaker.shop.emoji or speaker.news == CORRECTION:
        return ""
    is_ready = speaker.is_ready and speaker.news != "holding"
    key = "ready" if is_ready else speaker.news
    return speaker.language.words.get("emoji", {}).get(key, "")


def check_size(text: str, channel: str) -> Iterator[Reason]:
    """Whether a whole message, filled and signed, is short enough."""
    if find_traits(channel).is_short:
        parts = count_parts(clean_sms(text)).parts
        if parts > MOST_PARTS:
            says = f"It takes {parts} text messages, more than {MOST_PARTS}."
            yield Reason("size", "", says)
    elif len(text) > LONGEST_EMAIL:
        says = f"It has {len(text)} characters, more than {LONGEST_EMAIL}."
        yield Reason("size", "", says)
