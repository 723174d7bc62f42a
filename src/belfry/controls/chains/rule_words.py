"""What the sentences of the rules mean where they are no chains, and how they are said again."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from belfry.kernel.hours.clock_times import CLOCK_WORDS, Reader
from belfry.kernel.hours.weekdays import EXPECTED_DAY, SHORT_NAMES, is_day, read_days
from belfry.kernel.rulebook import fold_name, parse_names, refuse

LONGEST_NAME = 200

_QUOTES = " \"'*`\u2018\u2019\u201c\u201d"


@lru_cache(maxsize=4096)
def fold_section(name: str) -> str:
    """Equal for two spellings of one control or area, in quotes or not."""
    return fold_name(name.strip(_QUOTES))


def parse_section_name(text: str) -> str:
    """The folded name of the control or area that a line is about."""
    name = fold_section(text)
    if not name:
        raise refuse(text, 0, len(text), "the name of a control or an area")
    return name


def parse_person(text: str) -> str:
    """One person's name."""
    name = " ".join(text.split()).rstrip(".").strip(_QUOTES)
    if not name or len(name) > LONGEST_NAME:
        raise refuse(text, 0, len(text), f"a name of at most {LONGEST_NAME} characters")
    first, *others = parse_names(name)
    if others:
        start = text.find(others[0])
        raise refuse(text, start, start + len(others[0]), f"one person, such as {first}")
    return name


def parse_working_days(text: str) -> frozenset[int]:
    """The weekdays that "Mon-Fri" or "Tuesday to Saturday" names, from 0 for Monday."""
    reader = Reader(text, CLOCK_WORDS)
    if not is_day(reader):
        raise reader.refuse(EXPECTED_DAY)
    days = frozenset(day for choice in read_days(reader) for day in choice.days)
    reader.skip(frozenset({"."}))
    if not reader.is_at_end:
        raise reader.refuse("nothing but days; write them like Mon-Fri, or Mon, Wed and Fri")
    return days


def say_working_days(days: frozenset[int]) -> str:
    """The days as they are written: neighbours as one range."""
    cuts = [0, *(place for place, day in enumerate(sorted(days)) if day - 1 not in days), len(days)]
    runs = [sorted(days)[start:end] for start, end in pairwise(cuts) if end > start]
    return ", ".join(
        SHORT_NAMES[run[0]] + (f"-{SHORT_NAMES[run[-1]]}" if len(run) > 1 else "") for run in runs
    )
