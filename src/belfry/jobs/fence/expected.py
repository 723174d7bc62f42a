"""Whether the expected time is said of what it is for, and neither sharpened nor taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belfry.jobs.fence.claims import Sentence, Standing
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.phrasebook import THING, list_words
from belfry.jobs.fence.stage_phrases import COLLECTED, DIAGNOSING, READY, RECEIVED
from belfry.jobs.fence.times import ETA
from belfry.jobs.fence.verdicts import Reason, object_to

_BEFORE = list_words("""
by on for is 's be and with of say still it them you up : ; , ( ' " . ! ? work them that again
hope think are itself have 've got
""")
_ENDINGS = frozenset({"finish", "collection", "pickup", "pick up", "completion", "start"})
_SHARPER = list_words("from about than of to at in")
_OPENERS = frozenset({"stage", "expect", "but", "quote", "emoji"})
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
    is_opened = at > 0 and pieces[at - 1].words in {"should", "if"}
    return is_opened and any(piece.words in {"we", "you"} for piece in pieces[at:])


def _may_follow(pieces: Sequence[Piece], at: int) -> bool:
    """Whether the word before it leaves the time as it is: "before Thursday" does not."""
    if at == 0:
        return True
    before = pieces[at - 1]
    last = before.words.rpartition(" ")[2]
    if last in _SHARPER and not _is_estimate(pieces, at):
        return False
    after = pieces[at + 1].words if at + 1 < len(pieces) else ""
    if last == "a" and after in _ENDINGS:
        return True
    is_masked = before.tag == "safe" and bool(before.entry.kind)
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
    is_hoped = standing.eta_kind == READY and "expect" in tags and "arrival" not in tags
    if not is_hoped and any(_is_coming(piece) for piece in part):
        return "eta-tie"
    if any(_is_begun(part, place, standing) for place in range(len(part))):
        return "eta-tie"
    kinds = {piece.entry.kind for piece in part if piece.tag == "stage"}
    if standing.eta_kind == READY:
        return "eta-tie" if kinds - {READY, standing.kind, RECEIVED, DIAGNOSING} else ""
    whole = {piece.entry.kind for piece in sentence.pieces if piece.tag == "stage"}
    is_other = standing.eta_kind not in whole or whole & {READY, COLLECTED} - {standing.eta_kind}
    return "eta-tie" if is_other else ""


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
