"""Whether a draft about a job says only what is true.

What is not understood is refused: a plain sentence that is true is always there in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from belfry.jobs.facts import Facts
from belfry.jobs.fence import everyday_words
from belfry.jobs.fence.claims import judge_mention
from belfry.jobs.fence.clauses import list_clauses
from belfry.jobs.fence.disguises import find_leet, undo_disguises
from belfry.jobs.fence.excuses import is_excused, is_outlook
from belfry.jobs.fence.expected import judge_eta
from belfry.jobs.fence.expecting import note_expectation
from belfry.jobs.fence.fit import find_misfit
from belfry.jobs.fence.masking import mask_facts
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.nouns import EXPECTATION, NEWS
from belfry.jobs.fence.phrasebook import THING, find_longest
from belfry.jobs.fence.predicates import find_untold
from belfry.jobs.fence.remarks import find_remark
from belfry.jobs.fence.sentences import list_sentences
from belfry.jobs.fence.signature import find_stranger
from belfry.jobs.fence.stage_book import StageBook, open_book
from belfry.jobs.fence.stage_phrases import COLLECTED, PROGRESS, READY
from belfry.jobs.fence.standing import Sentence, Standing
from belfry.jobs.fence.strangers import MOST, list_intruders
from belfry.jobs.fence.surface import find_clutter
from belfry.jobs.fence.things import find_other_thing
from belfry.jobs.fence.times import mark_closing, mark_eta
from belfry.jobs.fence.tokens import join_things, split_words
from belfry.jobs.fence.verdicts import Reason, Verdict, object_to, reach_verdict
from belfry.jobs.stages import Stages

# Longer than any message could be: not worth reading.
LONGEST = 5000
# "Morning Maya" greets; a morning anywhere else is a time.
_MORNING = re.compile(
    r"^\W*(?:good\s+)?(?:morning|afternoon|evening)(?=\s*(?:[,!]|\ue000|all\b|there\b|again\b))",
    re.I,
)
_NAMED = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
_QUOTES = frozenset({"'", '"'})
_NUMBER = re.compile(r"\d")
_STRANGE = re.compile(r"[^\x00-\x7f\ue000-\ue007£€¥₹¢]")


@dataclass(frozen=True, slots=True)
class _Case:
    """All that one draft is judged by; `named` are its words with a capital inside a sentence."""

    facts: Facts
    standing: Standing
    book: StageBook
    may_reply: bool
    named: frozenset[str]

    @property
    def is_there(self) -> bool:
        return self.standing.kind in {READY, COLLECTED}


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
    if len(draft) > LONGEST:
        return reach_verdict([object_to("length", f"{len(draft)} characters")])
    if stages.find(facts.stage) is None:
        return reach_verdict([object_to("stage-missing", facts.stage)])
    book = open_book(stages)
    text = mask_facts(find_leet(undo_disguises(draft), book.known), facts, book.known)
    text = _MORNING.sub("hello", text)
    named = frozenset(word.lower() for word in _NAMED.findall(text))
    case = _Case(facts, _find_standing(facts, stages, book), book, may_reply, named)
    plain = split_words(text)
    words = _read_words(plain, case)
    sentences = list(list_sentences(words, book.book))
    return reach_verdict(
        [
            *find_misfit(draft, channel),
            *find_clutter(text),
            *_find_strange(text, facts),
            *_find_sayings(plain, book),
            *(_find_sayings(words, book) if words != plain else ()),
            *_judge_sentences(sentences, case),
            *_judge_known(plain, sentences, case),
        ]
    )


def _find_strange(text: str, facts: Facts) -> Iterator[Reason]:
    """What does not belong here: letters, another customer's thing, another shop's name."""
    if strange := _STRANGE.search(text):
        yield object_to("letters", strange[0])
    if other := find_other_thing(text, facts.item):
        yield object_to("item", other)
    if stranger := find_stranger(text):
        yield object_to("shop", stranger)


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


def _read_words(words: list[str], case: _Case) -> list[str]:
    words = _drop_quotes(words, _spell_stage(case.facts.stage))
    if case.standing.eta_kind:
        words = note_expectation(mark_eta(words, case.facts.eta))
    if case.standing.kind == READY:
        words = mark_closing(words, case.facts.closing)
    own = _list_own(case.facts.item, case.book.known)
    return join_things(words, case.book.known, own, case.book.names)


@lru_cache(maxsize=256)
def _spell_stage(stage: str) -> tuple[str, ...]:
    return tuple(split_words(undo_disguises(stage)))


def _drop_quotes(words: list[str], stage: tuple[str, ...]) -> list[str]:
    """The job's own stage without the quotes around it: they take nothing back."""
    size = len(stage)
    for at in range(len(words) - size - 2, -1, -1):
        mark = words[at]
        is_quoted = mark in _QUOTES and words[at + size + 1] == mark
        if is_quoted and words[at + 1 : at + size + 1] == [*stage]:
            words = [*words[:at], *stage, *words[at + size + 2 :]]
    return words


