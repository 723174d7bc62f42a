"""When a word that no message may say may stand after all, because of what stands around it."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.claims import Sentence, Standing, has_condition
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.nouns import PEOPLE
from belfry.jobs.fence.phrasebook import list_words
from belfry.jobs.fence.stage_phrases import AWAITING, DIAGNOSING, READY

_TROUBLES = list_words("wrong fault faults problem problems issue issues trouble cause behind")
_PAUSES = list_words("pause paused hold delay delays delayed stuck")
_COUNTS = list_words("two three four five six couple few")
_POINTS = list_words("things words points questions :")
_AT_ONCE = frozenset({"straight away", "right away", "immediately", "promptly", "straightaway"})
_TELLS = frozenset({"let you know", "be in touch", "get in touch", "in touch", "keep you posted"})


def is_excused(sentence: Sentence, at: int, standing: Standing) -> bool:
    """Whether the refused word at a place says less there than it seems to."""
    pieces, piece = sentence.pieces, sentence.pieces[at]
    if piece.words in _PAUSES and standing.kind == AWAITING:
        return True
    if piece.words in _COUNTS:
        return _is_of_people(pieces, at)
    if piece.words in _AT_ONCE:
        return _is_told(pieces)
    match piece.entry.kind:
        case "promise":
            return _is_disclaimed(pieces, at)
        case "status":
            return _is_condition(pieces, at) or _is_looked_for(sentence, at, standing)
        case _:
            return False


def is_outlook(sentence: Sentence, standing: Standing) -> bool:
    """ "We hope to see you once it is ready": to come, and on its condition."""
    is_hoped = sentence.has("eta") and sentence.has("expect") and standing.eta_kind == READY
    return is_hoped or has_condition(sentence, standing)


def _is_looked_for(sentence: Sentence, at: int, standing: Standing) -> bool:
    """ "We don't know the fault yet": while it is looked for, it may be spoken of as unknown."""
    if standing.kind != DIAGNOSING or sentence.pieces[at].words not in _TROUBLES:
        return False
    before = sentence.pieces[max(0, at - 6) : at]
    is_later = sentence.has("neg") or sentence.has("future") or sentence.has("inform")
    is_asked = any(one.words in {"what", "why"} for one in before) and is_later
    is_open = any(one.tag in {"neg", "cond", "if", "to"} for one in before)
    return sentence.is_question or is_asked or is_open


def _is_disclaimed(pieces: Sequence[Piece], at: int) -> bool:
    """ "no guarantees", "we can't promise": less is said, not more."""
    near = pieces[max(0, at - 3) : at]
    return any(one.tag == "neg" for one in near) and all(one.tag != "break" for one in near)


def _is_of_people(pieces: Sequence[Piece], at: int) -> bool:
    """ "two of our mechanics": so many people, and no time."""
    return any(piece.words in PEOPLE or piece.words in _POINTS for piece in pieces[at + 1 : at + 4])


def _is_told(pieces: Sequence[Piece]) -> bool:
    """ "You'll hear from us right away": it is news that comes at once, if there is any."""
    is_news = any(piece.tag == "inform" or piece.words in _TELLS for piece in pieces)
    return is_news and any(piece.tag in {"cond", "if"} for piece in pieces)


def _is_condition(pieces: Sequence[Piece], at: int) -> bool:
    for piece in reversed(pieces[:at]):
        if piece.tag in {"comma", "break", "but", "stage"}:
            return False
        if piece.tag in {"if", "cond"}:
            return True
    return False
