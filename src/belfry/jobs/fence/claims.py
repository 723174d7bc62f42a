"""Whether what a message says of stages is true: its own as now, no other as now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.jobs.fence.moods import Mood, Piece, find_mood
from belfry.jobs.fence.phrasebook import THING
from belfry.jobs.fence.stage_phrases import (
    AWAITING,
    COLLECTED,
    DIAGNOSING,
    KINDS,
    PROGRESS,
    READY,
    RECEIVED,
)
from belfry.jobs.fence.whose import is_of_others

_PAST = frozenset({"was", "were", "had"})
_BEGINS = frozenset({"starts", "begins", "gets going", "kicks off"})
_DOERS = frozenset({"we", "i", "he", "she", "they"})
_BEHIND = frozenset({"event", "over"})


@dataclass(frozen=True)
class Standing:
    """Where the job is: the kind of its stage, of the one before and of the one of the ETA."""

    kind: str
    previous: str | None
    eta_kind: str | None
    ranks: dict[str, float]
    is_side: bool
    has_progress: bool

    def is_earlier(self, kind: str) -> bool:
        here = self.ranks.get(self.kind, 0.0)
        if self.is_side and self.previous:
            here = self.ranks.get(self.previous, here) + 0.5
        return self.ranks.get(kind, 0.0) < here


@dataclass(frozen=True)
class Sentence:
    """The pieces of one sentence, and of the part of it between two breaks that is looked at."""

    pieces: Sequence[Piece]
    is_question: bool

    def has(self, tag: str) -> bool:
        return any(piece.tag == tag for piece in self.pieces)


def judge_mention(sentence: Sentence, at: int, standing: Standing) -> str:
    """ "yes" if the job's own stage is told as now, "" if it is harmless, else the rule broken."""
    piece = sentence.pieces[at]
    kind, form = piece.entry.kind, piece.entry.form
    mood = find_mood(sentence.pieces, at, is_question=sentence.is_question)
    if piece.words == "working" and _is_running(sentence.pieces, at):
        is_fine = standing.kind == READY or mood in {Mood.CONDITION, Mood.DENIED}
        return "" if is_fine else "stage"
    if mood is Mood.CONDITION:
        is_wish = form == "invite" and standing.kind != READY and _is_wish(sentence.pieces, at)
        return "stage" if is_wish else ""
    if piece.tag == "arrival":
        following = sentence.pieces[at + 1 : at + 5]
        if any(one.tag == "stage" and one.entry.kind == standing.kind for one in following):
            return ""
        return _judge_arrival(piece.words, mood, standing, has_part=_has_part(sentence))
    if form == "have":
        return _judge_having(sentence, at, mood, standing)
    if kind == standing.kind:
        return _judge_own(sentence.pieces, at, mood)
    if kind == PROGRESS and standing.kind == DIAGNOSING and _is_of_diagnosis(sentence.pieces, at):
        return ""
    if standing.kind == DIAGNOSING and piece.words == "on the case":
        return ""
    if kind == PROGRESS and not standing.has_progress and standing.kind not in KINDS:
        return "stage-denied" if mood in {Mood.DENIED, Mood.ASKED} else ""
    return _judge_other(sentence, at, mood, standing)


def _is_running(pieces: Sequence[Piece], at: int) -> bool:
    """ "it will be working": the thing itself, not those who work on it."""
    for piece in reversed(pieces[:at]):
        if piece.tag in {"subject", "comma", "break"}:
            return piece.words in {"it", "they", THING}
    return False


def _has_part(sentence: Sentence) -> bool:
    words = {word for piece in sentence.pieces for word in piece.words.split()}
    return bool(words & {"part", "parts"})


def _is_meanwhile(pieces: Sequence[Piece], at: int) -> bool:
    """ "while we diagnose it"."""
    return [piece.words for piece in pieces[max(0, at - 2) : at]] in (["while", "we"], ["as", "we"])