@lru_cache(maxsize=256)
def _list_own(item: str, known: frozenset[str]) -> frozenset[str]:
    words = split_words(undo_disguises(item))
    return frozenset(one for one in words if one not in known or one in everyday_words.NAMES)


def _find_sayings(words: Sequence[str], book: StageBook) -> Iterator[Reason]:
    passed = 0
    for place, word in enumerate(words):
        if place >= passed and word in book.sayings:
            end, entry = find_longest(book.sayings, words, place)
            if entry is not None and entry.tag == "safe":
                passed = end
            elif entry is not None:
                yield object_to(entry.kind, " ".join(words[place:end]))


def _judge_sentences(sentences: Sequence[Sentence], case: _Case) -> Iterator[Reason]:
    is_affirmed, hoped, strangers = False, "", 0
    for sentence, following in zip(sentences, [*sentences[1:], None], strict=True):
        is_refuted = sentence.is_question and following is not None and _is_no(following)
        is_refuted |= sentence.is_question and _is_put_off(following, case)
        is_own = any(_is_own(piece, case) for piece in sentence.pieces)
        is_affirmed |= is_own and _is_yes(sentence, following)
        if is_own and is_refuted:
            yield object_to("stage-denied")
        if not is_own and _is_admitted(sentence, following):
            yield object_to("status", " ".join(piece.words for piece in sentence.pieces))
        strangers += sum(piece.tag == "unknown" for piece in sentence.pieces)
        yield from _judge_clauses(sentence, case)
        yield from (
            reason
            for reason in _judge_pieces(sentence, case)
            if not (is_refuted and reason.rule == "promise")
        )
        for answer, said in _list_answers(sentence, case.standing):
            is_affirmed |= answer == "yes"
            hoped = hoped or (said if answer == "stage-hoped" else "")
            if answer not in {"yes", "stage-hoped"} and not is_refuted:
                yield object_to(answer, said)
    if strangers > MOST:
        yield object_to("unknown", f"{strangers} words")
    if not is_affirmed:
        yield object_to("stage-missing", hoped or case.facts.stage)


def _is_no(sentence: Sentence) -> bool:
    """ "Is it ready? Not yet." """
    pieces = [piece for piece in sentence.pieces if piece.tag != "emoji"]
    is_no = bool(pieces) and pieces[0].words in {"not yet", "no", "nope", "not just yet"}
    return is_no and (len(pieces) == 1 or pieces[1].tag in {"comma", "break", "but"})


def _is_put_off(answer: Sentence | None, case: _Case) -> bool:
    """ "Ready? Thursday afternoon, we hope."."""
    if answer is None or case.standing.eta_kind != READY or not answer.has("expect"):
        return False
    return answer.pieces[0].tag in {"eta", "expect"} and answer.has("eta")


