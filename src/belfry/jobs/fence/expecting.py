"""Where a message brings in the expected time as what somebody looks at, notes down or has in mind.

"We're looking at Thursday" and "we've pencilled in Thursday" expect it, and say no more.
"""

from __future__ import annotations

from collections.abc import Sequence

from belfry.jobs.fence.times import ETA

_LEADS = (
    ("looking", "at"),
    ("look", "for", "it", "on"),
    ("look", "for", "it"),
    ("watch", "for", "it", "on"),
    ("looking", "like"),
    ("looks", "like"),
    ("estimate", "hasn't", "changed", ":"),
    ("eta", "hasn't", "changed", ":"),
    ("no", "change", "to", "our", "estimate", "of"),
    ("no", "change", "to", "our", "estimate", ":"),
    ("look", "like"),
    ("call", "it"),
    ("'ve", "set", "our", "sights", "on"),
    ("have", "set", "our", "sights", "on"),
    ("'re", "pencilling", "you", "in", "for"),
    ("'re", "penciling", "you", "in", "for"),
    ("allow", "us", "until"),
    ("give", "us", "until"),
    ("bear", "with", "us", "until"),
    ("working", "to", "a"),
    ("working", "to"),
    ("our", "money", "'s", "on"),
    ("our", "money", "is", "on"),
    ("our", "sights", "set", "on"),
    ("our", "eye", "on"),
    ("our", "eyes", "on"),
    ("'ve", "pencilled", "you", "in", "for"),
    ("have", "pencilled", "you", "in", "for"),
    ("'ve", "put", "you", "down", "for"),
    ("have", "put", "you", "down", "for"),
    ("'ve", "got", "you", "down", "for"),
    ("have", "you", "down", "for"),
    ("we", "'d", "say"),
    ("we", "would", "say"),
    ("we", "'d", "guess"),
    ("we", "would", "guess"),
    ("'ve", "pencilled", "in"),
    ("have", "pencilled", "in"),
    ("'ve", "penciled", "in"),
    ("have", "penciled", "in"),
    ("'ve", "estimated"),
    ("have", "estimated"),
)
# "Ready, we hope, Thursday": the hope stands between what is hoped for and its time.
_HOPED = tuple(
    (",", *hope, ",", *link)
    for link in ((), ("by",), ("on",))
    for hope in (
        *((who, verb) for who in ("we", "i") for verb in ("hope", "think", "expect", "reckon")),
        ("we", "'re", "hoping"),
        ("we", "are", "hoping"),
        ("fingers", "crossed"),
        ("all", "being", "well"),
        ("with", "luck"),
        ("with", "any", "luck"),
    )
)
_POSSIBLE = ("possible", "likely", "doable", "feasible", "achievable", "good", "realistic")
_IN = ("in", "on")
_BOOKS = ("calendar", "diary", "board")
# These say it only together with what follows.
_HELD = (
    ("'ve", "got"),
    ("have", "got"),
    ("'ve", "set"),
    ("have", "set"),
    ("'ve",),
    ("have",),
    ("keep",),
    ("bear",),
)
_NOTED = (
    ("pencilled", "in"),
    ("penciled", "in"),
    ("down", "for", "it"),
    ("down", "as", "our", "target"),
    ("down", "as", "our", "estimate"),
    ("as", "our", "target"),
    ("as", "our", "estimate"),
    ("as", "the", "target"),
    ("as", "an", "estimate"),
    ("marked", "down"),
    ("noted", "down"),
    ("in", "mind"),
    ("in", "our", "sights"),
    ("in", "view"),
    *(
        (*marked, place, whose, book)
        for marked in ((), ("circled",), ("marked",), ("noted",), ("down",), ("pencilled",))
        for place in ("in", "on")
        for whose in ("the", "our")
        for book in _BOOKS
    ),
    ("circled",),
    ("written", "down"),
)
_PUT = (("pop",), ("put",), ("write",), ("jot",), ("note",), ("pencil",), ("mark",), ("keep",))
_PENCILLED = (
    ("in", "pencil"),
    ("in", "your", "diary", "in", "pencil"),
    ("down", "in", "pencil"),
    ("in", "your", "calendar", "in", "pencil"),
)
# "we'd be delighted if Thursday worked out".
_IF = (("if",),)
_MET = (
    ("works", "out"),
    ("worked", "out"),
    ("comes", "off"),
    ("came", "off"),
    ("held",),
    ("holds",),
)
# "with Thursday expected": only at the end of its part.
_AWAITED = (
    ("expected",),
    ("hoped", "for"),
    *((seems, how) for seems in ("looks", "seems") for how in _POSSIBLE),
    *((link, "looking", how) for link in ("is", "'s") for how in ("good", "likely", "possible")),
    *((will, "see", "it", "ready") for will in ("should", "will", "'ll", "might", "could")),
    *((will, "see", "it", "done") for will in ("should", "will", "'ll", "might", "could")),
    *(("would", "be", "our", noun) for noun in ("answer", "guess", "estimate", "bet", "hope")),
    ("planned",),
    ("anticipated",),
    ("pencilled", "in"),
    ("penciled", "in"),
    *(
        (place, whose, book)
        for place in ("in", "on")
        for whose in ("the", "our")
        for book in _BOOKS
    ),
    ("being", "our", "estimate"),
    ("being", "our", "best", "estimate"),
    ("being", "the", "estimate"),
    ("being", "our", "target"),
    ("being", "the", "plan"),
)
# "Thursday is what we have in mind".
_NAMED = tuple(
    (link, *what, "we", *told)
    for link in ("is", "'s")
    for what in (("what",), ("the", "day"))
    for told in (
        ("'ve", "got", "down"),
        ("have", "down"),
        ("'ve", "put", "down"),
        ("'ve", "noted", "down"),
        ("'ve", "pencilled", "in"),
        ("have", "pencilled", "in"),
        ("'ve", "got", "in", "mind"),
        ("have", "in", "mind"),
        ("'re", "thinking"),
        ("'re", "working", "to"),
        ("'d", "guess"),
        ("'d", "say"),
        ("reckon",),
        ("expect",),
    )
)
_UNPROMISED = tuple(
    (denial, verb)
    for denial in ("can't", "cannot", "won't", "don't", "couldn't")
    for verb in ("promise", "guarantee", "swear")
)
_TAKEN = tuple(
    (*denial, verb)
    for denial in (("don't",), ("do", "not"))
    for verb in ("take", "treat", "read", "see", "regard")
)
_AS_PROMISE = tuple(
    ("as", *noun)
    for noun in (("a", "promise"), ("a", "guarantee"), ("a", "certainty"), ("certain",), ("fixed",))
)
_AROUND = ((_HELD, _NOTED), (_TAKEN, _AS_PROMISE), (_PUT, _PENCILLED), (_IF, _MET))
_NOW = frozenset({"is", "'s", "are", "'re", "now", "has", "have", "'ve"})
_STOPS = frozenset({".", ",", ";", ":", "!", "(", ")", "\n", "but", "and"})


