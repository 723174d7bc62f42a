"""Whether what a message says of stages is true: its own as now, no other as now."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.moods import Mood, Piece, find_mood
from belfry.jobs.fence.phrasebook import THING
from belfry.jobs.fence.quoting import is_only_word
from belfry.jobs.fence.readiness import is_of_somebody
from belfry.jobs.fence.stage_phrases import (
    AWAITING,
    COLLECTED,
    DIAGNOSING,
    KINDS,
    PROGRESS,
    READY,
    RECEIVED,
)
from belfry.jobs.fence.standing import Sentence, Standing
from belfry.jobs.fence.unreal import is_unreal
from belfry.jobs.fence.waiting import (
    has_part,
    is_interrupted,
    is_kept,
    is_of_part,
    judge_arrival,
    judge_having,
    names_part,
)
from belfry.jobs.fence.whose import is_of_others

_PAST = frozenset({"was", "were", "had"})
_BEGINS = frozenset({"starts", "begins", "gets going", "kicks off"})
_BENCHES = frozenset({"bench", "workbench", "stand", "ramp", THING})
_ORDERS = frozenset({"awaiting", "ordered"})
_PLACES = frozenset({"front", "head", "top", "next", "first"})
_BUSY = frozenset({"on the case", "'re on it", "are on it", "is on it", "'s on it", "'m on it"})
_PLAIN = frozenset(
    {"in progress", "under way", "underway", "ready", "ready to collect", "collected", "diagnosing"}
)
_BEHIND = frozenset({"event", "over"})


def judge_mention(sentence: Sentence, at: int, standing: Standing) -> str:
    """ "yes" if the job's own stage is told as now, "" if it is harmless, else the rule broken."""
    piece = sentence.pieces[at]
    kind, form = piece.entry.kind, piece.entry.form
    mood = find_mood(sentence.pieces, at, is_question=sentence.is_question)
    if piece.words == "working" and _is_running(sentence.pieces, at):
        is_fine = standing.kind == READY or mood in {Mood.CONDITION, Mood.DENIED}
        return "" if is_fine else "stage"
    if kind == READY and _is_no_claim(sentence, at, standing):
        return ""
    if mood is Mood.CONDITION:
        is_wish = form == "invite" and standing.kind != READY and _is_wish(sentence.pieces, at)
        return "stage" if is_wish else ""
    if piece.tag == "arrival":
        following = sentence.pieces[at + 1 : at + 5]
        if any(one.tag == "stage" and one.entry.kind == standing.kind for one in following):
            return ""
        return judge_arrival(piece.words, mood, standing, has_part=has_part(sentence))
    if form == "have":
        return judge_having(sentence, at, mood, standing)
    if kind == standing.kind:
        answer = _judge_own(sentence.pieces, at, mood)
        return "" if answer == "yes" and is_unreal(sentence.pieces, at) else answer
    if kind == PROGRESS and standing.kind == DIAGNOSING and _goes_with_it(sentence.pieces, at):
        return ""
    if kind == PROGRESS and not standing.has_progress and standing.kind not in KINDS:
        return "stage-denied" if mood in {Mood.DENIED, Mood.ASKED} else ""
    return _judge_other(sentence, at, mood, standing)


def _is_no_claim(sentence: Sentence, at: int, standing: Standing) -> bool:
    """Whether somebody else is ready, or it is only a word that is yet to be said."""
    is_word = standing.kind != READY and is_only_word(sentence, at, standing)
    return is_word or is_of_somebody(sentence.pieces, at)


def _is_running(pieces: Sequence[Piece], at: int) -> bool:
    """ "it will be working": the thing itself, not those who work on it."""
    if at and pieces[at - 1].words.split()[-1] in {"it", "them", THING}:
        return True
    for piece in reversed(pieces[:at]):
        if piece.tag in {"subject", "comma", "break"}:
            return piece.words in {"it", "they", THING}
    return False


def _is_meanwhile(pieces: Sequence[Piece], at: int) -> bool:
    """ "while we diagnose it"."""
    return [piece.words for piece in pieces[max(0, at - 2) : at]] in (["while", "we"], ["as", "we"])


def _goes_with_it(pieces: Sequence[Piece], at: int) -> bool:
    """Whether what sounds like the work is part of the diagnosis."""
    is_busy = pieces[at].words in _BUSY
    return is_busy or _is_of_diagnosis(pieces, at) or _is_its_place(pieces, at)


def _is_of_diagnosis(pieces: Sequence[Piece], at: int) -> bool:
    """ "The diagnosis is under way": it is not the work that is."""
    for piece in reversed(pieces[:at]):
        if piece.tag in {"comma", "break", "but", "and"}:
            return False
        if piece.tag == "stage" and piece.entry.kind == DIAGNOSING:
            return True
    return False


def _is_its_place(pieces: Sequence[Piece], at: int) -> bool:
    """ "It's on the bench and we're diagnosing it": where the diagnosis goes on."""
    if pieces[at].entry.form != "state" or pieces[at].words.rpartition(" ")[2] not in _BENCHES:
        return False
    for piece in pieces[at + 1 : at + 6]:
        if piece.tag == "stage":
            return piece.entry.kind == DIAGNOSING and piece.entry.form == "doing"
        if piece.tag in {"neg", "cond", "if", "future", "expect", "to", "past", "but"}:
            return False
    return False


