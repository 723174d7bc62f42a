"""When a word that no message may say may stand after all, because of what stands around it."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.claims import has_condition
from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.nouns import PEOPLE
from belfry.jobs.fence.phrasebook import THING, list_words
from belfry.jobs.fence.stage_phrases import AWAITING, COLLECTED, DIAGNOSING, READY
from belfry.jobs.fence.standing import Sentence, Standing

_TROUBLES = list_words("wrong fault faults problem problems issue issues trouble cause behind")
_PAUSES = list_words("pause paused hold delay delays delayed stuck breather rest nap break tied")
_COUNTS = list_words("two three four five six couple few")
_POINTS = list_words("things words points questions facts lines updates sentences :")
_AT_ONCE = frozenset({"straight away", "right away", "immediately", "promptly", "straightaway"})
_ASKED = frozenset({"what", "why", "where", "which", "how"})
_UNTOLD = list_words("day time date hour week timescale deadline offer")
_NAMING = list_words("""
give name say offer promise set fix quote have know tell guess put pick predict got see
""")
_EXACT = list_words("a an any the you exact firm set specific particular fixed definite precise")
_NEVER = frozenset({"can't", "cannot", "won't", "don't", "couldn't", "not"})
_DOING = list_words("'ll will would 'd never won't don't not shall to can")
_WALKED = frozenset(
    {"it", "them", "you", "over", "up", "in", "down", "round", "straight", "back", "out", THING}
)
_FAIR = frozenset({"handsome", "gorgeous", "stunning"})
_UNSURE = frozenset({"eta", "future", "expect", "to", "arrival", "leisure", "closing", "inform"})
_LETTERS = ("message", "text", "note", "email", "update")
_OUTCOMES = list_words("promise promised promises guarantee guaranteed guarantees warranty pledge")
_WRITES = frozenset({"text", "tell", "message", "write", "call", "ring"})
_TELLS = frozenset({"let you know", "be in touch", "get in touch", "in touch", "keep you posted"})


def is_excused(sentence: Sentence, at: int, standing: Standing) -> bool:
    """Whether the refused word at a place says less there than it seems to."""
    pieces, piece = sentence.pieces, sentence.pieces[at]
    if piece.words.rpartition(" ")[2] in _PAUSES and standing.kind == AWAITING:
        return True
    if piece.words in _COUNTS:
        return _is_of_people(pieces, at)
    if piece.words in _AT_ONCE:
        return _is_told(pieces)
    if piece.words in _UNTOLD and _is_untold(pieces, at):
        return True
    if piece.words in _FAIR:
        return standing.kind in {READY, COLLECTED} and _is_flattered(pieces, at)
    match piece.entry.kind:
        case "time":
            return _is_timeless(pieces, at) or _is_todays_stage(sentence, at, standing)
        case "promise":
            is_less = _is_disclaimed(pieces, at) or _is_promised_news(pieces, at)
            return is_less or _is_sure_of_now(sentence)
        case "status" if piece.words == "missing":
            return any(one.words == "you" for one in pieces[max(0, at - 3) : at])
        case "status":
            is_open = _is_condition(pieces, at) or _is_slipping(pieces, at)
            return is_open or _is_looked_for(sentence, at, standing)
        case _:
            is_outdone = standing.kind == READY and _is_outdone(pieces, at)
            return is_outdone or _is_left_out(pieces, at)


def _is_left_out(pieces: Sequence[Piece], at: int) -> bool:
    """ "No price, date or promise in this message"."""
    is_no = at > 0 and pieces[at - 1].words == "no" and pieces[at].words in {"price", "quote"}
    rest = " ".join(piece.words for piece in pieces[at + 1 : at + 9])
    return is_no and any(f"in this {letter}" in rest for letter in _LETTERS)


def _is_outdone(pieces: Sequence[Piece], at: int) -> bool:
    """ "Not nearly, not almost, but actually ready"."""
    is_not = at > 0 and pieces[at - 1].words == "not" and pieces[at].words in {"nearly", "almost"}
    rest = pieces[at + 1 :]
    is_over = bool(rest) and rest[0].tag in {"comma", "but"}
    is_ready = bool(rest) and rest[-1].tag == "stage" and rest[-1].entry.kind == READY
    return is_not and is_over and is_ready and any(one.tag == "but" for one in rest)


def _is_slipping(pieces: Sequence[Piece], at: int) -> bool:
    """ "Should Thursday slip, we'll tell you"."""
    is_slip = pieces[at].words in {"slip", "slips"}
    return is_slip and any(one.words == "should" for one in pieces[:at])


def _is_todays_stage(sentence: Sentence, at: int, standing: Standing) -> bool:
    """ "Today it is in progress": the day of the message itself."""
    is_turned = any(sentence.has(tag) for tag in ("eta", "future", "expect", "past"))
    if is_turned or sentence.pieces[at].words != "today":
        return False
    following = list(sentence.pieces[at + 1 : at + 5])
    if following and following[0].tag in {"comma", "break"}:
        following = following[1:]
    if len(following) < 3 or following[0].words not in {"it", "they", THING}:
        return False
    is_now = following[1].words in {"is", "'s", "are", "'re"}
    stage = following[2].entry
    return is_now and stage.kind == standing.kind and stage.form in {"state", "doing"}


def _is_timeless(pieces: Sequence[Piece], at: int) -> bool:
    """Whether what sounds like a time is none here."""
    if pieces[at].words == "march":
        return _is_walked(pieces, at)
    is_order = pieces[at].words.startswith(("comes ", "come "))
    return is_order and _is_stage_to_come(pieces, at)


def _is_walked(pieces: Sequence[Piece], at: int) -> bool:
    """ "we'll march it to the counter": what somebody does, and no month."""
    before = pieces[at - 1].words if at else ""
    after = pieces[at + 1].words if at + 1 < len(pieces) else ""
    is_brought = after in {"it", "them", THING}
    there = pieces[at + 2].words if at + 2 < len(pieces) else ""
    is_delivered = there in {"to you", "over", "round", "out", "home", "back"}
    return before in _DOING and after in _WALKED and not (is_brought and is_delivered)


def _is_stage_to_come(pieces: Sequence[Piece], at: int) -> bool:
    """ "repairing it comes after": which stage follows; not "your bike comes next"."""
    while at > 0 and pieces[at - 1].words in {"it", "them", "itself", THING}:
        at -= 1
    return at > 0 and pieces[at - 1].tag == "stage" and pieces[at - 1].entry.form == "doing"


def is_outlook(sentence: Sentence, standing: Standing) -> bool:
    """ "We hope to see you once it is ready": to come, and on its condition."""
    is_hoped = sentence.has("eta") and sentence.has("expect") and standing.eta_kind == READY
    return is_hoped or has_condition(sentence, standing)


def _is_untold(pieces: Sequence[Piece], at: int) -> bool:
    """ "We can't give you a day for it", "we have no date to offer": a time that nobody names."""
    place = at
    while place > 0 and pieces[at].words != "offer" and pieces[place - 1].words in _EXACT:
        place -= 1
    near = pieces[max(0, place - (6 if pieces[at].words == "offer" else 4)) : place]
    if any(piece.tag in {"comma", "break", "but", "stage", "eta"} for piece in near):
        return False
    words = [word for piece in near for word in piece.words.split()]
    is_named = pieces[at].words == "offer" or (words[-1:] and words[-1] in _NAMING)
    is_never = any(piece.tag == "neg" for piece in near) or not _NEVER.isdisjoint(words)
    return bool(is_named and is_never and not {"it", "they", THING} & set(words))


def _is_flattered(pieces: Sequence[Piece], at: int) -> bool:
    """ "one very handsome teapot": how it always was, and no work of ours."""
    is_before = at + 1 < len(pieces) and pieces[at + 1].words == THING
    return is_before and at > 0 and pieces[at - 1].words in {"your", "one", "very", "that", "this"}


def _is_looked_for(sentence: Sentence, at: int, standing: Standing) -> bool:
    """ "We don't know the fault yet": while it is looked for, it may be spoken of as unknown."""
    if sentence.pieces[at].words not in _TROUBLES:
        return False
    if _is_diagnosed(sentence.pieces, at):
        return True
    if standing.kind != DIAGNOSING:
        return False
    before = sentence.pieces[max(0, at - 6) : at]
    is_early = any("early" in one.words or "soon" in one.words for one in before)
    is_later = is_early or any(sentence.has(tag) for tag in ("neg", "future", "inform"))
    is_asked = any(one.words in _ASKED for one in before) and is_later
    is_open = any(one.tag in {"neg", "cond", "if", "to"} for one in before)
    return sentence.is_question or is_asked or is_open


def _is_diagnosed(pieces: Sequence[Piece], at: int) -> bool:
    """ "start diagnosing the problem": what the stage itself is about."""
    while at > 0 and pieces[at - 1].words in {"the", "your", "its", "this", "that"}:
        at -= 1
    before = pieces[at - 1] if at else None
    return before is not None and before.tag == "stage" and before.entry.kind == DIAGNOSING


def _is_disclaimed(pieces: Sequence[Piece], at: int) -> bool:
    """ "no guarantees", "we can't promise": less is said, not more."""
    near = pieces[max(0, at - 3) : at]
    following = [one.words for one in pieces[at + 1 : at + 3]]
    if following == [":", "nothing"]:
        return True
    if pieces[at].words == "promise" and following[:1] == ["nothing"]:
        return True
    for one in reversed(near):
        if one.tag in {"neg", "break"}:
            return one.tag == "neg"
    return False


def _is_promised_news(pieces: Sequence[Piece], at: int) -> bool:
    """ "we promise to keep you posted", "one promise: we'll tell you": no more than a message."""
    for piece in pieces[at + 1 : at + 7] if pieces[at].words == "promise" else ():
        if piece.tag in {"stage", "eta", "leisure", "refuse"} or piece.words in {"it", THING}:
            break
        if piece.tag == "inform" or piece.words in _TELLS or piece.words in _WRITES:
            return True
    is_told = [one.words for one in pieces[at : at + 2]] == ["promise", "to"]
    following = pieces[at + 2 : at + 4]
    return is_told and any(one.tag == "inform" or one.words in _TELLS for one in following)


def _is_sure_of_now(sentence: Sentence) -> bool:
    """ "It is definitely in progress": the shop is sure of what is, and of nothing to come."""
    tags = {piece.tag for piece in sentence.pieces}
    if tags & _UNSURE or any(piece.words in _OUTCOMES for piece in sentence.pieces):
        return False
    return "stage" in tags


def _is_of_people(pieces: Sequence[Piece], at: int) -> bool:
    """ "two of our mechanics": so many people, and no time."""
    following = [piece.words for piece in pieces[at + 1 : at + 3]]
    if following == ["of", THING] and at and pieces[at - 1].words == "all":
        return True
    return any(piece.words in PEOPLE or piece.words in _POINTS for piece in pieces[at + 1 : at + 4])


def _is_told(pieces: Sequence[Piece]) -> bool:
    """ "You'll hear from us right away": it is news that comes at once, if there is any."""
    is_news = any(piece.tag == "inform" or piece.words in _TELLS for piece in pieces)
    return is_news and any(
        piece.tag in {"cond", "if"} or piece.words.startswith("if ") for piece in pieces
    )


def _is_condition(pieces: Sequence[Piece], at: int) -> bool:
    for piece in reversed(pieces[:at]):
        if piece.tag in {"comma", "break", "but", "stage"}:
            return False
        if piece.tag in {"if", "cond"}:
            return piece.words != "after"
    return False