def _is_own(piece: Piece, case: _Case) -> bool:
    return piece.tag == "stage" and piece.entry.kind == case.standing.kind


def _is_admitted(question: Sentence, answer: Sentence | None) -> bool:
    """ "Is it the battery? Yes.": what was asked of the job is told as true."""
    if answer is None or not question.is_question or not answer.pieces:
        return False
    is_asked = any(piece.words in {"it", "they", THING} for piece in question.pieces[1:3])
    words = {word for piece in question.pieces for word in piece.words.split()}
    is_yes = answer.pieces[0].words in {"yes", "yep", "yup", "indeed", "it is", "afraid so"}
    return is_yes and is_asked and not words & (EXPECTATION | NEWS)


def _is_yes(question: Sentence, answer: Sentence | None) -> bool:
    """ "Is it in progress? Yes." """
    if answer is None or not question.is_question or not question.pieces:
        return False
    words = [piece.words for piece in answer.pieces if piece.tag not in {"comma", "emoji"}]
    is_plain = all(one.tag in {"safe", "subject", "stage"} for one in question.pieces)
    is_bare = len(question.pieces) == 1 and question.pieces[0].tag == "stage"
    is_now = is_bare or (question.pieces[0].words in {"is", "are"} and is_plain)
    return is_now and words in (["yes"], ["yep"], ["yes", "it", "is"], ["it", "is"])


def _judge_known(plain: list[str], sentences: Sequence[Sentence], case: _Case) -> Iterator[Reason]:
    """What the known words say must hold without the unknown ones, which could part a phrase."""
    unknown = {
        piece.words for sentence in sentences for piece in sentence.pieces if piece.tag == "unknown"
    }
    if unknown:
        known = [word for word in plain if word not in unknown]
        words = _read_words(known, case)
        yield from _find_sayings(known, case.book)
        yield from _find_sayings(words, case.book)
        yield from _judge_sentences(list(list_sentences(words, case.book.book)), case)


def _list_answers(sentence: Sentence, standing: Standing) -> Iterator[tuple[str, str]]:
    """What each mention of a stage comes to, with its words, unless it is harmless."""
    for at, piece in enumerate(sentence.pieces):
        if piece.tag in {"stage", "arrival"} and (answer := judge_mention(sentence, at, standing)):
            yield answer, piece.words


def _judge_clauses(sentence: Sentence, case: _Case) -> Iterator[Reason]:
    pieces, is_question = sentence.pieces, sentence.is_question
    clauses = list(list_clauses(pieces, is_question=is_question))
    is_wish = case.is_there and bool(pieces) and pieces[0].words == "may"
    if not is_wish and (
        untold := find_untold(pieces, clauses, is_there=case.is_there, is_question=is_question)
    ):
        yield object_to("status", untold)
    if not clauses and not is_question and (remark := find_remark(pieces)):
        yield object_to("status", remark)
    for word in list_intruders(pieces, case.named, clauses, is_question=is_question):
        yield object_to(_name_unknown(word), word)


def _judge_pieces(sentence: Sentence, case: _Case) -> Iterator[Reason]:
    for at, piece in enumerate(sentence.pieces):
        match piece.tag:
            case "refuse" if piece.words == "today" and case.is_there and case.facts.closing:
                continue
            case "refuse" if not is_excused(sentence, at, case.standing):
                yield object_to(piece.entry.kind, piece.words)
            case "leisure" if not case.is_there and not is_outlook(sentence, case.standing):
                yield object_to("closing", piece.words)
            case "photo" if not case.facts.photo:
                yield object_to("photo", piece.words)
            case "reply" if not case.may_reply:
                yield object_to("reply", piece.words)
            case "eta":
                yield from judge_eta(sentence, at, case.standing)


def _name_unknown(words: str) -> str:
    if words == "May":
        return "time"
    return "number" if _NUMBER.search(words) else "unknown"
