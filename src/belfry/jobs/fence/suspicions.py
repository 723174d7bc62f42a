"""Whether a sentence names a cause in passing, or calls the customer in as if there were one.

A guess, a search that ends in a thing and an "if it's the battery" all leave the reader with a
finding, and no fact holds one.
"""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.phrasebook import THING, list_words
from belfry.jobs.fence.stage_phrases import DIAGNOSING

_GUESSES = list_words("reckon think guess bet suspect suppose believe blame")
_SUPPOSED = frozenset({"it", "that", "'s", "is", "be", "to"})
_PASSED = list_words("the a an some its it 's is that this probably")
_SUMMONS = frozenset({"call us", "ring us", "phone us", "contact us"})
_ASKED_FOR = list_words("""
question questions query queries worry worries concern concerns any anything free welcome need like
want wish we i always whenever here
""")


def find_suspicion(pieces: Sequence[Piece]) -> str | None:
    """The words of the first that is found."""
    return _find_cause(pieces) or _find_guess(pieces) or _find_summons(pieces)


def _find_guess(pieces: Sequence[Piece]) -> str | None:
    """A cause that is only guessed or supposed."""
    for at, piece in enumerate(pieces):
        is_guess = piece.words in _GUESSES and _is_guessed(pieces, at)
        if is_guess or (piece.tag == "if" and _is_supposed(pieces, at)):
            return " ".join(one.words for one in pieces[at : at + 5])
    return None


def _is_guessed(pieces: Sequence[Piece], at: int) -> bool:
    """ "We reckon the chain", "we think it's the chain"."""
    end = at + 1
    while end < len(pieces) and pieces[end].words in _PASSED:
        end += 1
    is_named = end < len(pieces) and (pieces[end].tag == "unknown" or pieces[end].words == THING)
    is_last = end + 1 >= len(pieces) or pieces[end + 1].tag in {"comma", "break", "and", "but"}
    return is_named and is_last


def _is_supposed(pieces: Sequence[Piece], at: int) -> bool:
    """ "We'll tell you if it's the battery"; not "if your bike …"."""
    end = at + 1
    while end < len(pieces) and pieces[end].words in _SUPPOSED:
        end += 1
    is_named = at + 1 < end < len(pieces) and pieces[end].words == THING
    after = [one for one in pieces[end + 1 : end + 3] if one.words != "again"]
    return is_named and (not after or after[0].tag in {"comma", "break", "but"})


def _find_cause(pieces: Sequence[Piece]) -> str | None:
    """ "We're looking for the fault: a worn chain": a thing named after the search for it."""
    is_sought = False
    for at, piece in enumerate(pieces[:-2]):
        is_sought |= piece.tag == "stage" and piece.entry.kind == DIAGNOSING
        is_named = piece.tag in {"break", "comma"} and pieces[at + 1].words in {"a", "an", "some"}
        if is_named and is_sought and any(one.words == THING for one in pieces[at + 2 : at + 5]):
            return " ".join(one.words for one in pieces[at + 1 : at + 5])
    if len(pieces) > 2 and pieces[-1].words == THING and pieces[-2].tag == "break":
        # "Diagnosis complete: battery".
        found = pieces[-3]
        if found.entry.kind == DIAGNOSING and found.entry.form == "over":
            return f"{found.words} : {THING}"
    return None


def _find_summons(pieces: Sequence[Piece]) -> str | None:
    """ "Please call us": as if something were the matter, where no question is spoken of."""
    summons = next((one.words for one in pieces if one.words in _SUMMONS), None)
    if summons is None or any(piece.tag in {"if", "cond", "neg"} for piece in pieces):
        return None
    words = {word for piece in pieces for word in piece.words.split()}
    return None if words & _ASKED_FOR else summons