def note_expectation(words: Sequence[str]) -> list[str]:
    """The words with "expecting" for each way of having the expected time in view."""
    noted = list(words)
    at = len(noted) - 1
    while at >= 0:
        if noted[at] != ETA:
            at -= 1
        elif hoped := _measure_hope(noted, at):
            noted[at - hoped : at] = ["hopefully"]
            at -= hoped
        else:
            lead, tail = _measure(noted, at)
            if lead or tail:
                noted[at - lead : at + 1 + tail] = ["expecting", ETA]
            at -= lead + 1
    return noted


def _measure_hope(words: Sequence[str], at: int) -> int:
    """How many words before the time are a hope between commas, and no more."""
    if "," not in words[max(0, at - 2) : at] or not _is_end(words, at + 1):
        return 0
    hoped = _find_before(words, at, _HOPED)
    return 0 if _is_told_as_now(words, at - hoped) else hoped


def _is_told_as_now(words: Sequence[str], end: int) -> bool:
    """ "It is ready, we hope": whether the part that ends here says that something is so."""
    start = end
    while start > 0 and words[start - 1] not in _STOPS:
        start -= 1
    return not _NOW.isdisjoint(words[start:end])


def _measure(words: Sequence[str], at: int) -> tuple[int, int]:
    """How many words before and after the time say that it is expected, and no more."""
    if lead := _find_before(words, at, _LEADS):
        return lead, 0
    for befores, afters in _AROUND:
        lead = _find_before(words, at, befores)
        tail = _find_after(words, at + 1, afters)
        if lead and tail:
            return lead, tail
    if lead := _find_before(words, at, _UNPROMISED):
        return (lead, 0) if _is_end(words, at + 1) else (0, 0)
    tail = _find_after(words, at + 1, (*_AWAITED, *_NAMED))
    is_opened = at == 0 or words[at - 1] == "with" or words[at - 1] in _STOPS
    return (0, tail) if is_opened and tail and _is_end(words, at + 1 + tail) else (0, 0)


def _is_end(words: Sequence[str], at: int) -> bool:
    return at >= len(words) or words[at] in _STOPS or words[at] == "for"


def _find_before(words: Sequence[str], at: int, phrases: Sequence[tuple[str, ...]]) -> int:
    """How many words of the first phrase that ends right before a place."""
    return next((len(one) for one in phrases if tuple(words[max(0, at - len(one)) : at]) == one), 0)


def _find_after(words: Sequence[str], at: int, phrases: Sequence[tuple[str, ...]]) -> int:
    return next((len(one) for one in phrases if tuple(words[at : at + len(one)]) == one), 0)
