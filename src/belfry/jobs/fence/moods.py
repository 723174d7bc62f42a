"""In what mood a sentence speaks of a stage: as true, as not so, as a condition, or as to come.

Each mood reaches from its word to the end of its own clause and no further, so that "when you are
free, it is ready" is still a claim, and "we have not forgotten it, and have started" is one too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from belfry.jobs.fence.phrasebook import THING, Entry, list_words


class Mood(Enum):
    CLAIMED = "claimed"
    DENIED = "denied"
    CONDITION = "condition"
    FUTURE = "future"
    PAST = "past"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Piece:
    """A known phrase where it stands, with its words."""

    entry: Entry
    words: str
    tag: str


@dataclass(slots=True)
class _View:
    """What was passed on the way back from a mention."""

    subjects: int = 0
    denials: int = 0
    is_future: bool = False
    is_past: bool = False
    has_comma: bool = False
    has_comp: bool = False
    is_doubtful: bool = False


_AUXILIARIES = frozenset(
    {"is", "'s", "are", "'re", "have", "has", "'ve", "will", "'ll", "was", "were"}
)
_DENIALS = frozenset({"isn't", "aren't", "wasn't", "hasn't", "haven't", "won't"})
_GLAD = list_words(
    "happy glad pleased delighted excited thrilled proud honoured honored lucky chuffed"
)
_BEGINNINGS = frozenset(
    {
        "start",
        "begin",
        "follow",
        "commence",
        "be",
        "get under way",
        "get going",
        "get started",
        "happen",
    }
)
_CALLS = list_words("call consider declare deem ask invite")
_SAID = list_words("say write text announce report type")
_FINDS = list_words("find discover see learn decide realise realize notice")
_NOUNS_OPEN = list_words("a an any some more another something anything one part parts")
_AHEAD = frozenset({"expected", "due", "planned"})
_WILL = frozenset({"will", "'ll", "shall", "going to"})
_LISTED = frozenset({"stage", "and", "comma", "quote"})


def find_mood(pieces: Sequence[Piece], at: int, *, is_question: bool) -> Mood:
    """The mood of the mention at a place in its sentence."""
    view = _View()
    for place in range(at - 1, -1, -1):
        mood = _look(pieces, place, at, view)
        if mood is Mood.CONDITION:
            return mood
        if mood is Mood.CLAIMED:
            break
    if is_question:
        return Mood.ASKED
    if _is_planned(pieces, at):
        return Mood.FUTURE
    if _is_denied_after(pieces, at) or _is_wished(pieces, at):
        return Mood.DENIED
    if view.denials:
        # Two negations may mean anything: neither a denial nor a plain claim of one's own stage.
        return Mood.DENIED if view.denials == 1 else Mood.ASKED
    is_passed = _is_passed(pieces, at)
    if view.is_future and not is_passed:
        return Mood.FUTURE
    if view.is_doubtful:
        return Mood.ASKED
    is_left = is_passed or (at > 0 and pieces[at - 1].words == "from")
    is_now = [piece.words for piece in pieces[max(0, at - 2) : at]] in (
        ["is", "now"],
        ["are", "now"],
    )
    return Mood.PAST if (view.is_past and not is_now) or is_left else Mood.CLAIMED


def _is_passed(pieces: Sequence[Piece], at: int) -> bool:
    """ "from received to diagnosing to in progress": the stage between."""
    if at < 3 or pieces[at - 3].words != "from":
        return False
    after = pieces[at + 1 : at + 3]
    is_between = pieces[at - 1].words in {"to", "through"}
    return is_between and len(after) == 2 and after[0].words == "to" and after[1].tag == "stage"


def _is_planned(pieces: Sequence[Piece], at: int) -> bool:
    """ "The diagnosis is planned for Thursday"."""
    end = at + 1
    while end < len(pieces) and pieces[end].words in {"it", "them", "itself", THING}:
        end += 1
    if end < len(pieces) and pieces[end].words.startswith(("comes ", "come ")):
        return True
    following = pieces[at + 1 : at + 3]
    if following and following[0].words in _AHEAD:
        return True
    if len(following) < 2:
        return False
    is_link = following[0].words in {"is", "'s", "are"} and following[1].tag == "expect"
    is_ahead = following[0].tag in {"future", "expect"} and following[1].words in _BEGINNINGS
    return is_link or is_ahead


def _is_denied_after(pieces: Sequence[Piece], at: int) -> bool:
    """ "Ready isn't a word for it": the denial follows."""
    following = pieces[at + 1 : at + 3]
    if [piece.words for piece in following] in ([":", "not yet"], [":", "no"]):
        return True
    called = [piece.words for piece in pieces[at + 1 : at + 6]]
    if called[:1] in (["is"], ["'s"]) and "what" in called and {"'d", "would"} & set(called):
        # "In progress is what we'd call it if …".
        return True
    if len(following) == 2 and following[0].words == "no" and following[1].words == "more":
        return True
    if following and following[0].words in {"no more", "no longer"}:
        return True
    if len(following) == 2 and following[0].words in {"it", "they"}:
        # "Ready it isn't."
        return following[1].words in _DENIALS and _ends(pieces, at + 3)
    if following and following[0].words in _AUXILIARIES:
        return len(following) > 1 and following[1].words == "not"
    return bool(following) and following[0].words in _DENIALS


def _ends(pieces: Sequence[Piece], at: int) -> bool:
    return at >= len(pieces) or pieces[at].tag in {"comma", "break", "but", "and"}


def _is_wished(pieces: Sequence[Piece], at: int) -> bool:
    """ "We'd love to write 'ready', but …": said to be not so."""
    if all(piece.words != "but" for piece in pieces[at + 1 : at + 4]):
        return False
    before = [piece.words for piece in pieces[max(0, at - 6) : at] if piece.tag != "quote"]
    after = [
        piece.words for piece in pieces[at + 1 : at + 5] if piece.tag not in {"quote", "comma"}
    ]
    is_said = len(before) > 3 and before[-1] in _SAID and before[-2] == "to"
    is_wish = is_said and not {"'d", "would", "wish"}.isdisjoint(before)
    return is_wish and after[:1] == ["but"]


def _look(pieces: Sequence[Piece], place: int, at: int, view: _View) -> Mood | None:
    """One step back: a condition found, the clause's begin (CLAIMED), or nothing yet."""
    piece = pieces[place]
    tag = piece.tag
    if tag == "cond" and _is_moment(pieces, place, at):
        return None
    if tag in {"cond", "if"}:
        return Mood.CONDITION if _reaches(pieces, place, at, view) else Mood.CLAIMED
    if tag == "comma":
        view.has_comma = True
        return None if _is_listed(pieces, place, at) else Mood.CLAIMED
    if tag in {"break", "but", "claim", "emoji", "nonneg", "asap"}:
        return None if tag == "emoji" and not view.subjects else Mood.CLAIMED
    if tag == "and" and _opens_clause(pieces, place):
        return Mood.CONDITION if _is_second_condition(pieces, place, at) else Mood.CLAIMED
    if tag == "and":
        return None
    _note(pieces, place, at, view)
    return Mood.CLAIMED if view.subjects > 2 else None


