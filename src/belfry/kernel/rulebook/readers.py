"""What the plain sentences of a doc mean: yes or no, a percentage, names, counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from belfry.kernel.rulebook.misreadings import refuse
from belfry.kernel.rulebook.names import find_nearest, fold_kindly

_YES = {"yes", "y", "yes please", "on", "true", "always"}
_NO = {"no", "n", "no thanks", "off", "false", "never", "none"}
_PERCENT = re.compile(r"(\d{1,4}(?:[.,]\d{1,3})?)\s*(%|per\s?cent)\s*\.?", re.IGNORECASE)
_NAME_GAP = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
# Not the comma of 1,000.
_COUNT_GAP = re.compile(
    r"\s*(?:;|(?<!\d),|,(?!\d{3}(?!\d)))\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE
)
_COUNT = re.compile(
    r"(?P<count>\d{1,3}(?:[ .,']\d{3})+|\d+|no limit (?:on|for)|unlimited|any number of|no)\s+"
    r"(?P<thing>\S.*?)(?:\s+(?:a|per|each|every)\s+day|\s+daily)?\s*\.?",
    re.IGNORECASE,
)
_MOST = 1_000_000


def parse_yes_no(text: str) -> bool:
    """Yes or no."""
    said = text.strip().rstrip(".!").strip().casefold()
    if said in _YES | _NO:
        return said in _YES
    raise refuse(text, 0, len(text), "yes or no")


def render_yes_no(is_so: bool) -> str:
    return "yes" if is_so else "no"


def parse_percent(text: str) -> Fraction:
    """A share, from "20%" or "20 percent"; none is 0."""
    if text.strip().rstrip(".").casefold() in {"none", "no"}:
        return Fraction(0)
    match = _PERCENT.fullmatch(text.strip())
    if match is None:
        nearest = f"{text.strip()}%" if re.fullmatch(r"\d{1,4}", text.strip()) else None
        raise refuse(text, 0, len(text), "a percentage such as 20%, or none", nearest)
    return Fraction(match[1].replace(",", ".")) / 100


def render_percent(share: Fraction) -> str:
    """The share as people write it."""
    return f"{float(share * 100):g}%"


def parse_names(text: str) -> tuple[str, ...]:
    """Names with commas, semicolons or "and" between them."""
    names = [text[start:end] for start, end in split_spans(_NAME_GAP, text)]
    if not names:
        raise refuse(text, 0, len(text), "one name or more, with commas between them")
    return tuple(names)


def parse_counts(text: str, things: Mapping[str, tuple[str, ...]]) -> Mapping[str, int | None]:
    """How many of each thing, from "200 e-mails; 50 texts"; None where there is no limit.

    `things` gives the words that people have for each.
    """
    spelled = {fold_kindly(word): thing for thing, words in things.items() for word in words}
    counts: dict[str, int | None] = {}
    for start, end in split_spans(_COUNT_GAP, text):
        match = _COUNT.fullmatch(text, start, end)
        if match is None:
            example = f"a number and a thing, such as 50 {_first_word(things)}"
            raise refuse(text, start, end, example)
        thing = spelled.get(fold_kindly(match["thing"]))
        if thing is None:
            raise _refuse_thing(text, match, things)
        if thing in counts:
            raise refuse(text, start, end, f"{match['thing']} once")
        counts[thing] = _parse_count(text, match)
    return counts


def _refuse_thing(
    text: str, match: re.Match[str], things: Mapping[str, tuple[str, ...]]
) -> Exception:
    known = [words[0] for words in things.values()]
    nearest = find_nearest(match["thing"], [word for words in things.values() for word in words])
    return refuse(text, *match.span("thing"), f"one of {', '.join(known)}", nearest)


def _first_word(things: Mapping[str, tuple[str, ...]]) -> str:
    return next(words[0] for words in things.values())


def _parse_count(text: str, match: re.Match[str]) -> int | None:
    said = match["count"].casefold()
    if said == "no":
        return 0
    if not said[0].isdigit():
        return None
    count = int(re.sub(r"\D", "", said)[:12])
    if count > _MOST:
        raise refuse(text, *match.span("count"), f"a number up to {_MOST:,}")
    return count


def split_spans(gap: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """Where each piece between the gaps begins and ends; empty pieces are passed over."""
    start = 0
    for cut in [*((match.start(), match.end()) for match in gap.finditer(text)), (len(text),) * 2]:
        piece = text[start : cut[0]]
        begin = start + len(piece) - len(piece.lstrip())
        if piece.strip():
            yield begin, begin + len(piece.strip())
        start = cut[1]
