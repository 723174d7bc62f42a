"""Whether a stage is said of the customer's own thing, or of what else goes on in the shop."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.manners import ADVERBS
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.nouns import PEOPLE, PLACES
from belfry.jobs.fence.phrasebook import THING, list_words

_OTHERS = list_words("someone somebody else customer neighbour friend")
_MANY = list_words("""
plenty many several lots loads heaps dozens hundreds most other others another few various
countless numerous every each everyone everybody elsewhere
""")
_HOUSE = PEOPLE | PLACES
_WHERE = list_words("at in from on with behind")
_SMALL = list_words("is 's are 're has have been being was were will be")
_STOPS = frozenset({"comma", "break", "but", "cond", "if"})


def is_of_others(pieces: Sequence[Piece], at: int) -> bool:
    """ "Plenty of repairs are in progress"; "the painting of our showroom is in progress"."""
    words = [piece.words for piece in pieces[max(0, at - 4) : at]]
    if "'s" in words and _OTHERS.intersection(words):
        return True
    return (
        _is_of_the_house(words)
        or _is_of_many(pieces, at)
        or _is_of_another(pieces, at)
        or _is_of_any(pieces, at)
    )


def _is_of_the_house(words: Sequence[str]) -> bool:
    return any(
        one in {"our", "my"}
        and following not in PEOPLE
        and last in {"is", "'s", "are"}
        and before not in _WHERE
        for before, one, following, last in zip(
            ["", *words], words, words[1:], words[2:], strict=False
        )
    )


def _is_of_many(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a word for many, or for another, stands before what is at the stage."""
    for place in range(at - 1, -1, -1):
        piece = pieces[place]
        if piece.tag in _STOPS or piece.words in {"it", "we", "yours"}:
            return False
        if piece.words in _MANY:
            between = {one.words for one in pieces[place + 1 : at]}
            return bool(between & {"are", "is", "'re", "'s", "have", "has"}) or THING in between
    return False


def _is_of_another(pieces: Sequence[Piece], at: int) -> bool:
    """ "A bike is in progress", "the boss's own bike is on the bench": it may be anybody's."""
    place = at - 1
    while place > 0 and (pieces[place].words in _SMALL or pieces[place].words in ADVERBS):
        place -= 1
    if place <= 0 or pieces[place].words != THING:
        return False
    before = pieces[place - 1].words
    is_owned = before in {"'s", "own"} and any(one.words in PEOPLE for one in pieces[:place])
    return before in {"a", "an"} or is_owned


def _is_of_any(pieces: Sequence[Piece], at: int) -> bool:
    """ "We're busy repairing bikes", "work is in progress on the shop front"."""
    is_doing = pieces[at].entry.form == "doing" and at + 1 < len(pieces)
    after = [piece.words for piece in pieces[at + 1 : at + 4]]
    is_placed = len(after) == 3 and after[0] == "on" and after[1] in {"the", "our"}
    is_any = after[:1] in (["a"], ["an"]) and after[1:2] == [THING]
    return (
        is_any
        or (is_doing and pieces[at + 1].tag == "unknown")
        or (is_placed and after[2] in _HOUSE)
    )
