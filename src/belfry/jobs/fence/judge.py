"""Whether a draft about a job says only what is true.

What is not understood is refused: a plain sentence that is true is always there in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from belfry.jobs.facts import Facts
from belfry.jobs.fence.claims import Sentence, Standing, find_eta_tie, judge_mention
from belfry.jobs.fence.disguises import find_leet, undo_disguises
from belfry.jobs.fence.fit import find_misfit
from belfry.jobs.fence.masking import mask_facts
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.phrasebook import THING, Entry, find_longest
from belfry.jobs.fence.predicates import find_untold
from belfry.jobs.fence.signature import find_stranger
from belfry.jobs.fence.stage_book import StageBook, open_book
from belfry.jobs.fence.stage_phrases import PROGRESS, READY
from belfry.jobs.fence.surface import find_clutter
from belfry.jobs.fence.things import find_other_thing
from belfry.jobs.fence.times import mark_closing, mark_eta
from belfry.jobs.fence.tokens import join_things, split_words
from belfry.jobs.fence.verdicts import Reason, Verdict, object_to, reach_verdict
from belfry.jobs.stages import Stages

_ENDS = frozenset({".", "!", "?", "\n"})
_NUMBER = re.compile(r"\d")
_STRANGE = re.compile(r"[^\x00-\x7f\ue000-\ue007£€¥₹¢]")
_BEFORE_ETA_TEXT = """
by on for is 's be and with of say still it them you up : ; , ( ' " . ! ? work them that again
hope think are
"""
_BEFORE_ETA = frozenset(_BEFORE_ETA_TEXT.split())


def judge_draft(
    draft: str,
    facts: Facts,
    *,
    stages: Stages,
    channel: Literal["sms", "email"] = "sms",
    may_reply: bool = True,
) -> Verdict:
    """Whether the whole draft may be sent; `may_reply`: whether the sender can be answered."""
    if not draft.strip():
        return reach_verdict([object_to("empty")])
    stage = stages.find(facts.stage)
    if stage is None:
        return reach_verdict([object_to("stage-missing", facts.stage)])
    book = open_book(stages)
    text = mask_facts(find_leet(undo_disguises(draft), book.known), facts, book.known)
    reasons = [*find_misfit(draft, channel), *find_clutter(text)]
    if strange := _STRANGE.search(text):
        reasons.append(object_to("letters", strange[0]))
    if other := find_other_thing(text, facts.item):
        reasons.append(object_to("item", other))
    if stranger := find_stranger(text):
        reasons.append(object_to("shop", stranger))
    standing = _find_standing(facts, stages, book)
    reasons.extend(
        _judge_words(_read_words(text, facts, standing, book), facts, standing, may_reply, book)
    )
    return reach_verdict(reasons)


def _find_standing(facts: Facts, stages: Stages, book: StageBook) -> Standing:
    stage = stages.find(facts.stage)
    kinds = book.kinds
    eta_stage = stages.find(facts.eta_stage or "")
    previous = stages.find(facts.previous or "")
    return Standing(
        kind=kinds[stage.name] if stage else "",
        previous=kinds[previous.name] if previous else None,
        eta_kind=kinds[eta_stage.name] if eta_stage and facts.eta else None,
        ranks=book.ranks,
        is_side=bool(stage and stage.is_side),
        has_progress=PROGRESS in kinds.values(),
    )


def _read_words(text: str, facts: Facts, standing: Standing, book: StageBook) -> list[str]:
    words = split_words(text)
    if standing.eta_kind:
        words = mark_eta(words, facts.eta)
    if standing.kind == READY:
        words = mark_closing(words, facts.closing)
    return join_things(words, book.known, _list_own(facts.item, book.known), book.names)


@lru_cache(maxsize=256)
def _list_own(item: str, known: frozenset[str]) -> frozenset[str]:
    return frozenset(split_words(undo_disguises(item))) - known


def _judge_words(
    words: list[str], facts: Facts, standing: Standing, may_reply: bool, book: StageBook
) -> Iterator[Reason]:
    affirmed = False
    for pieces, end in _list_sentences(words, book):
        sentence = Sentence(pieces, end == "?")
        yield from _judge_pieces(sentence, facts, standing, may_reply)
        for at, piece in enumerate(pieces):
            if piece.tag in {"stage", "arrival"}:
                answer = judge_mention(sentence, at, standing)
                affirmed |= answer == "yes"
                if answer not in {"yes", ""}:
                    yield object_to(answer, piece.words)
    if not affirmed:
        yield object_to("stage-missing", facts.stage)


def _list_sentences(words: list[str], book: StageBook) -> Iterator[tuple[list[Piece], str]]:
    pieces: list[Piece] = []
    place = 0
    while place < len(words):
        if words[place] in _ENDS:
            yield pieces, words[place]
            pieces, place = [], place + 1
            continue
        end, entry = find_longest(book.book, words, place)
        if entry is None:
            entry, end = Entry("unknown"), place + 1
        pieces.append(Piece(entry, " ".join(words[place:end])))
        place = end
    yield pieces, ""


def _judge_pieces(
    sentence: Sentence, facts: Facts, standing: Standing, may_reply: bool
) -> Iterator[Reason]:
    is_ready = standing.kind == READY
    if untold := find_untold(sentence.pieces):
        yield object_to("status", untold)
    for at, piece in enumerate(sentence.pieces):
        match piece.tag:
            case "unknown":
                yield object_to(_name_unknown(piece.words), piece.words)
            case "refuse":
                yield object_to(piece.entry.kind, piece.words)
            case "leisure" if not is_ready:
                yield object_to("closing", piece.words)
            case "photo" if not facts.photo:
                yield object_to("photo", piece.words)
            case "reply" if not may_reply:
                yield object_to("reply", piece.words)
            case "eta":
                yield from _judge_eta(sentence, at, standing)


def _name_unknown(words: str) -> str:
    if words == "May":
        return "time"
    return "number" if _NUMBER.search(words) else "unknown"


def _judge_eta(sentence: Sentence, at: int, standing: Standing) -> Iterator[Reason]:
    pieces = sentence.pieces
    before = pieces[at - 1] if at else None
    after = pieces[at + 1] if at + 1 < len(pieces) else None
    last = before.words.rpartition(" ")[2] if before else "."
    is_masked = before is not None and before.tag == "safe" and bool(before.entry.kind)
    is_fine = (
        last in _BEFORE_ETA
        or last == THING
        or is_masked
        or (before is not None and before.tag in {"stage", "expect", "but", "quote", "emoji"})
    )
    if last in {"from", "about", "than", "of", "to", "at", "in"} and not _is_estimate(pieces, at):
        is_fine = False
    if not is_fine or (after is not None and after.words == "or"):
        around = " ".join(piece.words for piece in pieces[max(0, at - 1) : at + 2])
        yield object_to("time", around)
    part = _find_part(pieces, at)
    if rule := find_eta_tie(part, at, sentence, standing):
        yield object_to(rule)


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