def _is_moment(pieces: Sequence[Piece], place: int, at: int) -> bool:
    """ "after work it will be done": a time of day, and no condition."""
    if pieces[place].words not in {"after", "before"} or place + 1 == at:
        return False
    return pieces[place + 1].tag == "safe" and pieces[place + 1].words in {"work", "school", "tea"}


def _is_second_condition(pieces: Sequence[Piece], place: int, at: int) -> bool:
    """ "When it has come and the job is done, we will write": both are the condition."""
    start = place
    while start > 0 and pieces[start - 1].tag not in {"comma", "break", "but"}:
        start -= 1
    rest = [piece.tag for piece in pieces[at + 1 : at + 4]]
    return pieces[start].tag == "cond" and "comma" in rest[:2]


def _note(pieces: Sequence[Piece], place: int, at: int, view: _View) -> None:
    piece = pieces[place]
    match piece.tag:
        case "subject":
            is_link = piece.words == "that" and (
                pieces[place + 1].tag == "subject" or _is_found(pieces, place)
            )
            is_told = piece.words == "you" and place > 0 and pieces[place - 1].words == "told"
            view.subjects += not is_link and not is_told
        case "safe" if piece.entry.kind in {"thing", "name"}:
            view.subjects += piece.entry.kind == "thing"
        case "neg":
            called = pieces[place + 1]
            is_raised = called.tag == "expect" or called.words in _CALLS
            is_higher = view.subjects == 1 and is_raised
            is_paired = piece.words == "neither" and view.denials == 1
            view.denials += (view.subjects == 0 or is_higher) and not is_paired
            view.is_doubtful |= view.subjects > 0 and not is_higher
        case "future":
            is_told = view.subjects == 1 and view.has_comp and piece.words in _WILL
            view.is_future |= view.subjects == 0 or is_told
        case "to":
            is_glad = place > 0 and pieces[place - 1].words in _GLAD
            view.is_future |= _is_infinitive(pieces, place, at) and not is_glad
        case "expect":
            view.is_future |= view.subjects <= 1
        case "past":
            view.is_past |= view.subjects == 0
        case "comp" | "inform":
            view.has_comp |= view.subjects == 1


