"""What follows from what a customer wrote: whether they want messages, and what they are told.

Only a message that is nothing but the word stops anything. Whatever is not sure goes to a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from difflib import get_close_matches
from enum import StrEnum
from typing import TYPE_CHECKING

from belfry.jobs.updates.plain import Words
from belfry.kernel.hours.opening_hours import render_opening_hours
from belfry.kernel.sms import clean_sms, count_parts
from belfry.kernel.texts import make_harmless, read_letters

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop


STOPPED = "stopped"
RESTARTED = "restarted"
HELP = "help"
ANSWERS = frozenset({STOPPED, RESTARTED, HELP})


def find_contradiction(kind: str, consent: str) -> str:
    """Why an answer that waited is no longer true, if so; `consent` is what they said last."""
    if kind == STOPPED and consent == "yes":
        return "the customer wants messages again"
    if kind == RESTARTED and consent == "no":
        return "the customer wants no messages any more"
    return ""


def word_answer(kind: str, shop: Shop) -> Words:
    """The answer of that kind, in one text message that names the shop."""
    name = make_harmless(shop.name, most=len(shop.name))
    texts = (clean_sms(text) for text in _list_from_longest(kind, name, shop))
    subject = shop.language.get("answers", f"{kind} subject")
    return Words(subject, next(text for text in texts if count_parts(text).parts == 1))


def _list_from_longest(kind: str, name: str, shop: Shop) -> Iterator[str]:
    answers = shop.language.words["answers"]
    contact = make_harmless(shop.contact, most=len(shop.contact)).rstrip(".")
    hours = shop.language.say_hours(render_opening_hours(shop.opening))
    about = ("help contact" if contact else "help hours") if kind == HELP else kind
    for key in (about, f"{about} short", kind):
        yield answers[key].format(shop=name, contact=contact, hours=hours)
    # Half a name is still known to whoever brought something there.
    for most in range(len(name), 0, -1):
        yield f"{name[:most].rstrip()}: {answers[f'{kind} shortest']}"


YES = "yes"
NO = "no"
# A second STOP is answered once a day, so that two machines never write to each other for long.
CONFIRMED_FOR = timedelta(days=1)
HELPED_FOR = timedelta(hours=1)


class Meaning(StrEnum):
    STOP = "stop"
    START = "start"
    HELP = "help"
    NEAR = "near"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Judged:
    """`consent` is what they say of messages now, or nothing; `answer` is what they are told.

    `is_open` if a person has to see to it.
    """

    meaning: Meaning
    consent: str = ""
    answer: str = ""
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """What was so when they wrote.

    `answered` is when they were last told what; `is_refused` if the board says that they want no
    messages, which nobody but the shop can change.
    """

    consent: str
    answered: Mapping[str, datetime]
    is_refused: bool = False


def judge_reply(text: str, known: Known, now: datetime) -> Judged:
    match read_answer(text):
        case Answer.STOP:
            return Judged(Meaning.STOP, NO, _confirm(STOPPED, NO, known, now))
        case Answer.START:
            return _judge_start(known, now)
        case Answer.YES if known.consent == NO:
            return _judge_start(known, now)
        case Answer.HELP:
            is_told = _is_recent(HELP, HELPED_FOR, known, now)
            return Judged(Meaning.HELP, answer="" if is_told else HELP, is_open=is_told)
        case Answer.NEAR_STOP:
            return Judged(Meaning.NEAR, is_open=True)
        case Answer.YES | Answer.OTHER:
            return Judged(Meaning.OTHER, is_open=True)


def _judge_start(known: Known, now: datetime) -> Judged:
    if known.is_refused:
        return Judged(Meaning.START, YES, is_open=True)
    return Judged(Meaning.START, YES, _confirm(RESTARTED, YES, known, now))


def _confirm(answer: str, consent: str, known: Known, now: datetime) -> str:
    """What changes is always confirmed; what was so already, once in a while."""
    is_told = consent == known.consent and _is_recent(answer, CONFIRMED_FOR, known, now)
    return "" if is_told else answer


def _is_recent(answer: str, within: timedelta, known: Known, now: datetime) -> bool:
    at = known.answered.get(answer)
    return at is not None and now - at < within


_FAR_ENOUGH = 1600


class Answer(StrEnum):
    """`YES` is a start for somebody who had said stop, and for nobody else."""

    STOP = "stop"
    START = "start"
    YES = "yes"
    HELP = "help"
    NEAR_STOP = "near"
    OTHER = "other"


_ORDERS = {
    **dict.fromkeys(("stop", "stopall", "unsubscribe", "cancel", "end", "quit"), Answer.STOP),
    **dict.fromkeys(("revoke", "optout"), Answer.STOP),
    **dict.fromkeys(("start", "unstop"), Answer.START),
    **dict.fromkeys(("help", "info"), Answer.HELP),
    "yes": Answer.YES,
}
_STOPS = frozenset(word for word, answer in _ORDERS.items() if answer is Answer.STOP)
_LONG_STOPS = ("stopall", "unsubscribe", "optout", "opt out")
_DIGITS = str.maketrans("05$", "oss")
_APOSTROPHE = re.compile(r"(?<=\w)['\u2019\u2018\u02bc\u0060\u00b4](?=\w)")
_WORD = re.compile(r"[^\W_]+")
_SEND = r"(?:text|message|msg|sms|contact|write|email|mail|bother|disturb|spam|ping)"
_SENDING = (
    r"(?:texting|messaging|sending|contacting|calling|writing|emailing|mailing|bothering|"
    r"disturbing|spamming|harassing|pinging)"
)
_POSTS = r"(?:texts?|messages?|msgs?|sms|updates?|notifications?|alerts?|reminders?|spam)"
_POLITE = r"(?:please|pls|plz|kindly|just|ok|okay|now|hey|hi|hello|no|sorry|thanks|reply|and|so)"
_VISIT = r"(?:by|in|at|over|off|round|around|for|up|there|here|on|outside)"
_NEAR = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:{_POLITE} )*stop(?! {_VISIT}\b)\b",
        rf".*(?<!dont )(?<!do not )(?<!never )\bstop (?:(?:all|the|these|this|your|my) )*"
        rf"(?:{_SENDING}\b|{_POSTS}\b|(?:it|that|this|please|now)$)",
        rf"(?:.* )?(?<!i )(?<!we )(?<!you )(?<!they )(?:dont|do not|never|quit|cease) (?:ever )?"
        rf"(?:{_SEND}\b|{_SENDING}\b|send (?:me|us|any|more|this|these|{_POSTS})\b)",
        r".*\bwrong (?:number|person|phone)\b",
        r".*\bwho(?: is|s| the hell is)? (?:this|dis)\b",
        r".*\bwho (?:are you|is texting)\b",
        r".*\b(?:remove|delete|unsubscribe|exclude) (?:me|us|my|this number|from)\b",
        r".*\b(?:take|get) (?:me|us|my (?:number|name)) off\b",
        rf".*\b(?:no|any) more {_POSTS}\b",
        rf".*\b(?:cancel|end|turn off|switch off) (?:all |the |these |my |your )*{_POSTS}\b",
        r".*\b(?:opt|opting|opted) (?:me )?out\b",
        r".*\bunsubscribe\b",
        r".*\b(?:leave me alone|lose my number|not interested|go away)\b",
        r".*\b(?:never|didnt|did not) (?:sign|signed) up\b",
        r".*\b(?:didnt|did not|never) (?:ask|asked) for (?:this|these|any)\b",
    )
)


def read_answer(text: str) -> Answer:
    """The order that the whole message is, however it is written, or what comes near one."""
    words = _read_words(text)
    together = "".join(words)
    if order := _find_order(words, together) or _find_order(words, together.translate(_DIGITS)):
        return order
    said = " ".join(words)[:_FAR_ENOUGH]
    if _is_slip(together) or any(pattern.match(said) for pattern in _NEAR):
        return Answer.NEAR_STOP
    return Answer.OTHER


def _read_words(text: str) -> list[str]:
    plain = read_letters(_APOSTROPHE.sub("", text))
    return _WORD.findall(plain.replace("$", "s"))


def _find_order(words: list[str], together: str) -> Answer | None:
    """An order is one message, also if it is said twice."""
    if order := _ORDERS.get(together):
        return order
    if len(set(words)) == 1:
        return _ORDERS.get(words[0])
    return None


def _is_slip(word: str) -> bool:
    """Whether it is a word for stop with two letters swapped, one doubled, or one left out."""
    if len(word) > 2 * max(map(len, _STOPS)):
        return False
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}
    single = re.sub(r"(.)\1+", r"\1", word)
    return bool(
        swapped & {"stop", "unsubscribe", "optout"}
        or single == "stop"
        or get_close_matches(word, _LONG_STOPS, n=1, cutoff=0.87)
    )
