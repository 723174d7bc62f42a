"""Whether a stage is only a word that is yet to be said: "we'll say 'ready' when it is"."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.phrasebook import list_words
from belfry.jobs.fence.stage_phrases import READY
from belfry.jobs.fence.standing import Sentence, Standing

_SAYING = list_words("""
say write read send text type announce report shout see hear get word words message label subject
saying writing reading sending texting typing
""")
_TO_COME = list_words("""
will 'll would 'd hope hopes want wish love like until till when once if wait
""")
_NOW = list_words("now finally can may today already get gets able")
_STOPS = frozenset({"comma", "break", "but"})


def is_only_word(sentence: Sentence, at: int, standing: Standing) -> bool:
    """Whether the word in quotes is one to come, on a condition or at its expected time."""
    pieces = sentence.pieces
    if not _is_quoted(pieces, at):
        return False
    before = _list_before(pieces, at - 1)
    if before & _NOW:
        return False
    is_tied = sentence.has("eta") and standing.eta_kind == READY
    if not before:
        # "'Ready' is the word we hope to send on Thursday".
        return is_tied and sentence.has("expect") and _is_named(pieces, at + 2)
    is_said = bool(before & _SAYING) and bool(before & _TO_COME)
    return is_said and (is_tied or _is_conditional(pieces, at + 2))


def _is_quoted(pieces: Sequence[Piece], at: int) -> bool:
    has_both = 0 < at < len(pieces) - 1
    return has_both and pieces[at - 1].tag == "quote" and pieces[at + 1].tag == "quote"


def _list_before(pieces: Sequence[Piece], at: int) -> set[str]:
    """The words of this part of the sentence before a place."""
    words: set[str] = set()
    for piece in reversed(pieces[:at]):
        if piece.tag in _STOPS:
            break
        words.update(piece.words.split())
    return words


def _is_named(pieces: Sequence[Piece], at: int) -> bool:
    """ "… is the word"."""
    words = [word for piece in pieces[at : at + 3] for word in piece.words.split()]
    return words[:1] in (["is"], ["'s"]) and bool({"word", "text", "message"} & set(words[:4]))


def _is_conditional(pieces: Sequence[Piece], at: int) -> bool:
    """Whether what follows makes it depend: "when it is", "if all goes well", "and not before"."""
    following = pieces[at : at + 3]
    return any(
        piece.tag in {"cond", "if"} or piece.words.startswith(("if ", "all being"))
        for piece in following
    ) and all(piece.words != "you" for piece in following)