def _is_found(pieces: Sequence[Piece], place: int) -> bool:
    """ "if we find that a part …": the word only links."""
    is_found = place > 0 and pieces[place - 1].words in _FINDS
    return is_found and pieces[place + 1].words in _NOUNS_OPEN


def _is_infinitive(pieces: Sequence[Piece], place: int, at: int) -> bool:
    """ "to start", "to be ready"; but a thing moves "to in progress"."""
    if place == at - 1 and pieces[at].tag == "arrival":
        return True
    if place == at - 1 and [one.words for one in pieces[max(0, at - 3) : at - 2]] == ["from"]:
        # "from received to diagnosing".
        return pieces[at - 2].tag != "stage"
    if place == at - 1:
        return pieces[at].entry.form in {"base", "invite", "doing"} or pieces[at].words == "ready"
    return place == at - 2 and pieces[at - 1].words == "be"


def _reaches(pieces: Sequence[Piece], place: int, at: int, view: _View) -> bool:
    """Whether a condition's own clause still goes on at the mention."""
    if view.subjects == 1 and pieces[place].words.endswith((" that", " out")):
        # "if we find that the part we ordered …" has told of the order.
        return pieces[place + 1].tag == "subject"
    if view.subjects <= 1:
        return True
    is_we = pieces[place + 1].words in {"we", "i"}
    # "until you have heard that it is ready"; not "before you can say knife it is done".
    near = {word for piece in pieces[place + 2 : at] for word in piece.words.split()}
    is_we |= pieces[place + 1].words == "you" and bool(near & {"hear", "heard", "told"})
    return pieces[place].tag == "cond" and view.subjects == 2 and view.has_comp and is_we


def _is_listed(pieces: Sequence[Piece], comma: int, at: int) -> bool:
    """ "Once it is ready, collected and home": the comma only lists."""
    between = pieces[comma + 1 : at]
    if pieces[at].entry.form in {"invite", "base"}:
        return False
    return all(piece.tag in _LISTED for piece in between) and pieces[comma - 1].tag == "stage"


def _opens_clause(pieces: Sequence[Piece], place: int) -> bool:
    following = pieces[place + 1]
    is_thing = following.entry.kind == "thing"
    is_verb = following.words in _AUXILIARIES or following.words in _DENIALS
    is_verb |= following.words in {"no", "nothing"}
    return following.tag == "subject" or is_thing or is_verb
