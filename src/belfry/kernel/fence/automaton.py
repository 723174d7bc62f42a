"""Whether a text is made of listed acts and of slots, read word by word.

The lists are followed by a machine with states, of which several may be possible at a time. Each
set of possible states, and where a word leads from it, is worked out once and then remembered.

A text is a row of acts. A greeting stands first, after a sign-off come only sign-offs, and an
opener stands right before a slot. Acts end with a full stop or a question mark, or are joined by a
comma or "and"; a slot is a sentence of its own and stands after none that is still open.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from belfry.kernel.fence.acts import Acts, Choice, Phrase
from belfry.kernel.fence.surface import Reason

GREETING, SIGN_OFF, OPENER = "greeting", "sign-off", "opener"
_TOKEN = re.compile(r"\{[a-z_]+\}|[^\W\d_]+(?:'[^\W\d_]+)*'?|'[^\W\d_]+|[.,!?;:&\n\u2013\u2014-]")
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
_MARKS = {"!": ".", ";": ".", "\n": ".", "\u2013": "-", "\u2014": "-"}
# Of several marks in a row the first of these counts.
_STRONGEST = "?:.,-"


@dataclass(eq=False, slots=True)
class _Node:
    """A place in an act's phrases; `ends` are (is point, slot it must stand before)."""

    to: dict[str, list[_Node]] = field(default_factory=dict)
    ends: set[tuple[bool, str]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Act:
    role: str
    opening: _Node
    going_on: _Node
    is_pointed: bool


class _Gap(NamedTuple):
    """Between two acts; `before` is the role of what stands before, or "open" after a comma."""

    before: str
    slot: str = ""


class _Within(NamedTuple):
    """Inside a phrase of an act, or at its end if `node` is None; then `mark` may follow."""

    act: int
    node: _Node | None
    has_point: bool
    slot: str
    mark: str = ""


_State = _Gap | _Within
_FIRST, _SHUT, _OPEN, _SLOT = "first", "shut", "open", "slot"


@dataclass(slots=True)
class _Set:
    """States that are possible at one place, and where each word leads that was met there."""

    states: frozenset[_State]
    may_end: bool
    to: dict[str, _Set | None] = field(default_factory=dict)


class Automaton:
    """`here` are the conditions that hold, `slots` the names of those that are whole sentences."""

    def __init__(self, acts: Acts, *, here: Collection[str], slots: Collection[str] = ()) -> None:
        self._slots = frozenset(slots)
        self._listed = acts.list_words()
        self._same = {form: words for form, words in acts.same.items() if form[0] != "*"}
        self._endings = {form[1:]: words for form, words in acts.same.items() if form[0] == "*"}
        self._acts = [
            self._plant(name, phrases, frozenset(here)) for name, phrases in acts.phrases.items()
        ]
        self._sets: dict[frozenset[_State], _Set] = {}
        self._words: dict[str, tuple[str, ...]] = {}
        self._start = self._get_set(frozenset([_Gap(_FIRST)]))

    def check(self, tokens: Sequence[str], *, rule: str) -> Iterator[Reason]:
        """The reason why a text that was split may not be sent, if there is one."""
        place = self._find_stop(tokens)
        if place is None:
            return
        last = place - 1 if place < len(tokens) else place - 2
        begin = next((i + 1 for i in range(last, -1, -1) if tokens[i] in ".?"), 0)
        before, word = " ".join(tokens[begin:place]), " ".join(tokens[place : place + 1])
        strange = next(filter(self._is_strange, tokens[begin : place + 1]), "")
        if strange:
            says = f'"{strange}" is not on the list.'
        elif word:
            says = f'"{f"{before} {word}".strip()}": listed words, but no listed phrase.'
        else:
            says = f'"{before}": the sentence ends before it is a listed phrase.'
        yield Reason(rule, strange or word or before, says)

    def _find_stop(self, tokens: Sequence[str]) -> int | None:
        """Where a text stops being allowed; None if all of it is."""
        current = self._start
        for place, token in enumerate(tokens):
            known = current.to
            following = known[token] if token in known else self._follow(current, token)
            if following is None:
                return place
            current = following
        return None if current.may_end else len(tokens)

    def split(self, text: str) -> list[str]:
        """Words in lower case and in full, slots, and marks: of a row only the strongest."""
        tokens: list[str] = []
        lower = text.lower()
        for found in _TOKEN.findall(_HYPHEN.sub(" ", lower) if "-" in lower else lower):
            token = _MARKS.get(found, found)
            if token not in _STRONGEST:
                tokens += self._words.get(token) or self._write_out(token)
            elif tokens and tokens[-1] in _STRONGEST:
                tokens[-1] = min(token, tokens[-1], key=_STRONGEST.index)
            elif tokens:
                tokens.append(token)
        return tokens

    def _write_out(self, token: str) -> tuple[str, ...]:
        ending = next((end for end in self._endings if token.endswith(end) and token != end), "")
        is_whole = token in self._same or not ending
        stem = token if is_whole else token.removesuffix(ending)
        words = (*self._same.get(stem, (stem,)), *(() if is_whole else self._endings[ending]))
        if self._listed.issuperset(words):
            self._words[token] = words
        return words

    def _is_strange(self, token: str) -> bool:
        return not (token[0] == "{" or token in self._listed or token in (*_STRONGEST, "and"))

    def _plant(self, name: str, phrases: Iterable[Phrase], here: frozenset[str]) -> _Act:
        opening, going_on, is_pointed = _Node(), _Node(), False
        for phrase in phrases:
            slots = phrase.conditions & self._slots
            if not phrase.conditions - slots <= here:
                continue
            is_pointed |= phrase.is_point
            roots = [going_on, opening] if phrase.may_open else [going_on]
            for end in _lay(phrase.pattern, roots):
                if end not in roots:
                    end.ends.add((phrase.is_point, next(iter(slots), "")))
        role = next((role for role in (GREETING, SIGN_OFF, OPENER) if name.startswith(role)), "")
        return _Act(role, opening, going_on, is_pointed)

    def _get_set(self, states: frozenset[_State]) -> _Set:
        found = self._sets.get(states)
        if found is None:
            found = _Set(states, any(self._may_end(state) for state in states))
            self._sets[states] = found
        return found

    def _follow(self, current: _Set, token: str) -> _Set | None:
        if self._is_strange(token):
            return None
        states = frozenset(new for state in current.states for new in self._step(state, token))
        following = self._get_set(states) if states else None
        current.to[token] = following
        return following

    def _may_end(self, state: _State) -> bool:
        if isinstance(state, _Gap):
            return state.before not in (OPENER, _OPEN, _FIRST)
        return self._is_whole(state) and self._acts[state.act].role != OPENER

    def _is_whole(self, state: _Within) -> bool:
        act = self._acts[state.act]
        return state.node is None and (state.has_point or not act.is_pointed)

    def _step(self, state: _State, token: str) -> Iterator[_State]:
        if isinstance(state, _Gap):
            yield from self._step_on(state, token)
        elif state.node is not None:
            yield from self._enter(state.act, state.node, token, state)
        else:
            yield from self._step_behind(state, token)

    def _step_on(self, gap: _Gap, token: str) -> Iterator[_State]:
        """From between two acts into the next one, or into a slot."""
        if token[1:-1] in self._slots:
            is_free = gap.before in (_FIRST, _SHUT, _SLOT)
            if is_free or (gap.before == OPENER and gap.slot in ("", token[1:-1])):
                yield _Gap(_SLOT)
        elif gap.before == _SLOT and token in ".-":
            yield _Gap(_SHUT)
        elif token == "and" and gap.before not in (_FIRST, _SLOT):
            yield gap
        for number, act in enumerate(self._acts):
            if self._may_follow(act.role, gap.before):
                slot = gap.slot if act.role == OPENER else ""
                start = _Within(number, None, False, slot)
                yield from self._enter(number, act.opening, token, start)

    def _may_follow(self, role: str, before: str) -> bool:
        if role == GREETING:
            return before == _FIRST
        if role == OPENER:
            return before not in (_OPEN, SIGN_OFF)
        return before != OPENER and (role == SIGN_OFF or before != SIGN_OFF)

    def _enter(self, act: int, node: _Node, token: str, state: _Within) -> Iterator[_State]:
        for following in node.to.get(token, ()):
            if following.to:
                yield _Within(act, following, state.has_point, state.slot)
            for is_point, slot in following.ends:
                if not state.slot or slot in ("", state.slot):
                    has_point = state.has_point or is_point
                    yield _Within(act, None, has_point, slot or state.slot)

    def _step_behind(self, state: _Within, token: str) -> Iterator[_State]:
        """From the end of a phrase: on in the same act, or out of it."""
        act = self._acts[state.act]
        yield from self._enter(state.act, act.going_on, token, state)
        if token in ",?-" and not state.mark:
            yield state._replace(mark=token)
        elif token == "and" and state.mark != "and":
            yield state._replace(mark="and")
        if not self._is_whole(state):
            return
        if token == "." or (token == ":" and act.role in (GREETING, OPENER)):
            yield self._close(act, ".", state.slot)
        elif state.mark or act.role in (GREETING, OPENER):
            yield from self._step_on(self._close(act, state.mark, state.slot), token)

    def _close(self, act: _Act, mark: str, slot: str) -> _Gap:
        if act.role in (OPENER, SIGN_OFF):
            return _Gap(act.role, slot)
        is_shut = act.role == GREETING or mark in (".", "?")
        return _Gap(_SHUT if is_shut else _OPEN)


def _lay(choice: Choice, starts: list[_Node]) -> list[_Node]:
    """Lay the words of a choice from these places on; where they lead to.

    All ways that end with a word end in one place, so that the next words are laid once.
    """
    last = _Node()
    ends = list(starts) if choice.is_optional else []
    for way in choice.ways:
        places = starts
        for number, item in enumerate(way, 1):
            if isinstance(item, Choice):
                places = _lay(item, places)
                continue
            following = last if number == len(way) else _Node()
            for place in places:
                place.to.setdefault(item, []).append(following)
            places = [following]
        ends += [place for place in places if place not in ends]
    return ends
