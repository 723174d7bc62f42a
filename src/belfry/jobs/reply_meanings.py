"""What follows from what a customer wrote: whether they want messages, and what they are told.

Only a message that is nothing but the word stops anything. Whatever is not sure goes to a person.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from belfry.jobs.answers import HELP, RESTARTED, STOPPED
from belfry.kernel.opt_words import Answer, read_answer

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
