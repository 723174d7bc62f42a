"""Which of the days that a note names are those somebody wants off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from belfry.rota.notes.asking_words import is_plain_asking
from belfry.rota.notes.clauses import (
    is_about_others,
    is_asking,
    is_denied,
    is_past,
    is_wondering,
    split_clauses,
)
from belfry.rota.notes.mentions import Mention
from belfry.rota.notes.off_words import OFF
from belfry.rota.notes.readings import Kind, Unread
from belfry.rota.notes.sentences import Sentence
from belfry.rota.notes.spans import Span, join_spans

_FRAGMENT = re.compile(
    r"(?:[@#~&+.,!?\s-]|\b(?:and|also|plus|too|as|well|on|the|for|from|please|pls|plz|thanks|thank|you"
    r"|both|inclusive|incl|is|are|it|it's|would|be|i|i'm|was|were|thinking|dates?|that's|this|which|then"
    r"|if|possible|poss|ok|okay|total|in|all|only|just|namely|specifically|exactly|hopefully|being"
    r"|day|work|of|to|my|me|great|good|best|request|requested|requesting|asking|like|i'd|need"
    r"|absolutely|definitely|starting|when|off)\b)*"
)
_BETWEEN = re.compile(
    r"[\s,&+~()-]*(?:(?:and|also|plus|on|off|the|then|as well as|too|for)[\s,&+~()-]*)*"
)
_ADDS = re.compile(r"[&+]|\b(?:and|also|plus|too|then|as well)\b")
_TOO = re.compile(r"[\s,]*(?:too|also|as well)\b")
_RETURN = re.compile(
    r"\b(?:back|return|returning|resume|resuming)\b(?: (?:in|at|to|work|the|shop|here|again|home"
    r"|from|leave|on|for|as|normal|@work))*\s*$"
)
_DEADLINE = re.compile(r"\b(?:know|reply|answer|confirm|confirmation|tell me|hear)\b.*\bby\s*$")
_THAT_DAY = re.compile(
    r"\b(?:that|the|those|this) # ~|\b(?:it|them|this) ~|~ (?:for )?(?:that|then|it|those)\b"
    r"|\bthat ~"
)


@dataclass(frozen=True, slots=True)
class Named:
    """A mention with what stands before it in its sentence, and in which clause it stands."""

    mention: Mention
    before: str
    clause: str
    sentence: Sentence

    @property
    def behind(self) -> str:
        return self.sentence.text[len(self.before) + 1 :]

    @property
    def is_return(self) -> bool:
        return bool(_RETURN.search(self.before))

    @property
    def is_deadline(self) -> bool:
        return OFF not in self.clause and bool(_DEADLINE.search(self.before))

    @property
    def span(self) -> Span:
        assert isinstance(self.mention.span, Span)
        return self.mention.span


@dataclass(frozen=True, slots=True)
class Weighed:
    """`wanted` are the mentions that name the days; `back` is the one that ends them, if any."""

    span: Span
    wanted: tuple[Named, ...]
    back: Named | None


def weigh_mentions(sentences: Sequence[Sentence]) -> Weighed | Unread:
    named = [one for sentence in sentences for one in _list_named(sentence)]
    backs = [one for one in named if one.is_return]
    stays = [one for one in named if not one.is_return and not one.is_deadline]
    wanted = [one for one in stays if _is_wanted(one)] or _find_spoken_of(stays, sentences)
    if not wanted or len(backs) > 1:
        return Unread("it is not clear which days are to be off", Kind.UNCLEAR)
    if _are_apart(wanted):
        return Unread("it is not clear which of the days are to be off", Kind.SEVERAL)
    span = join_spans([one.span for one in wanted])
    if isinstance(span, Unread):
        return span
    if not all(span.holds(one.span) for one in stays):
        return Unread("it speaks of other days too", Kind.SEVERAL)
    return Weighed(span, tuple(wanted), backs[0] if backs else None)


def find_denial(sentences: Sequence[Sentence]) -> Unread | None:
    """Whether what is said of being off is denied, past, or about somebody else."""
    if any(one.says_off and is_wondering(one.text) for one in sentences):
        return Unread("it seems to ask about time off rather than for it", Kind.NOT_OFF)
    clauses = [clause for one in sentences for clause in split_clauses(one.text)]
    if any(is_denied(clause) for clause in clauses):
        return Unread("it seems to say that something is not so", Kind.NOT_OFF)
    offs = [clause for clause in clauses if OFF in clause]
    if any("@" in clause and not _is_ours(clause) for clause in offs):
        return Unread("it seems to be about the past, or somebody else", Kind.NOT_OFF)
    if offs and not any(_is_ours(clause) for clause in offs):
        return Unread("it seems to be about the past, or somebody else", Kind.NOT_OFF)
    return None


def _is_own(clause: str) -> bool:
    """Off, in the writer's own name, and in words that say nothing else."""
    return _is_ours(clause) and is_plain_asking(clause)


def _is_ours(clause: str) -> bool:
    return OFF in clause and not is_about_others(clause) and not is_past(clause)


def _list_named(sentence: Sentence) -> list[Named]:
    found: list[Named] = []
    end = 0
    clauses = [clause for clause in split_clauses(sentence.text) for _ in range(clause.count("@"))]
    for mention, clause in zip(sentence.mentions, clauses, strict=True):
        place = sentence.text.index("@", end)
        found.append(Named(mention, sentence.text[:place], clause, sentence))
        end = place + 1
    return found


def _is_wanted(named: Named) -> bool:
    return _is_own(named.clause) or bool(_FRAGMENT.fullmatch(named.clause))


def _find_spoken_of(stays: Sequence[Named], sentences: Sequence[Sentence]) -> list[Named]:
    """My sister marries on 5 June, can I have the day off: the one day there is."""
    if len(stays) != 1:
        return []
    for sentence in sentences:
        for clause in split_clauses(sentence.text):
            is_same = sentence is stays[0].sentence and is_asking(clause)
            if _is_own(clause) and (is_same or _THAT_DAY.search(clause)):
                return list(stays)
    return []


def _are_apart(wanted: Sequence[Named]) -> bool:
    """Whether two of them stand in one sentence with more than an "and" between, or disagree."""
    for one, other in zip(wanted, wanted[1:], strict=False):
        if one.span == other.span:
            continue
        is_same = one.sentence is other.sentence
        between = other.before[len(one.before) + 1 :] if is_same else other.before
        if is_same and not _BETWEEN.fullmatch(between):
            return True
        # "Friday off (14 November)" gives the date of another day.
        is_date_of = one.mention.is_loose and not other.mention.is_loose
        if is_date_of and not _ADDS.search(between) and not _TOO.match(other.behind):
            return True
    return False
