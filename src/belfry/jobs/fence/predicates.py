"""Whether a sentence says something of the job itself that no fact stands behind.

What a job "is" or "has" must be a stage, or one of the phrases that say nothing; a single harmless
word can still be an untruth when it is said of the job: "it is lovely now".
"""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.moods import Mood, Piece, find_mood
from belfry.jobs.fence.phrasebook import THING

_JOB = frozenset({"it", "they", "everything", "this", "these", THING})
_LINKS = frozenset({"is", "'s", "are", "'re", "was", "were", "has", "have", "'ve", "been", "be"})
_ADVERBS = frozenset(
    {"now", "still", "currently", "all", "just", "also", "already", "safely", "so", "only"}
)
_OPENERS = frozenset(
    {"comma", "break", "and", "but", "cond", "if", "claim", "expect", "comp", "emoji", "quote"}
)
_OPEN_WORDS = frozenset({"that", "so", "now", "then", "yes", "news", "update", "again"})
# What may follow: the begin of a noun or of a place, which is looked at by itself.
_FINE_TEXT = (
    "a an the our your my one in on at with for to of what where how why who as by from here safe "
    "welcome being having there not"
)
_FINE = frozenset(_FINE_TEXT.split())


def find_untold(pieces: Sequence[Piece]) -> str | None:
    """What is said of the job in a word that only seems harmless."""
    for place, piece in enumerate(pieces):
        if piece.words in _JOB and _is_subject(pieces, place):
            at = _find_predicate(pieces, place)
            if at is not None and find_mood(pieces, at, is_question=False) is not Mood.CONDITION:
                return " ".join(one.words for one in pieces[place : at + 1])
    return None


def _is_subject(pieces: Sequence[Piece], place: int) -> bool:
    if place == 0:
        return True
    before = pieces[place - 1]
    return before.tag in _OPENERS or before.words in _OPEN_WORDS


def _find_predicate(pieces: Sequence[Piece], place: int) -> int | None:
    """Where the word stands that tells something, if one does."""
    at, has_link = place + 1, False
    while at < len(pieces) and (pieces[at].words in _LINKS or pieces[at].words in _ADVERBS):
        has_link |= pieces[at].words in _LINKS
        at += 1
    if not has_link or at >= len(pieces):
        return None
    piece = pieces[at]
    is_plain = piece.tag == "safe" and not piece.entry.kind and " " not in piece.words
    return at if is_plain and piece.words not in _FINE else None
