"""Whether what a sentence says of the job, the shop or the customer is of a harmless kind.

Single harmless words can make an untruth: "it is lovely now", "we have put it back", "you will be
riding". So what each of them is said to be or do must be a stage, a phrase that is known as a
whole, or of a kind that fits: the shop tells, feels and cares; the customer asks, waits and hears.
"""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.being import may_be, may_have, may_hold
from belfry.jobs.fence.clauses import (
    AROUND,
    JOB,
    OTHER,
    SUPPLIER,
    TALK,
    THERE,
    WE,
    YOU,
    Clause,
)
from belfry.jobs.fence.doing import is_apart, may_do
from belfry.jobs.fence.manners import ADJECTIVES
from belfry.jobs.fence.moods import Mood, Piece, find_mood
from belfry.jobs.fence.nouns import NEWS, TOOLS
from belfry.jobs.fence.phrasebook import THING, list_words
from belfry.jobs.fence.said_words import (
    ABOUT,
    APPEARS,
    ASKING,
    HANDLED,
    LIKES,
    PLACE_WORDS,
    RANKS,
    TALKED_OF,
)
from belfry.jobs.fence.stage_phrases import COLLECTED, DIAGNOSING, READY
from belfry.jobs.fence.suspicions import find_suspicion
from belfry.jobs.fence.verbs import VERBS

_PROUD = list_words("happy pleased delighted thrilled chuffed proud glad")
_RESULTS = frozenset({"it", "them", THING, "how", "this", "the", "its", "every"})
_PLANNED = {JOB: ("expected", "planned", "estimated"), WE: ("estimated",)}
_OF_US = HANDLED | {"us", "we", "our", "work", "working", "repair"}
_THERE = frozenset({READY, COLLECTED})
_LOOKED_AT = frozenset({"safe", "comp", "expect", "inform"})


def find_untold(
    pieces: Sequence[Piece], clauses: Sequence[Clause], *, is_there: bool, is_question: bool
) -> str | None:
    """What is said in words that only seem harmless; `is_there`: the job can be fetched."""
    for clause in clauses:
        is_asked = is_question and clause.subject not in {JOB, WE}
        if clause.subject == AROUND:
            is_fine = _is_of_the_world(pieces, clause)
        else:
            is_fine = _is_fine(pieces, clause, is_there=is_there)
        if not (is_asked or is_fine or _is_supposition(pieces, clause)):
            start = min(clause.start, clause.at)
            return " ".join(one.words for one in pieces[start : clause.at + 1])
    pride = None if is_there else _find_pride(pieces)
    known = {clause.at for clause in clauses}
    return pride or _find_appearance(pieces, known) or _find_added(pieces) or find_suspicion(pieces)


def _is_supposition(pieces: Sequence[Piece], clause: Clause) -> bool:
    """Whether it is said as a condition or a wish."""
    if find_mood(pieces, clause.at, is_question=False) is Mood.CONDITION:
        return True
    is_wish = clause.subject in {JOB, OTHER} and _is_hoped(pieces, clause.start)
    return is_wish or is_supposed(pieces, clause.at)


def _find_appearance(pieces: Sequence[Piece], known: set[int]) -> str | None:
    """ "the fabric you chose looks amazing": how something is, whatever it is said of."""
    for at, piece in enumerate(pieces):
        if piece.words in APPEARS and at not in known and not is_supposed(pieces, at):
            return piece.words
    return None


def _find_pride(pieces: Sequence[Piece]) -> str | None:
    """ "we are happy with it": how the work came out, while it goes on."""
    for at, piece in enumerate(pieces):
        if piece.words.startswith(("happy with", "pleased with")):
            if all(one.tag != "cond" for one in pieces[max(0, at - 3) : at]):
                return piece.words
        elif piece.words in _PROUD and at + 2 < len(pieces):
            link, thing = pieces[at + 1].words, pieces[at + 2].words
            if link in {"with", "of"} and thing in _RESULTS:
                return f"{piece.words} {link} {thing}"
    return None


def _find_added(pieces: Sequence[Piece]) -> str | None:
    """ "it is ready, with a fresh battery": a thing that comes with it."""
    for at, piece in enumerate(pieces):
        if piece.words != "with" or all(one.tag != "stage" for one in pieces[:at]):
            continue
        near = [one.words for one in pieces[at + 1 : at + 5]]
        if (
            near[:1]
            and near[0] in {"a", "an", "some", "new", "its", "one", "fresh"}
            and THING in near
        ):
            return " ".join(["with", *near])
    return None


def is_supposed(pieces: Sequence[Piece], at: int) -> bool:
    """Whether an "if" reaches as far as here, without a comma between."""
    for piece in reversed(pieces[max(0, at - 9) : at]):
        if piece.tag in {"comma", "break", "but", "and"}:
            return False
        if piece.tag == "if":
            return True
    return False


def _is_hoped(pieces: Sequence[Piece], start: int) -> bool:
    """ "we hope it sings for you": a wish, and no claim."""
    near = [piece.words for piece in pieces[max(0, start - 3) : start]]
    return "hope" in near and not {"it", THING} & set(near)