def _is_of_diagnosis(pieces: Sequence[Piece], at: int) -> bool:
    """ "The diagnosis is under way": it is not the work that is."""
    for piece in reversed(pieces[:at]):
        if piece.tag in {"comma", "break", "but", "and"}:
            return False
        if piece.tag == "stage" and piece.entry.kind == DIAGNOSING:
            return True
    return False


def _is_wish(pieces: Sequence[Piece], at: int) -> bool:
    """ "when you want to collect it": the condition is the customer's wish, not the work."""
    return any(piece.words in {"want", "wish", "like"} for piece in pieces[max(0, at - 3) : at])


def _judge_arrival(words: str, mood: Mood, standing: Standing, *, has_part: bool) -> str:
    """Elsewhere than in the stage that waits for parts, only a part is news when it is there."""
    if mood is Mood.DENIED and standing.kind == AWAITING and has_part:
        return "yes"
    if mood is Mood.DENIED or standing.previous == AWAITING:
        return ""
    is_news = standing.kind == AWAITING or "part" in words or words.startswith("mov")
    return "stage" if is_news and mood is not Mood.FUTURE else ""


def _judge_having(sentence: Sentence, at: int, mood: Mood, standing: Standing) -> str:
    """ "We have your bike" is news at the first stage, and true until it is collected.

    "We have it" could be the part that is waited for.
    """
    near = " ".join(piece.words for piece in sentence.pieces[max(0, at - 2) : at + 1])
    if standing.kind == AWAITING and set(near.split()) & {"it", "they", "them", "one"}:
        return "stage"
    is_theirs = at > 0 and sentence.pieces[at - 1].words == "you"
    if standing.kind == COLLECTED or (is_theirs and standing.kind != READY):
        return "stage"
    if mood in {Mood.DENIED, Mood.ASKED}:
        return "stage-denied"
    return "yes" if standing.kind == RECEIVED and mood is not Mood.FUTURE else ""


def _judge_own(pieces: Sequence[Piece], at: int, mood: Mood) -> str:
    piece = pieces[at]
    if piece.words.startswith("until ") or (
        piece.entry.form == "base" and _is_meanwhile(pieces, at)
    ):
        return "yes"
    if is_of_others(pieces, at):
        return ""
    return _judge_own_mood(piece.entry.form, mood, is_memory=_is_memory(pieces, at))


def _judge_own_mood(form: str, mood: Mood, *, is_memory: bool) -> str:
    if form == "over":
        return "" if mood in {Mood.DENIED, Mood.FUTURE} else "stage"
    if form == "invite":
        return {Mood.DENIED: "stage-denied", Mood.ASKED: ""}.get(mood, "yes")
    if mood is Mood.ASKED:
        return ""
    if mood is Mood.CLAIMED:
        return "" if form == "base" else "yes"
    if mood is Mood.FUTURE:
        return "stage-denied" if is_memory else "stage-hoped"
    return "yes" if mood is Mood.PAST and form == "event" else "stage-denied"


def _judge_other(sentence: Sentence, at: int, mood: Mood, standing: Standing) -> str:
    piece = sentence.pieces[at]
    kind, form = piece.entry.kind, piece.entry.form
    if mood is Mood.DENIED and kind == AWAITING and piece.words.startswith("need"):
        return "stage"
    if mood is Mood.DENIED and standing.kind == AWAITING:
        return "yes" if kind == RECEIVED and _has_part(sentence) else ""
    if mood is Mood.DENIED:
        is_undone = form in _BEHIND and standing.is_earlier(kind)
        return "stage" if is_undone or (kind == RECEIVED and form == "event") else ""
    if mood is Mood.ASKED:
        return "stage"
    if standing.kind == AWAITING and kind == RECEIVED and _is_of_part(sentence.pieces, at):
        return "" if mood is Mood.FUTURE else "stage"
    if standing.kind == AWAITING and _is_interrupted(sentence.pieces, at, mood, standing):
        return ""
    if standing.is_earlier(kind):
        is_told = form in _BEHIND and (kind != PROGRESS or form == "over")
        is_past = (
            mood is Mood.PAST
            or _is_memory(sentence.pieces, at)
            or (is_told and mood is Mood.CLAIMED)
        )
        return "" if is_past or (form == "base" and mood is Mood.CLAIMED) else "stage"
    if kind in {READY, COLLECTED}:
        return _judge_outlook(sentence, at, mood, standing)
    is_timed = sentence.has("eta") and kind == standing.eta_kind and piece.words in _BEGINS
    is_ahead = (mood is Mood.FUTURE and kind != AWAITING) or is_timed
    return "" if is_ahead or (form == "base" and kind != AWAITING) else "stage"


