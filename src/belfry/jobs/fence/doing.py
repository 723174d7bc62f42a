"""Whether somebody or something may be said to do, or to have done, what a sentence says."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence import everyday_words
from belfry.jobs.fence.being import MAY, find_noun, has_object, is_still
from belfry.jobs.fence.clauses import JOB, ORDER, OTHER, TALK, WE, YOU, Clause
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.nouns import EXPECTATION, NEWS, NOUNS
from belfry.jobs.fence.phrasebook import THING
from belfry.jobs.fence.said_words import (
    GOES,
    HANDLED,
    JOB_DOES,
    KEEPERS,
    KEPT_UP,
    OWNED_DOES,
    REMAINS,
    STAYS,
    TALK_DOES,
    WE_ALSO,
)
from belfry.jobs.fence.verbs import CARE, FEEL, FEIGN, LOOSE, TELL, VERBS

_GIVEN = frozenset({"care", "attention", "love", "respect", "tlc", "pampering", "devotion"})
_ENDS = frozenset({"comma", "break", "but", "and", "cond", "stage"})
# What nobody has yet: "we haven't got a day in mind".
_UNSET = frozenset({"day", "date", "time", "timescale", "deadline"})
_NOUNS = NOUNS | everyday_words.WORDS


def may_do(pieces: Sequence[Piece], clause: Clause, *, is_there: bool) -> bool:
    """`is_there`: the job can be fetched, so that the customer may do more."""
    word = pieces[clause.at].words
    kinds = {kind for kind, _ in VERBS.get(word, ())}
    if not kinds:
        return not clause.has_modal or clause.is_denied or not _is_verb_like(pieces[clause.at])
    if clause.subject in {JOB, OTHER}:
        is_speaker = clause.subject == OTHER or pieces[clause.start].words == "they"
        return bool(is_speaker and kinds & {TELL, FEEL}) or _may_job_do(pieces, clause)
    if clause.subject == TALK:
        is_same = clause.is_denied and word in {"moved", "changed", "budged", "shifted", "slipped"}
        return is_same or word in TALK_DOES
    if clause.subject == WE and (clause.has_have or _is_past_work(word)):
        return _may_have_done(pieces, clause, kinds)
    if clause.subject == ORDER and not is_there and _is_handed(pieces, clause, kinds):
        return clause.is_denied
    if clause.subject == WE and (word in WE_ALSO or _is_going_on(pieces, clause.at)):
        return True
    if kinds & MAY[clause.subject] or clause.is_denied:
        return True
    if is_there and clause.subject in {YOU, ORDER}:
        return True
    if LOOSE not in kinds:
        return False
    is_free = clause.subject == WE and is_apart(pieces, clause.at)
    return is_free or has_object(pieces, clause.at)


def _is_going_on(pieces: Sequence[Piece], at: int) -> bool:
    """ "we'll get to the diagnosis": the stage that follows is looked at as such."""
    near = pieces[at + 1 : at + 4]
    return pieces[at].words in {"get", "move", "come", "turn"} and any(
        one.tag == "stage" and all(two.tag not in _ENDS for two in near[:place])
        for place, one in enumerate(near)
    )


def _is_handed(pieces: Sequence[Piece], clause: Clause, kinds: set[str]) -> bool:
    """ "hear it for yourself": as if the thing were at hand."""
    following = pieces[clause.at + 1].words if clause.at + 1 < len(pieces) else ""
    is_expected = pieces[clause.at].tag == "expect"
    return following in {"it", "them", THING} and TELL not in kinds and not is_expected


def _is_verb_like(piece: Piece) -> bool:
    """ "we'll post it": a word that may be a noun elsewhere is what is done after "will"."""
    return piece.tag == "safe" and piece.words in _NOUNS


def _may_job_do(pieces: Sequence[Piece], clause: Clause) -> bool:
    word, at = pieces[clause.at].words, clause.at
    if word in {"says", "reads"}:
        # What it says is a stage, and looked at as such.
        return at + 1 < len(pieces) and pieces[at + 1].tag in {"quote", "stage"}
    if word in {"gets", "get", "receives", "enjoys"} and find_noun(pieces, at + 1) in _GIVEN:
        return True
    if word in REMAINS:
        return find_noun(pieces, at + 1) in KEEPERS
    if word == "got":
        return at + 1 < len(pieces) and pieces[at + 1].tag == "stage"
    if word in OWNED_DOES and clause.start and pieces[clause.start - 1].words in _NOUNS:
        return True
    is_moved = word in GOES and any(one.tag == "stage" for one in pieces[at : at + 4])
    is_stuck = word in {"needs", "need"} and any(
        not {"part", "parts"}.isdisjoint(one.words.split()) for one in pieces
    )
    is_kept = is_still(pieces, clause) and word in STAYS
    is_open = clause.has_modal and word in {"change", "shift"}
    is_might = at + 1 == len(pieces) or pieces[at + 1].tag in _ENDS
    is_might &= any(one.words in {"may", "might"} for one in pieces[clause.start : at])
    is_open |= word == "move" and is_might
    return word in JOB_DOES or is_moved or is_stuck or is_kept or is_open


def _may_have_done(pieces: Sequence[Piece], clause: Clause, kinds: set[str]) -> bool:
    if not clause.has_have:
        return clause.is_denied or _is_heard(pieces, clause.at)
    if pieces[clause.at].words == "got" and clause.is_denied:
        near = {one.words for one in pieces[clause.at + 1 : clause.at + 4]}
        return bool(near & _UNSET) or find_noun(pieces, clause.at + 1) in EXPECTATION | NEWS
    is_harmless = pieces[clause.at].words in KEPT_UP or bool(kinds & {TELL, FEEL})
    return is_harmless or is_apart(pieces, clause.at) or _is_undone(pieces, clause)


def _is_heard(pieces: Sequence[Piece], at: int) -> bool:
    """ "we got your message"."""
    is_got = pieces[at].words in {"got", "saw", "read", "heard", "had", "took"}
    near = [one.words for one in pieces[at + 1 : at + 4]]
    return is_got and near[:1] == ["your"] and bool(NEWS & set(near))


def _is_undone(pieces: Sequence[Piece], clause: Clause) -> bool:
    """ "we have not given up": nothing was done to anything."""
    rest: list[str] = []
    for piece in pieces[clause.at + 1 : clause.at + 9]:
        if piece.tag in _ENDS:
            break
        rest.extend(piece.words.split())
    return clause.is_denied and HANDLED.isdisjoint(rest)


def is_apart(pieces: Sequence[Piece], at: int) -> bool:
    """Whether it was done to nothing of the customer's: "we have shut out the noise"."""
    has_noun = False
    for piece in pieces[at + 1 : at + 9]:
        if piece.tag in _ENDS:
            return has_noun and piece.tag != "stage"
        if piece.words in HANDLED or piece.tag == "unknown":
            return False
        has_noun |= piece.words in _NOUNS
    return has_noun


def _is_past_work(word: str) -> bool:
    return all(
        kind in {LOOSE, CARE, FEIGN} and form == "past" for kind, form in VERBS.get(word, ())
    )
