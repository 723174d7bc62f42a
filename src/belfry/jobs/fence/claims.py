"""Whether what a message says of stages is true: its own as now, no other as now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.jobs.fence.moods import Mood, Piece, find_mood
from belfry.jobs.fence.stage_phrases import (
    AWAITING,
    COLLECTED,
    DIAGNOSING,
    KINDS,
    PROGRESS,
    READY,
    RECEIVED,
)

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
    if mood is Mood.CONDITION:
        is_wish = form == "invite" and standing.kind != READY and _is_wish(sentence.pieces, at)
        return "stage" if is_wish else ""
    if piece.tag == "arrival":
        return _judge_arrival(piece.words, mood, standing)
    if form == "have":
        return _judge_having(sentence, at, mood, standing)
    if kind == standing.kind:
        return _judge_own(form, mood)
    if kind == PROGRESS and not standing.has_progress and standing.kind not in KINDS:
        return "stage-denied" if mood in {Mood.DENIED, Mood.ASKED} else ""
    return _judge_other(sentence, at, mood, standing)


def _is_wish(pieces: Sequence[Piece], at: int) -> bool:
    """ "when you want to collect it": the condition is the customer's wish, not the work."""
    return any(piece.words in {"want", "wish", "like"} for piece in pieces[max(0, at - 3) : at])


def _judge_arrival(words: str, mood: Mood, standing: Standing) -> str:
    """Elsewhere than in the stage that waits for parts, only a part is news when it is there."""
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
    if standing.kind == COLLECTED:
        return "stage"
    if mood in {Mood.DENIED, Mood.ASKED}:
        return "stage-denied"
    return "yes" if standing.kind == RECEIVED and mood is not Mood.FUTURE else ""


def _judge_own(form: str, mood: Mood) -> str:
    if form == "over":
        return "" if mood in {Mood.DENIED, Mood.FUTURE} else "stage"
    if form == "invite":
        return {Mood.DENIED: "stage-denied", Mood.ASKED: ""}.get(mood, "yes")
    if mood is Mood.ASKED:
        return ""
    if mood is Mood.CLAIMED:
        return "" if form == "base" else "yes"
    return "yes" if mood is Mood.PAST and form == "event" else "stage-denied"


def _judge_other(sentence: Sentence, at: int, mood: Mood, standing: Standing) -> str:
    piece = sentence.pieces[at]
    kind, form = piece.entry.kind, piece.entry.form
    if mood is Mood.DENIED:
        return "stage" if kind in {RECEIVED} and form == "event" else ""
    if mood is Mood.ASKED:
        return "stage"
    if standing.is_earlier(kind):
        is_told = form in _BEHIND and (kind != PROGRESS or form == "over")
        is_past = mood is Mood.PAST or (is_told and mood is Mood.CLAIMED)
        return "" if is_past or (form == "base" and mood is Mood.CLAIMED) else "stage"
    if kind in {READY, COLLECTED}:
        return _judge_outlook(sentence, at, mood, standing)
    is_ahead = mood is Mood.FUTURE and kind != AWAITING
    return "" if is_ahead or (form == "base" and kind != AWAITING) else "stage"


def _judge_outlook(sentence: Sentence, at: int, mood: Mood, standing: Standing) -> str:
    """Readiness as something to come: tied to the ETA for it, or to the news that it is there."""
    piece = sentence.pieces[at]
    if piece.entry.kind == COLLECTED:
        return "stage"
    is_tied = sentence.has("eta") and standing.eta_kind == READY
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


def find_eta_tie(
    pieces: Sequence[Piece], place: int, sentence: Sentence, standing: Standing
) -> str:
    """The rule broken by what the ETA at a place is said of, if any."""
    if any(piece.tag == "neg" for piece in pieces):
        return "eta-denied"
    tied = [piece for piece in pieces if piece.tag in {"inform", "arrival", "leisure", "reply"}]
    if tied and not any(piece.tag == "expect" or piece.tag == "stage" for piece in pieces):
        return "eta-tie"
    if any(piece.tag in {"arrival", "leisure"} and piece.entry.kind != "next" for piece in pieces):
        return "eta-tie"
    kinds = {piece.entry.kind for piece in pieces if piece.tag == "stage"}
    whole = {piece.entry.kind for piece in sentence.pieces if piece.tag == "stage"}
    own = (piece for piece in pieces if piece.entry.kind == standing.kind)
    if any(piece.tag == "stage" and piece.entry.form == "base" for piece in own):
        return "eta-tie"
    if standing.eta_kind == READY:
        return "eta-tie" if kinds - {READY, standing.kind, RECEIVED, DIAGNOSING} else ""
    if standing.eta_kind not in whole or whole & {READY, COLLECTED} - {standing.eta_kind}:
        return "eta-tie"
    return ""
