"""Which sentences a message is made of, each as the known phrases that stand in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.phrasebook import Book, Entry, find_longest
from belfry.jobs.fence.standing import Sentence

_ENDS = frozenset({".", "!", "?", "\n"})
_SAYING = frozenset({"say", "tell", "tell you", "mention", "add", "report", "let you know"})
_UNKNOWN = Entry("unknown")


def list_sentences(words: Sequence[str], book: Book) -> Iterator[Sentence]:
    pieces: list[Piece] = []
    place = 0
    while place < len(words):
        if words[place] in _ENDS:
            is_question = words[place] == "?"
            yield Sentence(pieces, is_question and not (_is_aside(pieces) or _is_telling(pieces)))
            pieces, place = [], place + 1
            continue
        end, entry = find_longest(book, words, place)
        if entry is None:
            entry, end = _UNKNOWN, place + 1
        said = words[place] if end == place + 1 else " ".join(words[place:end])
        pieces.append(Piece(entry, said, entry.tag))
        place = end
    yield Sentence(pieces, is_question=False)


def _is_telling(pieces: Sequence[Piece]) -> bool:
    """ "May we tell you that it is in progress?" tells, and asks only for leave to."""
    if len(pieces) < 4 or pieces[0].words != "may":
        return False
    is_ours = pieces[1].words in {"we", "i"}
    said = next((at for at, one in enumerate(pieces[2:8], 2) if one.words in _SAYING), None)
    return is_ours and said is not None and any(one.tag == "stage" for one in pieces[said:])


def _is_aside(pieces: Sequence[Piece]) -> bool:
    """ "It is being looked at, and the question is: why?" asks only at its end."""
    breaks = [place for place, piece in enumerate(pieces) if piece.words in {":", ";"}]
    return bool(breaks) and all(piece.tag != "stage" for piece in pieces[breaks[-1] :])
