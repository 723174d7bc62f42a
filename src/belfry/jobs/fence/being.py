"""Whether somebody or something may be said to be, or to have, what a sentence says."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence import everyday_words
from belfry.jobs.fence.clauses import (
    AROUND,
    JOB,
    ORDER,
    OTHER,
    SUPPLIER,
    TALK,
    THERE,
    WE,
    YOU,
    Clause,
)
from belfry.jobs.fence.manners import ADJECTIVES
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.nouns import COURTESY, EXPECTATION, NEWS, PEOPLE
from belfry.jobs.fence.phrasebook import THING, list_words
from belfry.jobs.fence.said_words import (
    ASKING,
    CALLED,
    DETERMINERS,
    DULL,
    FOREVER,
    KEEPERS,
    MOVED,
    NOUNS_SAID,
    OBJECTS,
    PAMPERED,
    PLACE_WORDS,
    SAID_OF_TALK,
    STANDS,
    TALKED_OF,
    TRYING,
)
from belfry.jobs.fence.stage_phrases import AWAITING, DIAGNOSING
from belfry.jobs.fence.verbs import CARE, CUSTOMER, FEEL, TELL, VERBS

_STOPS = frozenset({"comma", "break", "but", "and"})
_OPENED = list_words("to of that when not")
_GOING_ON = {"looking": DIAGNOSING, "waiting": AWAITING}
MAY = {
    WE: {TELL, FEEL, CARE},
    YOU: {TELL, FEEL, CUSTOMER, CARE},
    ORDER: {TELL, FEEL, CUSTOMER, CARE},
    TALK: {TELL, FEEL},
    JOB: set(),
    OTHER: set(),
    THERE: set(),
    SUPPLIER: set(),
    AROUND: set(),
}


def may_be(pieces: Sequence[Piece], clause: Clause) -> bool:
    word = pieces[clause.at].words
    if clause.subject == JOB:
        return _may_job_be(pieces, clause)
    if clause.subject == THERE:
        is_little = clause.is_denied or word in {"no", "little", "more"}
        return is_little or find_noun(pieces, clause.at) in NEWS
    if clause.subject == OTHER:
        return False
    if word in _GOING_ON and _ends(pieces, clause.at + 1):
        # "We haven't found it yet, but we're looking": the stage is named beside it.
        return any(one.tag == "stage" and one.entry.kind == _GOING_ON[word] for one in pieces)
    if word in PLACE_WORDS:
        return clause.at + 1 < len(pieces) and pieces[clause.at + 1].tag not in _STOPS
    if word in ADJECTIVES or (clause.subject == WE and clause.is_denied and clause.has_have):
        return True
    if clause.subject == TALK and word in everyday_words.QUALITIES:
        return pieces[clause.start].words in COURTESY
    if word in DETERMINERS:
        return find_noun(pieces, clause.at) in PEOPLE | TALKED_OF
    if _forms(word) & {"ing", "past"}:
        kinds = {kind for kind, _ in VERBS[word]}
        return bool(kinds & (MAY[clause.subject] | {TELL, FEEL})) or has_object(pieces, clause.at)
    # "we are fitting a screen": a noun elsewhere, and work here.
    is_work = clause.subject == WE and word.endswith("ing")
    return not _forms(word) and not is_work and word not in MOVED


def _may_job_be(pieces: Sequence[Piece], clause: Clause) -> bool:
    word, subject = pieces[clause.at].words, pieces[clause.start].words
    if word == "safe" and clause.at + 1 < len(pieces) and pieces[clause.at + 1].tag == "to":
        return False
    if word in STANDS or word in PAMPERED or word in {"here", "there", "not", "just"}:
        return True
    if is_still(pieces, clause) and (word in ADJECTIVES or _forms(word) & {"past", "ing"}):
        return True
    if word in {"staying", "remaining", "sitting", "resting"}:
        return find_noun(pieces, clause.at + 1) in KEEPERS
    if word == "hanging":
        # "it is hanging safely with us".
        return clause.at + 1 < len(pieces) and pieces[clause.at + 1].tag == "stage"
    if word == "waiting":
        return any(one.tag == "stage" and "part" in one.words for one in pieces)
    if word in DETERMINERS or word in ASKING or word == "when":
        return _is_of_talk(pieces, clause)
    if word in PLACE_WORDS:
        near = pieces[clause.at + 1 : clause.at + 4]
        is_with = word == "with" and any(one.words in PEOPLE for one in near)
        return is_with or find_noun(pieces, clause.at) in KEEPERS
    is_wish = any(one.words in {"'d", "would"} for one in pieces[clause.start : clause.at])
    is_open = _is_telling(pieces, clause.at + 2) if is_wish else not clause.has_modal
    return is_open and subject in {"it", "that", "this"} and _is_about_us(pieces, clause.at)


def _is_of_talk(pieces: Sequence[Piece], clause: Clause) -> bool:
    """ "that's a fact", "that's why we're diagnosing it": of what was just said."""
    word, subject = pieces[clause.at].words, pieces[clause.start].words
    is_ours = pieces[clause.at + 1 : clause.at + 2] and pieces[clause.at + 1].words in {"we", "i"}
    if word in {"how", "why"} and subject == "that" and _leads_to_us(pieces, clause.at + 1):
        return True
    if word in ASKING and subject == "it" and is_ours:
        return False
    noun = find_noun(pieces, clause.at)
    is_talk = not clause.has_have and subject in {"this", "that", "these", "which", "it"}
    is_said = subject in {"this", "that"} and _names_talk(pieces, clause.at)
    return noun in CALLED or is_said or (is_talk and noun in TALKED_OF)


def _names_talk(pieces: Sequence[Piece], at: int) -> bool:
    """ "that's a plain fact": the last word of it is one for talk, and nothing else is named."""
    words = []
    for piece in pieces[at : at + 5]:
        if piece.tag in _STOPS or piece.tag not in {"safe", "neg"} or piece.words in {"of", "we"}:
            break
        words.extend(piece.words.split())
    return bool(words) and words[-1] in SAID_OF_TALK and THING not in words


def _leads_to_us(pieces: Sequence[Piece], at: int) -> bool:
    """ "that is why we are diagnosing it": what we do is looked at as such."""
    if at + 2 >= len(pieces) or pieces[at].words not in {"we", "i"}:
        return False
    is_staged = pieces[at + 1].words in {"'re", "are", "'m"} and pieces[at + 2].tag == "stage"
    return is_staged or (FEEL, "base") in VERBS.get(pieces[at + 1].words, ())


def _is_telling(pieces: Sequence[Piece], at: int) -> bool:
    """ "it would be lovely to hear from you"; not "to ride it"."""
    if at >= len(pieces):
        return False
    kinds = {kind for kind, _ in VERBS.get(pieces[at].words, ())}
    return pieces[at].tag == "inform" or bool(kinds & {TELL, FEEL})


def _ends(pieces: Sequence[Piece], at: int) -> bool:
    return at >= len(pieces) or pieces[at].tag in _STOPS


def _is_about_us(pieces: Sequence[Piece], at: int) -> bool:
    """ "it is lovely to see you", "it is frustrating": of the people, not of the thing."""
    word = pieces[at].words
    following = pieces[at + 1].words.split()[0] if at + 1 < len(pieces) else ""
    if word in DULL and following in {"without", "round", "at", "for", "here", "there"}:
        return True
    is_opened = word in ADJECTIVES and following in _OPENED
    return word in TRYING or is_opened


def is_still(pieces: Sequence[Piece], clause: Clause) -> bool:
    """ "it has not come yet"; but "it will never come undone" promises."""
    is_ever = any(one.words in FOREVER for one in pieces[clause.start : clause.at])
    return clause.is_denied and not is_ever


def may_have(pieces: Sequence[Piece], clause: Clause) -> bool:
    noun = find_noun(pieces, clause.at)
    if clause.subject in {JOB, OTHER}:
        return noun in OBJECTS or noun in KEEPERS
    return clause.is_denied or noun in OBJECTS | NEWS | COURTESY | EXPECTATION | PEOPLE


def may_hold(pieces: Sequence[Piece], at: int) -> bool:
    """ "we have it here", "we have it on the bench"; not "we have it apart"."""
    if at + 1 >= len(pieces):
        return True
    piece = pieces[at + 1]
    return piece.tag != "unknown" and piece.words not in MOVED | {"apart"}


def has_object(pieces: Sequence[Piece], at: int) -> bool:
    """ "give it all our care": what is given or taken is no work."""
    for piece in pieces[at + 1 : at + 8]:
        if piece.tag in {"comma", "break", "but"}:
            return False
        if piece.tag == "inform" or not OBJECTS.isdisjoint(piece.words.split()):
            return True
    return False


def find_noun(pieces: Sequence[Piece], at: int) -> str:
    """The first noun from here on, in this part of the sentence."""
    for piece in pieces[at : at + 6]:
        if piece.tag in _STOPS:
            break
        if piece.tag in {"stage", "eta", "inform"}:
            return "us"
        last = piece.words.rpartition(" ")[2]
        if last == THING or last in NOUNS_SAID:
            return last
    return ""


def _forms(word: str) -> set[str]:
    return {form for _, form in VERBS.get(word, ())}
