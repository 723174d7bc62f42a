"""Whether what is called ready or done is somebody or a cup of tea, not the customer's thing."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.manners import ADVERBS
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.nouns import COURTESY, NEWS, PEOPLE, WORLD
from belfry.jobs.fence.phrasebook import list_words
from belfry.jobs.fence.said_words import HANDLED
from belfry.jobs.fence.stage_phrases import COLLECTED, READY

_READY = frozenset({"ready", "all ready", "done", "all done", "finished", "all finished"})
_WAITING = frozenset({"ready", "ready and waiting", "ready and waiting for"})
_SMALL = list_words("is 's are 're was were has have 've been being am 'm not isn't aren't wasn't")
_WE = PEOPLE | {"we", "i"}
_FOR = (
    NEWS
    | COURTESY
    | list_words("""
walk tea coffee cuppa brew challenge challenges adventure puzzle puzzles puns jokes biscuits
anything
""")
)
_PASSED = list_words("a an the some any your our another more good great honest straight all")


def is_of_somebody(pieces: Sequence[Piece], at: int) -> bool:
    """ "The tea is done", "the dog is ready", "we were ready for it", "you are ready for news"."""
    words = pieces[at].words
    subject = _find_subject(pieces, at)
    if subject is None:
        return False
    who = pieces[subject].words
    if who in WORLD and words in _READY:
        is_ours = subject == 0 or pieces[subject - 1].words != "your"
        return is_ours and not _goes_on(pieces, at)
    between = {piece.words for piece in pieces[subject:at]}
    if who in _WE and words in _WAITING and between & {"was", "were"}:
        return True
    return (who in _WE or who == "you") and words == "ready" and _is_for_talk(pieces, at)


def _goes_on(pieces: Sequence[Piece], at: int) -> bool:
    """ "The dog is ready, and so is your bike": it is said of the thing as well."""
    for place in range(at + 1, len(pieces)):
        if pieces[place].tag == "stage":
            return pieces[place].entry.kind in {READY, COLLECTED}
        if pieces[place].words in HANDLED - {"you"}:
            return all(one.tag != "stage" for one in pieces[place : place + 5])
    return False


def _find_subject(pieces: Sequence[Piece], at: int) -> int | None:
    place = at - 1
    while place >= 0 and (pieces[place].words in _SMALL or pieces[place].words in ADVERBS):
        place -= 1
    return place if 0 <= place < at - 1 or place == 0 else None


def _is_for_talk(pieces: Sequence[Piece], at: int) -> bool:
    """ "ready for your questions"; not "ready for you"."""
    if at + 2 >= len(pieces) or pieces[at + 1].words != "for":
        return False
    end = at + 2
    while end + 1 < len(pieces) and pieces[end].words in _PASSED:
        end += 1
    return pieces[end].words.rpartition(" ")[2] in _FOR