def _is_wish(pieces: Sequence[Piece], at: int) -> bool:
    """ "when you want to collect it": the condition is the customer's wish, not the work."""
    return any(piece.words in {"want", "wish", "like"} for piece in pieces[max(0, at - 3) : at])


def _judge_own(pieces: Sequence[Piece], at: int, mood: Mood) -> str:
    piece = pieces[at]
    if piece.words.startswith("until ") or (
        piece.entry.form == "base" and _is_meanwhile(pieces, at)
    ):
        return "yes"
    if piece.entry.kind == RECEIVED and not _PLACES.isdisjoint(piece.words.split()):
        # How far it has come in the queue is more than anybody knows.
        return "stage"
    if piece.words in _ORDERS and names_part(pieces, at):
        return "stage"
    if is_of_others(pieces, at):
        return ""
    if piece.words.endswith("follow"):
        return "stage-denied"
    # "It is ready. It will be ready once the buttons are on": the one takes the other back.
    is_undone = piece.words in _PLAIN or _is_memory(pieces, at)
    return _judge_own_mood(piece.entry.form, mood, is_undone=is_undone)


def _judge_own_mood(form: str, mood: Mood, *, is_undone: bool) -> str:
    if form == "over":
        return "" if mood in {Mood.DENIED, Mood.FUTURE} else "stage"
    if form == "invite":
        return {Mood.DENIED: "stage-denied", Mood.ASKED: ""}.get(mood, "yes")
    if mood is Mood.ASKED:
        return ""
    if mood is Mood.CLAIMED:
        return "" if form == "base" else "yes"
    if mood is Mood.FUTURE:
        return "stage-denied" if is_undone else "stage-hoped"
    return "yes" if mood is Mood.PAST and form == "event" else "stage-denied"


def _judge_other(sentence: Sentence, at: int, mood: Mood, standing: Standing) -> str:
    piece = sentence.pieces[at]
    kind, form = piece.entry.kind, piece.entry.form
    if kind == RECEIVED and is_kept(sentence.pieces, at):
        return "stage" if standing.kind == COLLECTED and mood is Mood.CLAIMED else ""
    if mood is Mood.DENIED and kind == AWAITING and piece.words.startswith("need"):
        return "stage"
    if mood is Mood.DENIED and standing.kind == AWAITING:
        return "yes" if kind == RECEIVED and has_part(sentence) else ""
    if mood is Mood.DENIED:
        is_undone = form in _BEHIND and standing.is_earlier(kind)
        return "stage" if is_undone or (kind == RECEIVED and form == "event") else ""
    if mood is Mood.ASKED:
        return "stage"
    if standing.kind == AWAITING and kind == RECEIVED and is_of_part(sentence.pieces, at):
        return "" if mood is Mood.FUTURE else "stage"
    if standing.kind == AWAITING and is_interrupted(sentence.pieces, at, mood, standing):
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
    is_timed |= kind == standing.eta_kind and _is_hoped_by(sentence, at)
    is_timed |= kind == standing.eta_kind and _is_planned_for(sentence.pieces, at)
    is_ahead = (mood is Mood.FUTURE and kind != AWAITING) or is_timed
    return "" if is_ahead or (form == "base" and kind != AWAITING) else "stage"


def _is_planned_for(pieces: Sequence[Piece], at: int) -> bool:
    """ "Thursday is our target for getting going on it"."""
    is_doing = pieces[at].entry.form in {"doing", "base"}
    is_for = at > 0 and pieces[at - 1].words == "for"
    return is_doing and is_for and any(one.tag == "eta" for one in pieces[max(0, at - 6) : at])


def _is_hoped_by(sentence: Sentence, at: int) -> bool:
    """ "In progress by Thursday afternoon, we hope"."""
    is_first = at == 0 or sentence.pieces[at - 1].tag == "quote"
    if is_first and sentence.has("expect"):
        return _is_beside_eta(sentence.pieces, at)
    # "Thursday afternoon, we hope: in progress".
    before = sentence.pieces[:at]
    is_led = bool(before) and before[0].tag == "eta" and before[-1].tag == "break"
    return is_led and any(one.tag == "expect" for one in before)


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
    if piece.entry.form == "base" and _is_first_step(sentence, at):
        return ""
    is_tied = sentence.has("eta") and standing.eta_kind == READY
    if is_tied and piece.words in {"collection", "pickup", "pick up", "completion"}:
        return ""
    is_may = piece.words.startswith(("can ", "could ", "may ", "might ")) and sentence.has("expect")
    is_hoped = mood is Mood.FUTURE or is_may
    if mood is Mood.FUTURE or piece.entry.form in {"invite", "base"}:
        return "" if (is_tied and is_hoped) or has_condition(sentence, standing) else "stage"
    return "" if is_tied and _is_beside_eta(sentence.pieces, at) else "stage"


def _is_first_step(sentence: Sentence, at: int) -> bool:
    """ "We finish it, then we text you": what comes before the news that is promised."""
    is_we = at > 0 and sentence.pieces[at - 1].words in {"we", "i"}
    rest = sentence.pieces[at + 1 :]
    is_then = any(one.words in {"then", "and then"} for one in rest)
    return is_we and is_then and any(one.tag == "inform" for one in rest)


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
            ":",
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
