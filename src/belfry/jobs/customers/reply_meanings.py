"""What a customer's reply means for their consent, and the automatic answers to it.

Only a message that is nothing but the keyword changes anything. Unclear ones go to a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from difflib import get_close_matches
from enum import StrEnum

from belfry.jobs.settings.shop import Shop
from belfry.jobs.updates.plain import Words
from belfry.kernel.hours.opening_hours import render_opening_hours
from belfry.kernel.sms import clean_sms, count_parts
from belfry.kernel.texts import make_harmless, read_letters

STOPPED = "stopped"
RESTARTED = "restarted"
HELP = "help"
ANSWERS = frozenset({STOPPED, RESTARTED, HELP})
YES = "yes"
NO = "no"
# A repeated STOP is answered once a day, so that two machines do not keep answering each other.
CONFIRMED_FOR = timedelta(days=1)
HELPED_FOR = timedelta(hours=1)


class Meaning(StrEnum):
    STOP = "stop"
    START = "start"
    HELP = "help"
    NEAR = "near"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class JudgedReply:
    """`consent` is the new consent, or empty; `answer` is the kind of answer to send.

    `is_open` if a person has to deal with it.
    """

    meaning: Meaning
    consent: str = ""
    answer: str = ""
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class ReplyContext:
    """What was known when the reply came.

    `answered` is when each kind of answer was last sent; `is_refused` if the board says that they
    want no messages, which only the shop can change.
    """

    consent: str
    answered: Mapping[str, datetime]
    is_refused: bool = False


def judge_reply(text: str, context: ReplyContext, now: datetime) -> JudgedReply:
    match read_keyword(text):
        case Keyword.STOP:
            return JudgedReply(Meaning.STOP, NO, _confirm(STOPPED, NO, context, now))
        case Keyword.START:
            return _judge_start(context, now)
        case Keyword.YES if context.consent == NO:
            return _judge_start(context, now)
        case Keyword.HELP:
            is_told = _is_recent(HELP, HELPED_FOR, context, now)
            return JudgedReply(Meaning.HELP, answer="" if is_told else HELP, is_open=is_told)
        case Keyword.NEAR_STOP:
            return JudgedReply(Meaning.NEAR, is_open=True)
        case Keyword.YES | Keyword.OTHER:
            return JudgedReply(Meaning.OTHER, is_open=True)


def _judge_start(context: ReplyContext, now: datetime) -> JudgedReply:
    if context.is_refused:
        return JudgedReply(Meaning.START, YES, is_open=True)
    return JudgedReply(Meaning.START, YES, _confirm(RESTARTED, YES, context, now))


def _confirm(answer: str, consent: str, context: ReplyContext, now: datetime) -> str:
    """A change is always confirmed; a repetition only once in a while."""
    is_told = consent == context.consent and _is_recent(answer, CONFIRMED_FOR, context, now)
    return "" if is_told else answer


def _is_recent(answer: str, within: timedelta, context: ReplyContext, now: datetime) -> bool:
    at = context.answered.get(answer)
    return at is not None and now - at < within


_LONGEST_READ = 1600


class Keyword(StrEnum):
    """`YES` means start only after a stop."""

    STOP = "stop"
    START = "start"
    YES = "yes"
    HELP = "help"
    NEAR_STOP = "near"
    OTHER = "other"


_KEYWORDS = {
    **dict.fromkeys(("stop", "stopall", "unsubscribe", "cancel", "end", "quit"), Keyword.STOP),
    **dict.fromkeys(("revoke", "optout"), Keyword.STOP),
    **dict.fromkeys(("start", "unstop"), Keyword.START),
    **dict.fromkeys(("help", "info"), Keyword.HELP),
    "yes": Keyword.YES,
}
_STOPS = frozenset(word for word, answer in _KEYWORDS.items() if answer is Keyword.STOP)
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


def read_keyword(text: str) -> Keyword:
    """The keyword that the whole message consists of, in any spelling, or one it is near."""
    words = _read_words(text)
    together = "".join(words)
    if keyword := _find_keyword(words, together) or _find_keyword(
        words, together.translate(_DIGITS)
    ):
        return keyword
    sentence = " ".join(words)[:_LONGEST_READ]
    if _is_slip(together) or any(pattern.match(sentence) for pattern in _NEAR):
        return Keyword.NEAR_STOP
    return Keyword.OTHER


def _read_words(text: str) -> list[str]:
    plain = read_letters(_APOSTROPHE.sub("", text))
    return _WORD.findall(plain.replace("$", "s"))


def _find_keyword(words: list[str], together: str) -> Keyword | None:
    """The keyword may be repeated."""
    if keyword := _KEYWORDS.get(together):
        return keyword
    if len(set(words)) == 1:
        return _KEYWORDS.get(words[0])
    return None


def _is_slip(word: str) -> bool:
    """Whether it is a STOP word with two letters swapped, one doubled, or one left out."""
    if len(word) > 2 * max(map(len, _STOPS)):
        return False
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}
    single = re.sub(r"(.)\1+", r"\1", word)
    return bool(
        swapped & {"stop", "unsubscribe", "optout"}
        or single == "stop"
        or get_close_matches(word, _LONG_STOPS, n=1, cutoff=0.87)
    )


def find_contradiction(kind: str, consent: str) -> str:
    """Why a queued answer no longer fits their present consent, if so."""
    if kind == STOPPED and consent == "yes":
        return "the customer wants messages again"
    if kind == RESTARTED and consent == "no":
        return "the customer wants no messages any more"
    return ""


def word_answer(kind: str, shop: Shop) -> Words:
    """The answer of that kind in one text message that names the shop.

    What is least needed is left out first.
    """
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
    # A shortened name is still recognised by its customers.
    for most in range(len(name), 0, -1):
        yield f"{name[:most].rstrip()}: {answers[f'{kind} shortest']}"
