"""Whether a text is made of listed acts and of slots, read word by word.

A text is a row of acts. A greeting stands first, after a sign-off come only sign-offs, and an
opener stands right before a slot. Acts end with a full stop or a question mark, or are joined by a
comma or "and"; a slot is a sentence of its own and stands after none that is still open.

The lists are one automaton for all conditions, built where texts lead: a text passes where all
conditions hold that its phrases need.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain
from operator import and_
from typing import NamedTuple

from belfry.kernel.fence.acts import Acts, Choice, Phrase
from belfry.kernel.fence.surface import Reason

MOST_SETS, MOST_WORDS = 20_000, 20_000
_MARK = r"[.,!?;:\n\u2013\u2014-]"
_TOKEN = re.compile(
    rf"\{{[a-z_]+\}}|[^\W\d_]+(?:'[^\W\d_]+)*'?|'[^\W\d_]+|&|{_MARK}(?:\s*{_MARK})*"
)
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
# Of several marks in a row the first of these counts; the others are read as one of them.
_STRONGEST = "?:.,-"
_READ_AS = str.maketrans("!;\n\u2013\u2014", "...--")
# The roles of acts, and what they may stand after.
_GREETING, _SIGN_OFF, _OPENER = "greeting", "sign-off", "opener"
_FIRST, _SHUT, _OPEN, _SLOT = "first", "shut", "open", "slot"
_AFTER = {
    _GREETING: {_FIRST},
    _OPENER: {_FIRST, _SHUT, _SLOT, _OPENER},
    _SIGN_OFF: {_FIRST, _SHUT, _OPEN, _SLOT, _SIGN_OFF},
    "": {_FIRST, _SHUT, _OPEN, _SLOT},
}


@dataclass(slots=True, eq=False)
class _Place:
    """A place in a phrase: `items` come next and then `rest`; opened when it is first reached.

    `ends` are those of phrases that end here: whether they are a point, and what they need.
    """

    items: tuple[str | Choice, ...] = ()
    rest: _Place | None = None
    to: dict[str, list[_Place]] = field(default_factory=dict)
    ends: list[tuple[bool, int]] = field(default_factory=list)


class _Act(NamedTuple):
    """`opening` and `going_on` are the places before its phrases."""

    role: str
    is_pointed: bool
    opening: _Place
    going_on: _Place


class _Within(NamedTuple):
    """Inside a phrase of an act, or at its end if `place` is None; then `mark` may follow."""

    act: _Act
    place: _Place | None
    has_point: bool = False
    mark: str = ""


# Between two acts it is the role of what stands before.
_State = str | _Within
_States = frozenset[tuple[_State, int]]
_Steps = Iterator[tuple[_State, int]]


@dataclass(slots=True, eq=False)
class _Set:
    """The states that are possible somewhere in a text, each with the conditions that it needs.

    `to` is where the words lead that were met here, and what every state there needs besides.
    """

    states: _States
    ends: tuple[int, ...]
    to: dict[str, tuple[_Set, int] | None] = field(default_factory=dict)


class _Words(dict[str, tuple[str, ...]]):
    """How each piece of a text is read."""

    def __init__(self, acts: Acts) -> None:
        self._same = {form: words for form, words in acts.same.items() if form[0] != "*"}
        self._endings = {form[1:]: words for form, words in acts.same.items() if form[0] == "*"}

    def __missing__(self, piece: str) -> tuple[str, ...]:
        marks = [mark for mark in _STRONGEST if mark in piece.translate(_READ_AS)]
        words = tuple(marks[:1]) or self._same.get(piece, (piece,))
        ending = next((end for end in self._endings if piece.endswith(end) and piece != end), "")
        if words == (piece,) and ending:
            stem = piece.removesuffix(ending)
            words = (*self._same.get(stem, (stem,)), *self._endings[ending])
        if len(self) < MOST_WORDS:
            self[piece] = words
        return words


class Matcher:
    """`slots` are the names of those that are whole sentences."""

    def __init__(self, acts: Acts, *, slots: Collection[str] = ()) -> None:
        self._slots = frozenset(slots)
        self._listed = {*acts.words, *_STRONGEST, "and"}
        self._words = _Words(acts)
        self._bits = {slot: 1 << number for number, slot in enumerate(self._slots)}
        self._slot_bits = sum(self._bits.values())
        self._places: dict[tuple[tuple[str | Choice, ...], _Place], _Place] = {}
        self._acts = [self._plant(name, phrases) for name, phrases in acts.phrases.items()]
        self._sets: dict[_States, _Set] = {}
        self._start = self._get_set(frozenset([(_FIRST, 0)]))

    def split(self, text: str) -> list[str]:
        """Words in lower case and in full, slots, and marks: of a row only the strongest."""
        lower = _HYPHEN.sub(" ", text.lower()) if "-" in text else text.lower()
        tokens = [*chain.from_iterable(map(self._words.__getitem__, _TOKEN.findall(lower)))]
        return tokens[1:] if tokens and tokens[0] in _STRONGEST else tokens

    def check(self, tokens: Sequence[str], here: Collection[str], *, rule: str) -> Iterator[Reason]:
        """Why a text that was split may not be sent where the conditions `here` hold, if so."""
        place = self._find_stop(tokens, here)
        if place is None:
            return
        last = place - 1 if place < len(tokens) else place - 2
        begin = next((i + 1 for i in range(last, -1, -1) if tokens[i] in ".?"), 0)
        before, word = " ".join(tokens[begin:place]), " ".join(tokens[place : place + 1])
        if strange := next(filter(self._is_strange, tokens[begin : place + 1]), ""):
            says = f'"{strange}" is not on the list.'
        elif word:
            says = f'"{f"{before} {word}".strip()}": listed words, but no listed phrase.'
        else:
            says = f'"{before}": the sentence ends before it is a listed phrase.'
        yield Reason(rule, strange or word or before, says)

    def _find_stop(self, tokens: Sequence[str], here: Collection[str]) -> int | None:
        """Where a text stops being allowed; None if all of it is."""
        lacking = sum(bit for name, bit in self._bits.items() if name not in here)
        current = self._start
        for place, token in enumerate(tokens):
            known = current.to
            step = known[token] if token in known else self._follow(current, token)
            if step is None or step[1] & lacking:
                return place
            current = step[0]
        return None if any(not end & lacking for end in current.ends) else len(tokens)

    def _is_strange(self, token: str) -> bool:
        return not (token[0] == "{" or token in self._listed)

    def _plant(self, name: str, phrases: Sequence[Phrase]) -> _Act:
        opening, going_on = _Place(), _Place()
        for phrase in phrases:
            bits = [self._bits.setdefault(c, 1 << len(self._bits)) for c in phrase.conditions]
            end = _Place(ends=[(phrase.is_point, sum(bits))])
            for root in (opening, going_on) if phrase.may_open else (going_on,):
                self._open((phrase.pattern,), end, root)
        role = next((role for role in _AFTER if role and name.startswith(role)), "")
        return _Act(role, any(phrase.is_point for phrase in phrases), opening, going_on)

    def _open(self, items: tuple[str | Choice, ...], rest: _Place, into: _Place) -> None:
        """Put into a place which words come next there, and which phrases end there."""
        if not items:
            into.ends += rest.ends
            if rest.rest:
                self._open(rest.items, rest.rest, into)
            return
        item, others = items[0], items[1:]
        following = rest
        if others:  # the same place for the same words to come
            following = self._places.setdefault((others, rest), _Place(others, rest))
        if isinstance(item, str):
            into.to.setdefault(item, []).append(following)
        else:
            for way in (*item.ways, ()) if item.is_optional else item.ways:
                self._open(way, following, into)

    def _get_set(self, states: _States) -> _Set:
        if states not in self._sets:
            if len(self._sets) >= MOST_SETS:
                self._sets.clear()
                self._start.to.clear()
            ends = {needs for state, needs in states if _may_end(state)}
            self._sets[states] = _Set(states, tuple(ends))
        return self._sets[states]

    def _follow(self, current: _Set, token: str) -> tuple[_Set, int] | None:
        if self._is_strange(token):
            return None
        reached: dict[_State, set[int]] = {}
        for state, needs in current.states:
            for following, more in self._step(state, token):
                # What an opener needs is the slot that follows it.
                is_met = following == _SLOT
                others = self._slot_bits & ~self._bits[token[1:-1]] if is_met else 0
                if not needs & others:
                    rest = needs & ~self._slot_bits if is_met else needs | more
                    reached.setdefault(following, set()).add(rest)
        current.to[token] = None
        if reached:
            shared = reduce(and_, chain.from_iterable(reached.values())) & ~self._slot_bits
            states = frozenset(
                (state, needs & ~shared)
                for state, ways in reached.items()
                for needs in ways
                if not any(other != needs and other & needs == other for other in ways)
            )
            current.to[token] = self._get_set(states), shared
        return current.to[token]

    def _step(self, state: _State, token: str) -> _Steps:
        if isinstance(state, str):
            return self._step_on(state, token)
        if state.place:
            return self._enter(state.place, token, state)
        return self._step_behind(state, token)

    def _step_on(self, before: str, token: str) -> _Steps:
        """From between two acts into the next one, or into a slot."""
        if token[1:-1] in self._slots:
            if before in _AFTER[_OPENER]:
                yield _SLOT, 0
        elif before == _SLOT and token in ".-":
            yield _SHUT, 0
        elif token == "and" and before not in (_FIRST, _SLOT):
            yield before, 0
        for act in self._acts:
            if token in act.opening.to and before in _AFTER[act.role]:
                yield from self._enter(act.opening, token, _Within(act, None))

    def _enter(self, place: _Place, token: str, state: _Within) -> _Steps:
        for following in place.to.get(token, ()):
            if following.rest and not following.to:
                self._open(following.items, following.rest, following)
            if following.to:
                yield _Within(state.act, following, state.has_point), 0
            for is_point, needs in following.ends:
                yield _Within(state.act, None, state.has_point or is_point), needs

    def _step_behind(self, state: _Within, token: str) -> _Steps:
        """From the end of a phrase: on in the same act, or out of it."""
        role = state.act.role
        yield from self._enter(state.act.going_on, token, state)
        if token in ",?-" and not state.mark:
            yield state._replace(mark=token), 0
        elif token == "and" and state.mark != "and":
            yield state._replace(mark="and"), 0
        if not _is_whole(state):
            return
        if token == "." or (token == ":" and role in (_GREETING, _OPENER)):
            yield _close(role, "."), 0
        elif state.mark or role in (_GREETING, _OPENER):
            yield from self._step_on(_close(role, state.mark), token)


def _close(role: str, mark: str) -> str:
    if role in (_OPENER, _SIGN_OFF):
        return role
    return _SHUT if role == _GREETING or mark in (".", "?") else _OPEN


def _is_whole(state: _Within) -> bool:
    return state.place is None and (state.has_point or not state.act.is_pointed)


def _may_end(state: _State) -> bool:
    if isinstance(state, str):
        return state not in (_OPENER, _OPEN, _FIRST)
    return _is_whole(state) and state.act.role != _OPENER
