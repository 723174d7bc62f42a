"""Whether a word that nobody knows stands where it can say nothing about the job.

What somebody is or does is looked at as such, and an unknown word there is refused. Elsewhere it
may stand if it is no name, no work done (replaced, soldering), and does not close a bare remark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belfry.jobs.fence import everyday_words
from belfry.jobs.fence.clauses import Clause
from belfry.jobs.fence.manners import ADJECTIVES
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.nouns import PEOPLE
from belfry.jobs.fence.phrasebook import THING, list_words
from belfry.jobs.fence.stage_phrases import AWAITING

MOST = 3
_STOPS = frozenset({"comma", "break", "but", "cond", "if", "claim", "and"})
_TIMELY = list_words("before after by until till within since around to from")
_DONE = ("ed", "ing", "en", "est", "wards", "wise")
_TELLING = list_words("thank thanks sorry cheers hello hi hey welcome apologies regards")
_GREETINGS = list_words("hi hello hey dear hiya thanks morning")
_DESCRIBING = ADJECTIVES | everyday_words.WORDS
_ARTICLES = list_words("a an the our your my one such of every each any some this that its")


def list_intruders(
    pieces: Sequence[Piece],
    named: frozenset[str],
    clauses: Sequence[Clause],
    *,
    is_question: bool,
) -> Iterator[str]:
    """Unknown words that could say something; `named` are those with a capital."""
    for at, piece in enumerate(pieces):
        if piece.tag != "unknown":
            continue
        is_open = is_question or _is_supposed(pieces, at) or _is_denied(pieces, at)
        is_name = piece.words in named or (at > 0 and pieces[at - 1].words in _GREETINGS)
        may_stand = is_open or _may_stand(pieces, at, clauses)
        if is_name or not may_stand or not _is_plain(piece.words):
            yield piece.words


def _is_plain(word: str) -> bool:
    """Small letters only: a month keeps its capital, and a number is no word."""
    return len(word) > 2 and word.isalpha() and word.islower()


def _may_stand(pieces: Sequence[Piece], at: int, clauses: Sequence[Clause]) -> bool:
    word = pieces[at].words
    before = pieces[at - 1] if at else None
    after = pieces[at + 1] if at + 1 < len(pieces) else None
    is_article = before is not None and before.words in _ARTICLES
    if word.endswith("ing") and (_is_noun_form(before, after) or _is_kind_of(pieces, at)):
        return True
    is_described = before is not None and before.words in _DESCRIBING
    if word.endswith("ed") and before is not None and before.words in {"well", "much"}:
        return after is not None and after.words == THING
    if word.endswith(_DONE) and not (word.endswith("ing") and is_described):
        if after is None or not (is_article or is_described):
            return False
        return after.tag in {"safe", "unknown"} and " " not in after.words
    if before is not None and _is_told_when_or_where(pieces[:at]):
        return False
    if before is not None and before.words == "our" and after and after.words in PEOPLE:
        return True
    if is_article and _is_staged(pieces, at + 1):
        return True
    start = at
    while start > 0 and pieces[start - 1].tag not in _STOPS:
        start -= 1
    part = pieces[start:at]
    if _is_added(part):
        return False
    return bool(part) and (
        (is_article and len(part) > 1 and bool(clauses)) or _says_something(part, start, clauses)
    )


def _is_told_when_or_where(before: Sequence[Piece]) -> bool:
    """ "by …", "your bike …", "ask for …", "parts from a factory in …": a time, a name, a place."""
    last = before[-1].words
    if last == "for":
        return any(piece.words in {"ask", "asking"} for piece in before[-3:])
    if last == "in":
        return any(piece.tag == "stage" and piece.entry.kind == AWAITING for piece in before)
    return last in _TIMELY or last == THING


def _is_noun_form(before: Piece | None, after: Piece | None) -> bool:
    """ "thank you for wrapping it", "the resizing of your ring"."""
    if before is None:
        return False
    is_named = before.words in _ARTICLES and after is not None and after.words == "of"
    return is_named or before.words.endswith("for")


def _is_kind_of(pieces: Sequence[Piece], at: int) -> bool:
    """ "The rocking chair is in progress": what kind of thing it is."""
    is_first = at == 1 and pieces[0].words in {"the", "your"}
    is_thing = at + 1 < len(pieces) and pieces[at + 1].words == THING
    return is_first and is_thing and _is_staged(pieces, at + 2)


def _is_staged(pieces: Sequence[Piece], at: int) -> bool:
    """ "one bassoon in progress": what is at a stage is the customer's thing."""
    while at < len(pieces) and pieces[at].words in {"is", "'s", "are", "now", "still"}:
        at += 1
    return at < len(pieces) and pieces[at].tag == "stage"


def _is_added(part: Sequence[Piece]) -> bool:
    """ "in progress with a …": a stage, and something that comes with it."""
    staged = [place for place, piece in enumerate(part) if piece.tag in {"stage", "arrival", "eta"}]
    return bool(staged) and any(
        piece.words in {"with", "plus", "like", "as", "minus", "bar", "but"}
        for piece in part[staged[0] :]
    )


def _says_something(part: Sequence[Piece], start: int, clauses: Sequence[Clause]) -> bool:
    """Whether the part has a verb or a thank-you of its own; bare remarks tell too easily."""
    if any(start <= clause.start < start + len(part) for clause in clauses):
        return True
    if any(not _TELLING.isdisjoint(piece.words.split()) for piece in part):
        return True
    return any(" " in piece.words or piece.tag in {"stage", "inform", "reply"} for piece in part)


def _is_supposed(pieces: Sequence[Piece], at: int) -> bool:
    """Whether it stands in a condition: what might be is not said to be."""
    for piece in reversed(pieces[max(0, at - 8) : at]):
        if piece.tag in {"comma", "break", "but", "and", "stage"}:
            return False
        if piece.tag in {"cond", "if"}:
            # "after passing inspection": told as done.
            return piece.words != "after"
    return False


def _is_denied(pieces: Sequence[Piece], at: int) -> bool:
    """ "we won't speculate"; but "we can't salvage it" tells of trouble."""
    near = pieces[max(0, at - 3) : at]
    if any(piece.words in {"can't", "couldn't", "cannot", "nothing"} for piece in near):
        return False
    return any(piece.tag == "neg" or piece.words == "than" for piece in near)
