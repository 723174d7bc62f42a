"""Whether the expected time is said of what it is for, and neither sharpened nor taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belfry.jobs.fence.moods import Mood, Piece, find_mood
from belfry.jobs.fence.nouns import EXPECTATION
from belfry.jobs.fence.phrasebook import THING, list_words
from belfry.jobs.fence.stage_phrases import COLLECTED, DIAGNOSING, PROGRESS, READY, RECEIVED, WORK
from belfry.jobs.fence.standing import Sentence, Standing
from belfry.jobs.fence.times import ETA
from belfry.jobs.fence.verdicts import Reason, object_to

_BEFORE = list_words("""
by on for is 's be and with of say still it them you up : ; , ( ' " . ! ? work them that again
possible provisional tentative hopeful likely cautious rough says suggests suggest suggesting
reckons saying provisionally tentatively hopefully realistically probably currently hope think are
itself have 've got
""")
_ENDINGS = frozenset({"finish", "collection", "pickup", "pick up", "completion", "start"})
_OTHERS = list_words("part parts payment delivery supplier courier appointment")
_WORK = frozenset(WORK.split("/"))
_STARTS = list_words("start starting begin beginning commence started begun working underway")
_SHARPER = list_words("from about than of to at in")
_HEARD = frozenset({"hear", "heard", "hearing"})
_OPENERS = frozenset({"stage", "expect", "but", "quote", "emoji"})
_HEDGES = list_words("""
say hopeful suggest propose guess reckon dream wish fancy predict imagine picture believe
""")
_TIED = frozenset({"inform", "arrival", "leisure", "reply"})


def judge_eta(sentence: Sentence, at: int, standing: Standing) -> Iterator[Reason]:
    """What is wrong with how the expected time at a place is told."""
    pieces = sentence.pieces
    if _is_supposed(pieces, at):
        return
    after = pieces[at + 1].words if at + 1 < len(pieces) else ""
    if not _may_follow(pieces, at) or after == "or":
        around = " ".join(piece.words for piece in pieces[max(0, at - 1) : at + 2])
        yield object_to("time", around)
    if after in {"was", "were", "had"}:
        yield object_to("eta-denied", f"{ETA} {after}")
    if rule := _find_tie(_find_part(pieces, at), sentence, standing):
        yield object_to(rule)


def _is_supposed(pieces: Sequence[Piece], at: int) -> bool:
    """ "Should Thursday turn out too hopeful, we'll say so"; "if Thursday doesn't suit you"."""
    if _is_put_off(pieces, at):
        return True
    is_opened = at > 0 and pieces[at - 1].words in {"should", "if"}
    words = {word for piece in pieces[at:] for word in piece.words.split()}
    return is_opened and bool(words & {"we", "you", "us"})


def _is_put_off(pieces: Sequence[Piece], at: int) -> bool:
    """ "Please don't set out on Thursday until you've heard from us"."""
    before = [piece.words for piece in pieces[max(0, at - 5) : at]]
    after = pieces[at + 1 : at + 6]
    is_order = "don't" in before and not {"we", "it", "you", THING}.intersection(before)
    is_until = bool(after) and after[0].words in {"until", "till", "unless", "before", "without"}
    return is_order and is_until and any(_HEARD & set(one.words.split()) for one in after)


def _may_follow(pieces: Sequence[Piece], at: int) -> bool:
    """Whether the word before it leaves the time as it is: "before Thursday" does not."""
    if at == 0:
        return True
    before = pieces[at - 1]
    last = before.words.rpartition(" ")[2]
    is_looked_at = before.tag == "stage" and last == "at"
    if last in _SHARPER and not is_looked_at and not _is_estimate(pieces, at):
        return False
    after = pieces[at + 1].words if at + 1 < len(pieces) else ""
    if last == "a" and after in _ENDINGS:
        return True
    is_masked = before.tag == "safe" and before.entry.kind not in {"", "aside"}
    return last in _BEFORE or last == THING or is_masked or before.tag in _OPENERS


def _is_estimate(pieces: Sequence[Piece], at: int) -> bool:
    """ "an ETA of Thursday", "pencil in Thursday"."""
    if pieces[at - 1].tag == "expect":
        return True
    return at >= 2 and pieces[at - 1].words == "of" and pieces[at - 2].tag == "expect"


def _find_part(pieces: Sequence[Piece], at: int) -> Sequence[Piece]:
    """The part of a sentence around a place, between commas, breaks and turns."""
    stops = {"comma", "break", "but"}
    start, end = at, at + 1
    while start > 0 and pieces[start - 1].tag not in stops:
        start -= 1
    while end < len(pieces) and pieces[end].tag not in stops:
        end += 1
    return pieces[start:end]


def _find_tie(part: Sequence[Piece], sentence: Sentence, standing: Standing) -> str:
    """The rule broken by what the ETA in a part is said of, if any."""
    tags = {piece.tag for piece in part}
    if "neg" in tags:
        return "eta-denied"
    if tags & _TIED and not tags & {"expect", "stage"}:
        return "eta-tie"
    if any(piece.words in _OTHERS for piece in part) or not _is_told_of_job(_narrow(part)):
        return "eta-tie"
    is_hoped = standing.eta_kind == READY and "expect" in tags and "arrival" not in tags
    if not is_hoped and any(_is_coming(piece) for piece in part):
        return "eta-tie"
    if any(_is_ended(part, place) for place in range(len(part))):
        return "eta-tie"
    if any(_is_begun(part, place, standing) for place in range(len(part))):
        return "eta-tie"
    kinds = {piece.entry.kind for piece in part if piece.tag == "stage"}
    if standing.eta_kind == PROGRESS and _is_finished_by(part):
        return "eta-tie"
    if standing.eta_kind == READY:
        return "eta-tie" if kinds - {READY, standing.kind, RECEIVED, DIAGNOSING} else ""
    whole = {piece.entry.kind for piece in sentence.pieces if piece.tag == "stage"}
    told = _list_kinds(sentence.pieces) | kinds
    is_other = standing.eta_kind not in whole or told & {READY, COLLECTED} - {standing.eta_kind}
    return "eta-tie" if is_other else ""


def _is_finished_by(part: Sequence[Piece]) -> bool:
    """ "We expect to repair it by Thursday": that is its end, where its begin is expected."""
    words = [piece.words for piece in part]
    is_by = "by" in words[: words.index(ETA)][-1:]
    is_begun = any(
        piece.words in _STARTS or " " in piece.words for piece in part if piece.tag == "stage"
    )
    return is_by and not is_begun and not _WORK.isdisjoint(words)


def _list_kinds(pieces: Sequence[Piece]) -> set[str]:
    """The kinds of stages that are spoken of, but for conditions: "once that's done"."""
    return {
        piece.entry.kind
        for at, piece in enumerate(pieces)
        if piece.tag == "stage" and find_mood(pieces, at, is_question=False) is not Mood.CONDITION
    }


def _narrow(part: Sequence[Piece]) -> Sequence[Piece]:
    """The clause of the time alone, where "and we" or "and it" opens or ends it."""
    at = next(place for place, piece in enumerate(part) if piece.tag == "eta")
    opens = [
        place
        for place, piece in enumerate(part[:-1])
        if piece.tag == "and" and part[place + 1].words in {"we", "i", "it", "you", THING}
    ]
    start = max((place for place in opens if place < at), default=0)
    return part[start : min((place for place in opens if place > at), default=len(part))]


def _is_told_of_job(part: Sequence[Piece]) -> bool:
    """Whether it is hoped for, said of a stage or called an estimate; not "we call you then"."""
    if any(piece.tag in {"expect", "stage"} for piece in part):
        return True
    words = {word for piece in part for word in piece.words.split()}
    return bool(words & (EXPECTATION | _HEDGES)) or not words & {"we", "i", "you", "us"}


def _is_ended(part: Sequence[Piece], place: int) -> bool:
    """ "We'll know what's wrong by Thursday": the end of a stage; "be looked at" is its begin."""
    if part[place].tag != "stage" or part[place].entry.form != "over":
        return False
    return not place or part[place - 1].words != "be"


def _is_begun(part: Sequence[Piece], place: int, standing: Standing) -> bool:
    """Whether the ETA is told of the begin of the stage that the job is in; "work on it" may be
    the work itself.
    """
    piece = part[place]
    if piece.tag != "stage" or piece.entry.kind != standing.kind or piece.entry.form != "base":
        return False
    before = part[place - 1].words if place else ""
    return piece.words != "work on" or before in {"to", "will", "'ll", "we", "can", "shall"}


def _is_coming(piece: Piece) -> bool:
    return piece.tag in {"arrival", "leisure"} and piece.entry.kind != "next"
