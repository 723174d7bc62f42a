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
    ("'ve", "pencilled", "in"),
    ("have", "pencilled", "in"),
    ("'ve", "penciled", "in"),
    ("have", "penciled", "in"),
    ("'ve", "estimated"),
    ("have", "estimated"),
)
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
)
# "with Thursday expected": only at the end of its part.
_AWAITED = (
    ("expected",),
    ("hoped", "for"),
    ("should", "see", "it", "ready"),
    ("should", "see", "it", "done"),
    ("planned",),
    ("anticipated",),
    ("pencilled", "in"),
    ("penciled", "in"),
    ("being", "our", "estimate"),
    ("being", "our", "best", "estimate"),
    ("being", "the", "estimate"),
    ("being", "our", "target"),
    ("being", "the", "plan"),
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
_STOPS = frozenset({".", ",", ";", ":", "!", "(", ")", "\n", "but", "and"})


def note_expectation(words: Sequence[str]) -> list[str]:
    """The words with "expecting" for each way of having the expected time in view."""
    noted = list(words)
    at = len(noted) - 1
    while at >= 0:
        lead, tail = _measure(noted, at) if noted[at] == ETA else (0, 0)
        if lead or tail:
            noted[at - lead : at + 1 + tail] = ["expecting", ETA]
        at -= lead + 1
    return noted


def _measure(words: Sequence[str], at: int) -> tuple[int, int]:
    """How many words before and after the time say that it is expected, and no more."""
    if lead := _find_before(words, at, _LEADS):
        return lead, 0
    for befores, afters in ((_HELD, _NOTED), (_TAKEN, _AS_PROMISE)):
        lead = _find_before(words, at, befores)
        tail = _find_after(words, at + 1, afters)
        if lead and tail:
            return lead, tail
    if lead := _find_before(words, at, _UNPROMISED):
        return (lead, 0) if _is_end(words, at + 1) else (0, 0)
    tail = _find_after(words, at + 1, _AWAITED)
    is_opened = at == 0 or words[at - 1] == "with" or words[at - 1] in _STOPS
    return (0, tail) if is_opened and tail and _is_end(words, at + 1 + tail) else (0, 0)


def _is_end(words: Sequence[str], at: int) -> bool:
    return at >= len(words) or words[at] in _STOPS


def _find_before(words: Sequence[str], at: int, phrases: Sequence[tuple[str, ...]]) -> int:
    """How many words of the first phrase that ends right before a place."""
    return next((len(one) for one in phrases if tuple(words[max(0, at - len(one)) : at]) == one), 0)


def _find_after(words: Sequence[str], at: int, phrases: Sequence[tuple[str, ...]]) -> int:
    return next((len(one) for one in phrases if tuple(words[at : at + len(one)]) == one), 0)
