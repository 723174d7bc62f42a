"""Whether a sentence without a verb is a greeting, a thank-you or a heading, and nothing more.

"One sleeve down, one to go" says a great deal without any verb, so a bare remark must be of a kind
that is known to say nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.everyday_words import CALLS
from belfry.jobs.fence.masking import JOB, LINK, NAME, SHOP
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.nouns import COURTESY, EXPECTATION, NEWS, PEOPLE
from belfry.jobs.fence.phrasebook import THING, list_words

_TOLD = frozenset(
    {"stage", "arrival", "inform", "reply", "eta", "closing", "leisure", "refuse", "photo"}
)
_MARKS = frozenset({NAME, SHOP, LINK, JOB})
_OPENERS = CALLS | list_words("""
hi hello hey hiya dear please yes no update thanks thank sorry welcome congratulations
hope wish us you we more will if when and here ta da woohoo yay hooray hurray whoop hurrah oh ah aw
sincerely respectfully warmly faithfully honest honestly appreciated noted agreed understood true
mood weather motto moral verdict fore psst ps btw fyi bye goodbye x xx xxx tada voila cheers
""")
_PLACED = list_words("up on off down back out done over")
_ANCHORS = _OPENERS | NEWS | COURTESY | EXPECTATION | PEOPLE
_OF_THINGS = NEWS | list_words("thank thanks nothing no sorry lovely great good still got for from")


def _is_placed(pieces: Sequence[Piece], at: int) -> bool:
    """ "shelves up, doors on": where something is now, at the end of a part."""
    is_last = at + 1 == len(pieces) or pieces[at + 1].tag in {"comma", "and"}
    return at > 0 and is_last and pieces[at].words in _PLACED


def find_remark(pieces: Sequence[Piece]) -> str | None:
    """A sentence without a verb that could tell something; `pieces` have no clause in them."""
    pieces = [piece for piece in pieces if piece.tag not in {"emoji", "quote", "break"}]
    if not pieces or pieces[0].tag == "if" or any(piece.tag in _TOLD for piece in pieces):
        return None
    words = {word for piece in pieces for word in piece.words.split()}
    is_only_thing = len(pieces) == 1 and pieces[0].words == THING
    has_thing = any(piece.words == THING for piece in pieces)
    if is_only_thing or (has_thing and not words & _OF_THINGS):
        return " ".join(piece.words for piece in pieces)
    if any(_is_placed(pieces, at) for at in range(len(pieces))):
        return " ".join(piece.words for piece in pieces)
    if words & _MARKS or any(piece.tag == "neg" for piece in pieces):
        return None
    has_phrase = any(piece.tag == "safe" and " " in piece.words for piece in pieces)
    return None if has_phrase or words & _ANCHORS else " ".join(sorted(words))