def _is_fine(pieces: Sequence[Piece], clause: Clause, *, is_there: bool) -> bool:
    piece = pieces[clause.at]
    if pieces[clause.start].words in TOOLS and piece.words in ABOUT:
        return True
    if piece.tag == "unknown":
        return _may_be_unknown(pieces, clause)
    if clause.has_have and piece.words in {"it", "them", THING} and clause.subject == WE:
        return may_hold(pieces, clause.at)
    if clause.subject in {JOB, TALK} and clause.has_be and piece.words in {"as", THING}:
        return _is_pointed_at(pieces, clause.at)
    if clause.has_have and piece.words in {"it", "them", THING} and clause.subject == YOU:
        return is_there or clause.is_denied
    if piece.tag not in _LOOKED_AT or (
        piece.tag == "expect"
        and clause.subject != THERE
        and (clause.has_be or piece.words in _PLANNED.get(clause.subject, ()))
    ):
        return not _is_other_ready(pieces, clause)
    if " " in piece.words:
        return _may_say_phrase(piece, clause)
    if clause.subject == SUPPLIER:
        return clause.is_denied
    if clause.subject == YOU and clause.has_modal and _is_outright(pieces, clause):
        return is_there or clause.is_denied or any(one.tag == "expect" for one in pieces)
    return _is_aside(pieces, clause) or _may_say(pieces, clause, is_there=is_there)


def _is_other_ready(pieces: Sequence[Piece], clause: Clause) -> bool:
    """ "The report is ready", which no fact says; a thing nobody knows may be the customer's."""
    entry, subject = pieces[clause.at].entry, pieces[clause.start]
    is_there = entry.tag == "stage" and entry.kind in _THERE
    return clause.subject == OTHER and subject.tag == "safe" and is_there


def _is_of_the_world(pieces: Sequence[Piece], clause: Clause) -> bool:
    """ "the rain is back", "the early bird catches the worm"; not "the rain got into it"."""
    forms = {form for _, form in VERBS.get(pieces[clause.at].words, ())}
    if clause.has_have or ("past" in forms and not clause.has_be):
        return False
    for piece in pieces[clause.at :]:
        if piece.tag in {"comma", "break", "and", "but", "stage"}:
            break
        if not _OF_US.isdisjoint(piece.words.split()):
            return False
    return True


def _may_say_phrase(piece: Piece, clause: Clause) -> bool:
    """Whether a phrase that says nothing by itself says nothing of this subject either."""
    words = piece.words
    if piece.entry.kind == "aside" and clause.subject in {JOB, OTHER}:
        return False
    if clause.subject == THERE:
        is_little = words.split()[0] in {"no", "not", "nothing", "any", "more"}
        return clause.is_denied or is_little or not NEWS.isdisjoint(words.split())
    is_ranked = words in RANKS or words.startswith("ready for")
    return not is_ranked or clause.subject != JOB


def _is_pointed_at(pieces: Sequence[Piece], at: int) -> bool:
    """ "that is your bike on the bench"; but "it is the battery" tells a finding."""
    if pieces[at].words != THING:
        return False
    if any(one.tag == "stage" for one in pieces[at + 1 : at + 3]):
        return True
    # "In progress: that's your bike"; but "diagnosed: that's the battery".
    before = pieces[max(0, at - 4) : at]
    is_named = len(before) == 4 and before[1].tag == "break" and before[2].words in {"that", "it"}
    return is_named and before[0].tag == "stage" and before[0].entry.kind != DIAGNOSING


def _is_outright(pieces: Sequence[Piece], clause: Clause) -> bool:
    """ "you will love it", "you can trust it"; not "you would like to know"."""
    small = {one.words for one in pieces[clause.start : clause.at]}
    return pieces[clause.at].words in LIKES and bool(small & {"will", "'ll", "can", "shall"})


def _may_be_unknown(pieces: Sequence[Piece], clause: Clause) -> bool:
    """Whether a word nobody knows may be what the shop did to nothing of the customer's."""
    if clause.subject == WE and not clause.has_be:
        return clause.is_denied or (clause.has_have and is_apart(pieces, clause.at))
    if not pieces[clause.at].words.endswith("ing") or clause.has_modal or not clause.has_be:
        return False
    return clause.subject == YOU or (clause.subject == WE and is_apart(pieces, clause.at))


def _is_aside(pieces: Sequence[Piece], clause: Clause) -> bool:
    """Whether it hangs on another word: "the word we use", "as we go", "how it is doing"."""
    word, subject = pieces[clause.at].words, pieces[clause.start]
    before = pieces[clause.start - 1].words.rpartition(" ")[2] if clause.start else ""
    if word in PLACE_WORDS and clause.at + 1 < len(pieces):
        # "on hold" is refused, or not, for what it is.
        return pieces[clause.at + 1].tag == "refuse"
    if subject.words == "which" and clause.has_be and word in ADJECTIVES:
        return True
    if word not in VERBS:
        return False
    is_meanwhile = before in {"as", "while"} and clause.subject in {WE, YOU}
    is_told = subject.tag == "subject" and before in TALKED_OF
    return is_meanwhile or is_told or before in ASKING


def _may_say(pieces: Sequence[Piece], clause: Clause, *, is_there: bool) -> bool:
    if clause.has_be:
        return may_be(pieces, clause)
    if clause.has_have and not clause.has_modal and pieces[clause.at].words not in VERBS:
        return may_have(pieces, clause)
    return may_do(pieces, clause, is_there=is_there)
