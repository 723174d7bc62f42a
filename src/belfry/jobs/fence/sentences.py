"""Which sentences a message is made of, each as the known phrases that stand in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.phrasebook import Book, Entry, find_longest
from belfry.jobs.fence.standing import Sentence

_ENDS = frozenset({".", "!", "?", "\n"})
_UNKNOWN = Entry("unknown")


def list_sentences(words: Sequence[str], book: Book) -> Iterator[Sentence]:
    pieces: list[Piece] = []
    place = 0
    while place < len(words):
        if words[place] in _ENDS:
            yield Sentence(pieces, words[place] == "?" and not _is_aside(pieces))
            pieces, place = [], place + 1
            continue
        end, entry = find_longest(book, words, place)
        if entry is None:
            entry, end = _UNKNOWN, place + 1
        said = words[place] if end == place + 1 else " ".join(words[place:end])
        pieces.append(Piece(entry, said, entry.tag))
        place = end
    yield Sentence(pieces, is_question=False)


def _is_aside(pieces: Sequence[Piece]) -> bool:
    """ "It is being looked at, and the question is: why?" asks only at its end."""
    breaks = [place for place, piece in enumerate(pieces) if piece.words in {":", ";"}]
    return bool(breaks) and all(piece.tag != "stage" for piece in pieces[breaks[-1] :])
