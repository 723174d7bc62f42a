"""Who is said to do or be what in a sentence.

A clause is a subject with what is said of it: its small verbs (is, has, will), whether they are
denied, and the word that carries the meaning. Only what stands close together is put together;
phrases that are known as a whole say what they say by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belfry.jobs.fence import everyday_words
from belfry.jobs.fence.manners import ADJECTIVES, ADVERBS
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.nouns import (
    COURTESY,
    EXPECTATION,
    JOB_NOUNS,
    NEWS,
    PEOPLE,
    PLACES,
    WORLD,
)
from belfry.jobs.fence.phrasebook import THING, list_words
from belfry.jobs.fence.times import ETA
from belfry.jobs.fence.verbs import VERBS

WE, YOU, JOB, TALK, OTHER, THERE, ORDER = "we", "you", "job", "talk", "other", "there", "order"
SUPPLIER, AROUND = "supplier", "around"
_JOB_TEXT = """
it they this that these those everything all something which work one ones
"""
_SUPPLIERS = list_words("supplier suppliers courier postman factory manufacturer warehouse")
_SUBJECTS = {
    **dict.fromkeys(PLACES, OTHER),
    **dict.fromkeys(COURTESY | NEWS | EXPECTATION | {ETA}, TALK),
    **dict.fromkeys(PEOPLE | {"we", "i", "he", "she", "who"}, WE),
    **dict.fromkeys([*_JOB_TEXT.split(), *JOB_NOUNS, THING], JOB),
    **dict.fromkeys(_SUPPLIERS, SUPPLIER),
    **dict.fromkeys(WORLD, AROUND),
    "you": YOU,
    "there": THERE,
}
_BE = list_words("is 's are 're was were be been being am 'm isn't aren't wasn't weren't")
_HAVE = list_words("have has had 've hasn't haven't hadn't")
_MODAL_TEXT = """
will 'll would 'd shall should can could may might must do does did won't wouldn't shouldn't can't
cannot couldn't don't doesn't didn't needn't
"""
_MODALS = list_words(_MODAL_TEXT)
_SMALL = _BE | _HAVE | _MODALS
_ARTICLES = frozenset({"a", "an", "the", "our", "its", "that", "this"})
# "Brakes good, wheels on": said of a thing without a verb.
_BARE = ADJECTIVES | {"on", "off", "out", "up", "in", "down", "back"}
_PERHAPS = list_words("probably possibly perhaps maybe hopefully")
_WHERE = list_words("at in on near up under by top")
_NOT = list_words("not never n't no nothing nowhere cannot")
_BOUNDS = frozenset({"comma", "break", "and", "but", "cond", "if", "claim", "quote", "emoji"})
_NAMED = NEWS | PLACES | COURTESY | everyday_words.WORDS
_LINKS = frozenset({"and", "comma", "break", "but"})


@dataclass(frozen=True, slots=True)
class Clause:
    """`at` is the place of the word that carries the meaning, `start` that of the subject."""

    subject: str
    start: int
    at: int
    has_be: bool = False
    has_have: bool = False
    has_modal: bool = False
    is_denied: bool = False


def list_clauses(pieces: Sequence[Piece], *, is_question: bool) -> Iterator[Clause]:
    """Every clause whose subject and meaning are found, in order."""
    last: Clause | None = None
    plural: str | None = None
    for place, piece in enumerate(pieces):
        subject = _SUBJECTS.get(piece.words) or _find_other(pieces, place)
        found = _read_chain(pieces, place, subject) if subject else None
        if found is None and not is_question and (place == 0 or pieces[place - 1].tag in _LINKS):
            found = _read_bare(pieces, place, last, plural)
        if found is not None:
            yield found
            last = found
            plural = found.subject if found.subject in {WE, YOU} else plural


def _find_other(pieces: Sequence[Piece], place: int) -> str | None:
    """ "the answer is …": a word is a noun after "the", and nobody knows what is said of it."""
    piece = pieces[place]
    if place and pieces[place - 1].words == "no":
        return None
    if piece.words in {"us", "them"} and place and pieces[place - 1].words == "of":
        # "one of us is at it".
        return WE
    is_named = place > 0 and pieces[place - 1].words in _ARTICLES
    if piece.tag == "stage" and piece.entry.form == "doing" and is_named:
        return JOB
    is_noun = place > 0 and pieces[place - 1].words in _ARTICLES and " " not in piece.words
    return OTHER if piece.tag == "unknown" or (is_noun and piece.tag == "safe") else None


def _read_chain(pieces: Sequence[Piece], place: int, subject: str) -> Clause | None:
    """The clause of a subject, with the first word after its small verbs as what is said."""
    at, small = _read_small(pieces, place + 1)
    if at >= len(pieces) or (pieces[at].tag in _BOUNDS and not _is_likened(pieces, at, small)):
        return None
    if subject == JOB and not small and pieces[at].words in _BARE:
        return _read_fragment(pieces, place, at)
    is_plural = at > place + 1 or pieces[place].words in {"they", "these", "those"}
    # "the brakes need attention"; but "amp update" is a heading.
    is_plural |= pieces[place].words == THING and pieces[at].words not in _NAMED
    if not (small & _SMALL or _is_finite(pieces[at], subject, is_plural=is_plural)):
        return None
    if small == {"'s"} and _is_owned(pieces[place], pieces[at], subject):
        return None
    return Clause(
        subject=subject,
        start=place,
        at=at,
        has_be=bool(small & _BE),
        has_have=bool(small & _HAVE),
        has_modal=bool(small & _MODALS),
        is_denied=any(word in _NOT or word.endswith("n't") for word in small),
    )


def _read_small(pieces: Sequence[Piece], at: int) -> tuple[int, set[str]]:
    """The small verbs and denials from here on, and the place of the first word that is none."""
    small: set[str] = set()
    while at < len(pieces):
        piece = pieces[at]
        is_small = piece.words in _SMALL or piece.tag == "future"
        is_passed = piece.words in ADVERBS or piece.words in _PERHAPS or piece.tag == "neg"
        if not is_small and not is_passed:
            break
        if piece.words == "unable to":
            small = {*(small - _BE), "can't"}
        elif piece.tag == "future" and " " in piece.words:
            # "are able to", "is going to": what follows is done, and nothing is said to be.
            small = {*(small - _BE), "will"}
        elif is_small or piece.tag == "neg":
            small.add(piece.words)
        at += 1
    return at, small


def _read_fragment(pieces: Sequence[Piece], place: int, at: int) -> Clause | None:
    """ "Brakes good": a thing, and how it is, without a verb."""
    before = pieces[place - 1] if place else None
    is_opened = before is None or before.tag in _BOUNDS or before.words == "the"
    return Clause(JOB, place, at, has_be=True) if is_opened and _ends(pieces, at + 1) else None


def _is_likened(pieces: Sequence[Piece], at: int, small: set[str]) -> bool:
    """ "it is as loud as you like"; not "it is, as we write, on the bench"."""
    following = pieces[at + 1] if at + 1 < len(pieces) else None
    is_adjective = following is not None and following.tag in {"safe", "unknown"}
    return pieces[at].words == "as" and bool(small & _BE) and is_adjective


def _ends(pieces: Sequence[Piece], at: int) -> bool:
    return at >= len(pieces) or pieces[at].tag in _BOUNDS


def _is_owned(owner: Piece, piece: Piece, subject: str) -> bool:
    """ "your uncle's ring", "your bike's status": what follows is a thing and no verb."""
    forms = {form for _, form in VERBS.get(piece.words, ())}
    is_told = owner.words == THING and piece.words in NEWS | EXPECTATION
    return subject in {JOB, OTHER} and (forms == {"base"} or is_told)


def _is_finite(piece: Piece, subject: str, *, is_plural: bool) -> bool:
    """Whether a word right after a subject is what it does; an unknown one by its ending."""
    if piece.tag == "unknown":
        return piece.words.endswith(("s", "ed")) and subject in {JOB, OTHER, WE}
    forms = {form for _, form in VERBS.get(piece.words, ())}
    wanted = {"base", "past"} if subject in {WE, YOU} else {"s", "past"}
    return bool(forms & wanted) or (is_plural and "base" in forms)


def _read_bare(
    pieces: Sequence[Piece], place: int, last: Clause | None, plural: str | None
) -> Clause | None:
    """A verb without a subject: what the last one did too, or what the reader is told to do."""
    at = place
    while at < len(pieces) and pieces[at].words in ADVERBS:
        at += 1
    if at >= len(pieces):
        return None
    word = pieces[at].words
    if word in _SMALL:
        if word in {"do", "don't"}:
            return _read_chain(pieces, at - 1, ORDER) if at else None
        doer = last and (plural if plural and word in {"are", "have", "do"} else last.subject)
        return _read_chain(pieces, place - 1, doer) if doer and place else None
    is_staged = place > 1 and pieces[place - 2].tag == "stage"
    if is_staged and (word in _WHERE or (word in ADJECTIVES and _ends(pieces, at + 1))):
        return Clause(JOB, place - 1, at, has_be=True)
    if pieces[at].tag == "unknown" and place:
        return _read_stranger(pieces, place, at, last)
    return _read_verb(pieces, place, at, last)


def _read_verb(pieces: Sequence[Piece], place: int, at: int, last: Clause | None) -> Clause | None:
    word = pieces[at].words
    forms = {form for _, form in VERBS.get(word, ())}
    if not forms or word in _SUBJECTS:
        return None
    if forms == {"s"} and place == 0:
        return Clause(JOB, 0, at)
    if last is not None and pieces[place - 1].tag != "break" and "base" not in forms:
        is_active = "past" in forms and not last.has_be
        has_be = last.has_be and "s" not in forms
        return Clause(last.subject, last.start, at, has_be, has_have=is_active)
    if last is not None and last.subject == WE and pieces[place - 1].tag == "and":
        return Clause(WE, last.start, at, has_modal=last.has_modal)
    return Clause(ORDER, place, at) if "base" in forms else None


def _read_stranger(
    pieces: Sequence[Piece], place: int, at: int, last: Clause | None
) -> Clause | None:
    """ "it is in progress and purring": what the last one does too, in a word nobody knows."""
    word = pieces[at].words
    is_staged = place > 1 and pieces[place - 2].tag == "stage"
    is_verb = word.endswith(("ing", "ed")) or (word.endswith("s") and is_staged)
    if not is_verb or (last is None and not is_staged):
        return None
    return Clause(last.subject if last else JOB, place - 1, at)
