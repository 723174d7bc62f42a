"""On which days before and after its due date a control is reminded of.

A chain is written in plain words. What cannot be understood is refused with its place, never
guessed at: a reminder on a day that nobody meant is worse than a question.
"""

from __future__ import annotations

import re
from itertools import groupby

from belfry.controls.chain_readers import ChainReader
from belfry.controls.chain_words import MOST_DAYS, open_reader
from belfry.controls.day_words import join_words, render_offset
from belfry.kernel.rulebook import refuse
from belfry.kernel.rulebook.lines import straighten

Offsets = tuple[int, ...]

MOST_WINDOWS = 50
LONGEST = 1000

_MINUS = r"\-\u2010\u2011\u2012\u2013\u2212"
_SIGNED = re.compile(rf"\s*(?P<sign>[{_MINUS}+]?)(?P<days>[0-9]{{1,9}})(?:\s*days?)?\s*", re.I)
_BETWEEN = re.compile(r"[,;/&]\s*(?:and\b)?|and\b", re.IGNORECASE)
_LIST = re.compile(rf"(?:[\s{_MINUS}+0-9.,;/&]|\band\b|\bdays?\b)*", re.IGNORECASE)
_SIGN = re.compile(rf"(?<![0-9])[{_MINUS}+](?=[0-9])")
# What a spreadsheet makes of a single whole number, and of a cell that is to stay text.
_ONE_WHOLE = re.compile(rf"([{_MINUS}+]?[0-9]+)[.,]0+")


def parse_chain(text: str) -> Offsets:
    """Days from the due date, ascending, each once; negative is before. Raises ReadingError."""
    if len(text) > LONGEST:
        raise refuse(text, LONGEST, len(text), f"at most {LONGEST} characters")
    return _keep(text, ChainReader(open_reader(text)).read())


def parse_override(cell: str) -> Offsets:
    """The same from a cell of the list: "-60, -30, -7, 0", "60, 30, 7 before", or a sentence.

    Without a sign or a side nobody knows which side is meant, and both are offered.
    """
    said = _clean(cell)
    if len(said) > LONGEST or not said or _LIST.fullmatch(said) is None:
        return parse_chain(said)
    offsets = _parse_signed(said)
    if not _SIGN.search(said) and offsets != {0}:
        raise _refuse_bare(said, sorted(offsets, reverse=True))
    return _keep(said, offsets)


def render_chain(offsets: Offsets) -> str:
    """The chain in words that `parse_chain` reads again."""
    groups = []
    for side, days in groupby(offsets, lambda offset: (offset > 0) - (offset < 0)):
        numbers = [str(abs(day)) for day in days]
        if side == 0 or len(numbers) == 1:
            groups.append(render_offset(side * int(numbers[0])))
        else:
            groups.append(f"{join_words(numbers)} days {'before' if side < 0 else 'after'}")
    if len(groups) < 2:
        return "".join(groups)
    return f"{', '.join(groups[:-1])}, then {groups[-1]}"


def render_offsets(offsets: Offsets) -> str:
    """The chain in figures: -5, 0, +2."""
    return ", ".join(f"{offset:+d}" if offset else "0" for offset in offsets)


def _keep(text: str, offsets: set[int]) -> Offsets:
    if len(offsets) > MOST_WINDOWS:
        raise refuse(text, 0, len(text), f"at most {MOST_WINDOWS} reminders")
    return tuple(sorted(offsets))


def _clean(cell: str) -> str:
    said = straighten(cell).strip().removeprefix("'")
    whole = _ONE_WHOLE.fullmatch(said)
    return whole[1] if whole else said


def _parse_signed(text: str) -> set[int]:
    """The offsets of a list of numbers; one without a sign is after the due date."""
    offsets: set[int] = set()
    place = 0
    while True:
        match = _SIGNED.match(text, place)
        if match is None:
            raise refuse(text, place, len(text), "a whole number of days, such as -7 or 2")
        days = int(match["days"])
        if days > MOST_DAYS:
            raise refuse(text, match.start("days"), match.end("days"), f"at most {MOST_DAYS} days")
        offsets.add(-days if match["sign"] not in {"", "+"} else days)
        place = match.end()
        if place == len(text):
            return offsets
        gap = _BETWEEN.match(text, place)
        if gap is None:
            raise refuse(text, place, len(text), "a comma between two numbers")
        place = gap.end()


def _refuse_bare(text: str, days: list[int]) -> Exception:
    before = ", ".join(str(-day) for day in days)
    after = ", ".join(f"+{day}" if day else "0" for day in reversed(days))
    return refuse(
        text, 0, len(text), f"a side: {before} for days before, or {after} for days after"
    )