def _is_interrupted(pieces: Sequence[Piece], at: int, mood: Mood, standing: Standing) -> bool:
    """ "It was in progress and now needs a part", "the part we need to finish it"."""
    entry = pieces[at].entry
    is_waiting = [one.tag == "stage" and one.entry.kind == AWAITING for one in pieces]
    if entry.kind == READY and entry.form == "base":
        before = [one.words for one in pieces[max(0, at - 2) : at]]
        return any(is_waiting[:at]) and before in (["need", "to"], ["needs", "to"])
    if entry.kind != PROGRESS or standing.previous not in {None, PROGRESS}:
        return False
    is_over = mood is Mood.PAST or (entry.form == "event" and pieces[at - 1].words in _DOERS)
    turns = {one.words for one in pieces[at:]} & {"but", "now"}
    return is_over and bool(turns) and any(is_waiting[at:])


def _is_of_part(pieces: Sequence[Piece], at: int) -> bool:
    """ "They have arrived": while parts are waited for, that is what "they" are."""
    for piece in reversed(pieces[:at]):
        words = set(piece.words.split())
        if words & {"it", "they", "part", "parts", "these", "those", "one"}:
            return True
        if piece.tag in {"subject", "comma", "break"}:
            return False
    return False


def _is_memory(pieces: Sequence[Piece], at: int) -> bool:
    """ "It was lovely to have it on our bench"."""
    for piece in reversed(pieces[max(0, at - 8) : at]):
        if piece.tag in {"comma", "break", "but"}:
            return False
        if piece.tag == "past" or not _PAST.isdisjoint(piece.words.split()):
            return True
    return False


def _judge_outlook(sentence: Sentence, at: int, mood: Mood, standing: Standing) -> str:
    """Readiness as something to come: tied to the ETA for it, or to the news that it is there."""
    piece = sentence.pieces[at]
    if piece.entry.kind == COLLECTED:
        return "stage"
    is_tied = sentence.has("eta") and standing.eta_kind == READY
    if is_tied and piece.words in {"collection", "pickup", "pick up", "completion"}:
        return ""
    if mood is Mood.FUTURE or piece.entry.form in {"invite", "base"}:
        return (
            "" if is_tied and mood is Mood.FUTURE or has_condition(sentence, standing) else "stage"
        )
    return "" if is_tied and _is_beside_eta(sentence.pieces, at) else "stage"


def has_condition(sentence: Sentence, standing: Standing) -> bool:
    """Whether the sentence makes readiness a condition: "once it is ready"."""
    return any(
        piece.tag == "stage"
        and piece.entry.kind == READY
        and piece.entry.form == "state"
        and find_mood(sentence.pieces, place, is_question=False) is Mood.CONDITION
        for place, piece in enumerate(sentence.pieces)
    )


def _is_beside_eta(pieces: Sequence[Piece], at: int) -> bool:
    """ "ready by Thursday afternoon": nothing but small words between."""
    for piece in pieces[at + 1 : at + 5]:
        if piece.tag == "eta":
            return True
        if piece.words not in {
            "by",
            "on",
            "for",
            "you",
            "for you",
            "to",
            "hopefully",
            "probably",
            "quote",
            "'",
            '"',
        }:
            return False
    return False
