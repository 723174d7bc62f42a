"""Which days a note asks to have off, read by plain rules; what is not sure goes to a person.

The words decide nothing but the days: whatever else a note says, orders included, is only shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from belfry.rota.notes.courtesies import is_booked_early
from belfry.rota.notes.leftovers import find_leftover
from belfry.rota.notes.letters import show_plainly
from belfry.rota.notes.manners import strip_manners
from belfry.rota.notes.mentions import find_mentions
from belfry.rota.notes.own_words import find_own_words
from belfry.rota.notes.readings import Kind, NoteReading, Unread, judge_days
from belfry.rota.notes.reasons import find_reason
from belfry.rota.notes.refusals import find_refusal
from belfry.rota.notes.resolving import WEEK
from belfry.rota.notes.sentences import Sentence, cut_sentences
from belfry.rota.notes.spans import Span
from belfry.rota.notes.stretching import stretch_days
from belfry.rota.notes.tokens import lower_letters, tidy_stops
from belfry.rota.notes.weighing import find_denial, weigh_mentions

LONGEST = 4000


def read_note(
    text: str, *, at: datetime, zone: ZoneInfo, country: str = ""
) -> NoteReading | Unread:
    """`country` says which of day and month stands first in 3/4/2026; blank if nobody knows."""
    own = find_own_words(text)
    if len(own) > LONGEST:
        return Unread("it is too long for a note about days off", Kind.TOO_MUCH)
    shown = show_plainly(own)
    if shown is None:
        return Unread("it is in another alphabet", Kind.FOREIGN)
    today = at.astimezone(zone).date()
    body = tidy_stops(strip_manners(shown))
    mentions = find_mentions(body, today, country)
    sentences = cut_sentences(body, mentions)
    span = _read_days(sentences)
    if isinstance(span, Unread):
        return span
    if wrong := judge_days(span.first_on, span.last_on, today):
        return wrong
    # "31 December off, booking early" on the 31st means the one after.
    if span.first_on < today + WEEK and is_booked_early(lower_letters(body)):
        return Unread("it speaks of booking early, and names a day close by", Kind.AMBIGUOUS)
    return NoteReading(span.first_on, span.last_on, find_reason(body, mentions))


def _read_days(sentences: Sequence[Sentence]) -> Span | Unread:
    words = "\n".join(sentence.text for sentence in sentences)
    if refusal := find_refusal(words) or _find_fault(sentences) or find_denial(sentences):
        return refusal
    if not any(sentence.says_off for sentence in sentences):
        return Unread("it does not say that somebody wants to be off", Kind.NOTHING_ASKED)
    if not any(sentence.mentions for sentence in sentences):
        return Unread("it names no day", Kind.NO_DATE)
    for sentence in sentences:
        if (sentence.mentions or sentence.says_off) and (left := find_leftover(sentence.text)):
            return left
    weighed = weigh_mentions(sentences)
    return weighed if isinstance(weighed, Unread) else stretch_days(weighed)


def _find_fault(sentences: Sequence[Sentence]) -> Unread | None:
    """What is wrong with the days themselves, what was understood best first."""
    spans = [mention.span for sentence in sentences for mention in sentence.mentions]
    faults = [span for span in spans if isinstance(span, Unread)]
    return min(faults, key=lambda fault: fault.kind is Kind.UNCLEAR, default=None)
