"""Whether what a message says of having, keeping and waiting is the customer's thing or a part."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.moods import Mood, Piece
from belfry.jobs.fence.phrasebook import THING, list_words
from belfry.jobs.fence.stage_phrases import AWAITING, COLLECTED, PROGRESS, READY, RECEIVED
from belfry.jobs.fence.standing import Sentence, Standing

_ARTICLES = frozenset({"a", "an", "the", "some", "new", "its", "another", "several", THING})
_PARTS = frozenset({"part", "parts", "piece", "pieces", "component", "components", "delivery"})
_DOERS = frozenset({"we", "i", "he", "she", "they"})
_STAYING = list_words("stay stays staying remain remains remaining kept safe hands hanging")


def judge_arrival(words: str, mood: Mood, standing: Standing, *, has_part: bool) -> str:
    """Elsewhere than in the stage that waits for parts, only a part is news when it is there."""
    if mood is Mood.DENIED and standing.kind == AWAITING and has_part:
        return "yes"
    if mood is Mood.DENIED or standing.previous == AWAITING:
        return ""
    is_news = standing.kind == AWAITING or "part" in words or words.startswith("mov")
    return "stage" if is_news and mood is not Mood.FUTURE else ""


def judge_having(sentence: Sentence, at: int, mood: Mood, standing: Standing) -> str:
    """ "We have your bike" is news at the first stage, and true until it is collected.

    "We have it" could be the part that is waited for.
    """
    near = " ".join(piece.words for piece in sentence.pieces[max(0, at - 3) : at + 1])
    if standing.kind == AWAITING and set(near.split()) & {"it", "they", "them", "one", "part"}:
        is_thing = is_kept(sentence.pieces, at) and not {"part", "parts"} & set(near.split())
        return "" if is_thing else "stage"
    if standing.kind == AWAITING and sentence.pieces[at].words.endswith(" here"):
        return "stage"
    is_theirs = at > 0 and sentence.pieces[at - 1].words == "you"
    if standing.kind == COLLECTED or (is_theirs and standing.kind != READY):
        return "stage"
    if mood in {Mood.DENIED, Mood.ASKED}:
        return "stage-denied"
    return "yes" if standing.kind == RECEIVED and mood is not Mood.FUTURE else ""


def is_interrupted(pieces: Sequence[Piece], at: int, mood: Mood, standing: Standing) -> bool:
    """ "It was in progress and now needs a part", "the part we need to finish it"."""
    entry = pieces[at].entry
    is_waiting = [one.tag == "stage" and one.entry.kind == AWAITING for one in pieces]
    if entry.kind == READY and entry.form == "base":
        before = [one.words for one in pieces[max(0, at - 2) : at]]
        return any(is_waiting[:at]) and before in (["need", "to"], ["needs", "to"])
    if entry.kind != PROGRESS or standing.previous not in {None, PROGRESS}:
        return False
    if mood is Mood.PAST and at > 0 and pieces[at - 1].words == "from":
        return True
    is_over = mood is Mood.PAST or (entry.form == "event" and pieces[at - 1].words in _DOERS)
    turns = {one.words for one in pieces[at:]} & {"but", "now", "until"}
    return is_over and bool(turns) and any(is_waiting[at:])


def is_of_part(pieces: Sequence[Piece], at: int) -> bool:
    """ "They have arrived": while parts are waited for, that is what "they" are."""
    for piece in reversed(pieces[:at]):
        words = set(piece.words.split())
        if words & {"it", "they", "part", "parts", "these", "those", "one"}:
            return True
        if piece.tag in {"subject", "comma", "break"}:
            return False
    return False


def is_kept(pieces: Sequence[Piece], at: int) -> bool:
    """ "it stays with us": what stays is the customer's thing, and no part."""
    return any(not _STAYING.isdisjoint(one.words.split()) for one in pieces[max(0, at - 2) : at])


def names_part(pieces: Sequence[Piece], at: int) -> bool:
    """ "awaiting a door seal", "ordered a fan": which part it is, no fact says."""
    near = pieces[at + 1 : at + 5]
    if not near or (near[0].words not in _ARTICLES and near[0].tag != "unknown"):
        return False
    return all(_PARTS.isdisjoint(one.words.split()) for one in near)


def has_part(sentence: Sentence) -> bool:
    words = {word for piece in sentence.pieces for word in piece.words.split()}
    return bool(words & {"part", "parts"})
