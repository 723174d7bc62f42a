"""Which stages a job can be in, and in what order.

The main line goes from the first stage to the last. A side stage stands beside it: a job may go
there from any stage and come back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from belfry.kernel.rulebook import find_nearest, refuse
from belfry.kernel.texts import fold_name

LONGEST_NAME = 40
LONGEST_CLAUSE = 160
_EXAMPLE = "received, in progress (also: started), awaiting parts (side), ready, collected"


@dataclass(frozen=True)
class Stage:
    """A stage by the name the shop gives it; `also` is what else people write for it.

    `say`, `still` and `by` are the shop's own clauses: that a job is there now, that it still is,
    and what it is expected to be by a time.
    """

    name: str
    also: tuple[str, ...] = ()
    is_side: bool = False
    say: str = ""
    still: str = ""
    by: str = ""


@dataclass(frozen=True)
class Stages:
    """All stages of a shop, in order; made by `parse_stages`."""

    all: tuple[Stage, ...]

    def __iter__(self) -> Iterator[Stage]:
        return iter(self.all)

    @cached_property
    def main(self) -> tuple[Stage, ...]:
        return tuple(stage for stage in self.all if not stage.is_side)

    @property
    def ready(self) -> Stage:
        """The main stage before the last: the work is done, the customer is awaited."""
        return self.main[-2]

    @property
    def last(self) -> Stage:
        return self.main[-1]

    @cached_property
    def _by_name(self) -> dict[str, Stage]:
        return {fold_name(name): stage for stage in self.all for name in (stage.name, *stage.also)}

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {stage.name: position for position, stage in enumerate(self.main)}

    def find(self, text: str) -> Stage | None:
        """The stage that a cell of the board names."""
        return self._by_name.get(fold_name(text))

    def find_name(self, text: str) -> str | None:
        """The same, by the name the shop gives it."""
        stage = self.find(text)
        return stage.name if stage else None

    def nearest(self, text: str) -> str | None:
        """The name of the stage that was probably meant, if one is near."""
        near = find_nearest(text, [name for stage in self for name in (stage.name, *stage.also)])
        return self.find_name(near) if near else None

    def position(self, stage: Stage) -> int | None:
        """How far along the main line a stage is, from 0; None for a side stage."""
        return self._positions.get(stage.name)

    def next_main(self, stage: Stage) -> Stage | None:
        """The stage that follows on the main line; None after the last and beside the line."""
        position = self.position(stage)
        if position is None or position + 1 == len(self.main):
            return None
        return self.main[position + 1]

    def is_after(self, stage: Stage, other: Stage) -> bool:
        """Whether a stage comes later on the main line than another; never beside the line."""
        place, before = self.position(stage), self.position(other)
        return place is not None and before is not None and place > before


# Commas and semicolons part stages, but not those between brackets; so do arrows.
_ITEM = re.compile(r"(?:\([^()]*\)?|[^,;()>\u2192]|(?<!-)>)+|\)")
_BRACKET = re.compile(r"\(([^()]*)(\)?)")
_SIDE = re.compile(r"(?:a\s+)?side(?:\s+stage)?", re.IGNORECASE)
_ALSO = re.compile(r"also\b\s*(?:called|known as|written)?\s*:?\s*", re.IGNORECASE)
_ALSO_PART = re.compile(r"[^,;/]+")
_CLAUSE = re.compile(r"\s*(say|still|by)\s*:\s*", re.IGNORECASE)
_CLAUSE_PART = re.compile(r"(?:\{[^{}]*\}|[^|{}]|[{}])+")
_BRACE = re.compile(r"\{[^{}]*\}?|\}")
_KNOWN = re.compile(r"\{(?:your_item|item|job|shop|[^{}|]+\|[^{}|]+)\}")


def parse_stages(text: str) -> Stages:
    """The stages that a line of the settings lists; raises ReadingError."""
    taken: dict[str, str] = {}
    stages = []
    for item in _ITEM.finditer(text.replace("->", " \u2192")):
        start, end = _trim(text, item.start(), item.end())
        if start < end:
            stages.append(_parse_stage(text, start, end, taken))
    whole = Stages(tuple(stages))
    if len(whole.main) < 2:
        expected = f"two stages or more that are not side stages, such as {_EXAMPLE}"
        raise refuse(text, len(text), len(text), expected)
    if stages[-1].is_side:
        at = text.rstrip().rfind("(")
        raise refuse(text, at, len(text), "a main stage as the last one; list this one earlier")
    return whole


def render_stages(stages: Stages) -> str:
    return ", ".join(_render_stage(stage) for stage in stages)


def _render_stage(stage: Stage) -> str:
    side = " (side)" if stage.is_side else ""
    also = f" (also: {', '.join(stage.also)})" if stage.also else ""
    own = {"say": stage.say, "still": stage.still, "by": stage.by}
    clauses = " | ".join(f"{key}: {clause}" for key, clause in own.items() if clause)
    return f"{stage.name}{side}{also}{f' ({clauses})' if clauses else ''}"


def _parse_stage(text: str, start: int, end: int, taken: dict[str, str]) -> Stage:
    """One stage with its brackets; `taken` collects the names that are used up."""
    opens = text.find("(", start, end)
    name = _take_name(text, start, end if opens < 0 else opens, taken)
    also: list[str] = []
    clauses: dict[str, str] = {}
    is_side = False
    at = end if opens < 0 else opens
    while at < end:
        bracket = _BRACKET.match(text, at, end)
        if bracket is None:
            raise refuse(text, at, end, "a comma between two stages")
        if not bracket[2]:
            raise refuse(text, at, end, "a closing bracket")
        if _CLAUSE.match(text, bracket.start(1), bracket.end(1)):
            _read_clauses(text, bracket, clauses)
        else:
            is_side |= _read_bracket(text, bracket, also, taken)
        at, _ = _trim(text, bracket.end(), end)
    return Stage(name, tuple(also), is_side, **clauses)


def _read_clauses(text: str, bracket: re.Match[str], clauses: dict[str, str]) -> None:
    """Collect what the shop says of the stage: say, still and by, with a bar between them."""
    for part in _CLAUSE_PART.finditer(text, bracket.start(1), bracket.end(1)):
        start, end = _trim(text, part.start(), part.end())
        opening = _CLAUSE.match(text, start, end)
        if opening is None or opening[1].lower() in clauses:
            raise refuse(text, start, end, "say:, still: or by:, each once, with a bar between")
        clause = " ".join(text[opening.end() : end].split())
        if not clause or len(clause) > LONGEST_CLAUSE:
            raise refuse(text, start, end, f"a clause of at most {LONGEST_CLAUSE} characters")
        stray = next(
            (slot for slot in _BRACE.finditer(clause) if not _KNOWN.fullmatch(slot[0])), None
        )
        if stray is not None:
            at = text.index(stray[0], opening.start())
            expected = "one of {your_item}, {item}, {job}, {shop}, or {it|they}"
            raise refuse(text, at, at + len(stray[0]), expected)
        clauses[opening[1].lower()] = clause


def _read_bracket(
    text: str, bracket: re.Match[str], also: list[str], taken: dict[str, str]
) -> bool:
    """Collect the other names in a bracket; whether it says that the stage is a side stage."""
    is_side = is_also = False
    for part in _ALSO_PART.finditer(text, bracket.start(1), bracket.end(1)):
        start, end = _trim(text, part.start(), part.end())
        if start == end:
            continue
        if _SIDE.fullmatch(text, start, end) and not is_also:
            is_side = True
            continue
        if opening := _ALSO.match(text, start, end):
            is_also, start = True, opening.end()
        if not is_also:
            raise refuse(text, start, end, "side, or also: and other names for the stage")
        also.append(_take_name(text, start, end, taken))
    return is_side


def _take_name(text: str, start: int, end: int, taken: dict[str, str]) -> str:
    start, end = _trim(text, start, end)
    name = " ".join(text[start:end].split())
    key = fold_name(name)
    if not any(letter.isalnum() for letter in key):
        raise refuse(text, start, end, "the name of a stage")
    if len(name) > LONGEST_NAME:
        raise refuse(text, start, end, f"a name of at most {LONGEST_NAME} characters")
    if key in taken:
        raise refuse(text, start, end, f'another name: "{taken[key]}" is a stage already')
    taken[key] = name
    return name


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The offsets without blanks, without "and" before the last stage, and without a full stop."""
    while start < end and (text[start].isspace() or text[start] in "\u2192>"):
        start += 1
    if text[start : min(start + 4, end)].casefold() == "and ":
        start += 4
    while start < end and (text[end - 1].isspace() or text[end - 1] in "\u2192-."):
        end -= 1
    return start, end
