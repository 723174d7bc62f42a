"""What the plain sentences of a doc mean: yes or no, a percentage, names, counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.rulebook.reading import Setting, UnknownWord, find_nearest, fold_kindly
from belfry.kernel.texts import SLOT

T = TypeVar("T")


def refuse(
    text: str, start: int, end: int, expected: str, nearest: str | None = None
) -> ReadingError:
    """The error for the words of a text between two offsets."""
    stripped = text[start:end].strip()
    return UnknownWord(column=start, text=stripped, expected=expected, nearest=nearest)


def read_part(read: Callable[[str], T], text: str, start: int, end: int) -> T:
    """What `read` makes of a part of a text; errors count from where the whole text begins."""
    try:
        return read(text[start:end])
    except ReadingError as error:
        column, nearest = start + error.column, getattr(error, "nearest", None)
        text_read, expected = error.text, error.expected
        raise UnknownWord(
            column=column, text=text_read, expected=expected, nearest=nearest
        ) from error


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
    r"(?P<noun>\S.*?)(?:\s+(?:a|per|each|every)\s+day|\s+daily)?\s*\.?",
    re.IGNORECASE,
)
_MOST = 1_000_000


def parse_yes_no(text: str) -> bool:
    """Yes or no."""
    word = text.strip().rstrip(".!").strip().casefold()
    if word in _YES | _NO:
        return word in _YES
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


def parse_counts(text: str, nouns: Mapping[str, tuple[str, ...]]) -> Mapping[str, int | None]:
    """How many of each noun, from "200 e-mails; 50 texts"; None where there is no limit.

    `nouns` gives the words that people use for each.
    """
    spelled = {fold_kindly(word): noun for noun, words in nouns.items() for word in words}
    counts: dict[str, int | None] = {}
    for start, end in split_spans(_COUNT_GAP, text):
        match = _COUNT.fullmatch(text, start, end)
        if match is None:
            example = f"a number and a thing, such as 50 {_first_word(nouns)}"
            raise refuse(text, start, end, example)
        noun = spelled.get(fold_kindly(match["noun"]))
        if noun is None:
            raise _refuse_noun(text, match, nouns)
        if noun in counts:
            raise refuse(text, start, end, f"{match['noun']} once")
        counts[noun] = _parse_count(text, match)
    return counts


def _refuse_noun(
    text: str, match: re.Match[str], nouns: Mapping[str, tuple[str, ...]]
) -> Exception:
    known = [words[0] for words in nouns.values()]
    nearest = find_nearest(match["noun"], [word for words in nouns.values() for word in words])
    return refuse(text, *match.span("noun"), f"one of {', '.join(known)}", nearest)


def _first_word(nouns: Mapping[str, tuple[str, ...]]) -> str:
    return next(words[0] for words in nouns.values())


def _parse_count(text: str, match: re.Match[str]) -> int | None:
    amount = match["count"].casefold()
    if amount == "no":
        return 0
    if not amount[0].isdigit():
        return None
    count = int(re.sub(r"\D", "", amount)[:12])
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


_WORD = re.compile(r"[^\s;,]+|[;,]")
_TRIM = " :=-\u2013\u2014"
_LONGEST_NAME = 8
_QUANTITY = re.compile(r"\d|half$|an?$|one$|two$|three$|four$|five$|six$", re.IGNORECASE)


class NamedItems(Protocol):
    """Items that are looked up by name, such as stages."""

    def find_name(self, text: str) -> str | None: ...

    def nearest(self, text: str) -> str | None: ...


def parse_per_name(
    text: str, items: NamedItems, read: Callable[[str], T], *, noun: str, example: str
) -> dict[str, T]:
    """By the item's own name, what `read` makes of the words that follow it.

    Pieces stand between semicolons or commas, or simply one after the other; `noun` and `example`
    are for the problem, such as "stage" and "in progress 2 days".
    """
    words = [(match.start(), match.end()) for match in _WORD.finditer(text)]
    values: dict[str, T] = {}
    at = 0
    while at < len(words):
        if _is_gap(text, words, at) or _is_and(text, words, at):
            at += 1
            continue
        name, after = _find_name(text, words, at, items)
        if name is None:
            raise _refuse_name(text, words, at, items, noun)
        if name in values:
            raise refuse(text, words[at][0], words[after - 1][1], f"each {noun} once")
        end = _find_end(text, words, after, items)
        values[name] = _read_rest(text, words, after, end, read, example)
        at = end
    return values


def _is_gap(text: str, words: list[tuple[int, int]], at: int) -> bool:
    """A comma inside a number of days ("2 days, 4 hours") parts nothing."""
    sign = text[slice(*words[at])]
    if sign == "," and at + 1 < len(words):
        return not text[words[at + 1][0]].isdigit()
    return sign in {";", ","}


def _is_and(text: str, words: list[tuple[int, int]], at: int) -> bool:
    return text[slice(*words[at])].casefold() == "and"


def _find_name(
    text: str, words: list[tuple[int, int]], at: int, items: NamedItems
) -> tuple[str | None, int]:
    """The longest known name that begins at a word, and the word after it."""
    for after in range(min(at + _LONGEST_NAME, len(words)), at, -1):
        candidate = text[words[at][0] : words[after - 1][1]].rstrip(_TRIM)
        name = items.find_name(candidate) if candidate else None
        if name is not None:
            return name, after
    return None, at


def _find_end(text: str, words: list[tuple[int, int]], start: int, items: NamedItems) -> int:
    for at in range(start, len(words)):
        if _is_gap(text, words, at) or _find_name(text, words, at, items)[0] is not None:
            return at
    return len(words)


def _read_rest(
    text: str,
    words: list[tuple[int, int]],
    start: int,
    end: int,
    read: Callable[[str], T],
    example: str,
) -> T:
    if end > start and _is_and(text, words, end - 1):
        end -= 1
    begin = next((at for at in range(start, end) if text[slice(*words[at])].strip(_TRIM)), end)
    if begin == end:
        raise refuse(text, words[start - 1][1], words[start - 1][1], f"more, as in {example}")
    return read_part(read, text, words[begin][0], words[end - 1][1])


def _refuse_name(
    text: str, words: list[tuple[int, int]], at: int, items: NamedItems, noun: str
) -> Exception:
    end = at + 1
    while end < len(words) and not _QUANTITY.match(text[slice(*words[end])]):
        if _is_gap(text, words, end):
            break
        end += 1
    start, stop = words[at][0], words[end - 1][1]
    return refuse(text, start, stop, f"the name of a {noun}", items.nearest(text[start:stop]))


def make_switch(name: str, field: str, does: str) -> Setting:
    """It is off unless the document says so."""
    return Setting(
        name=name,
        field=field,
        read=parse_yes_no,
        does=does,
        example="yes",
        default="no",
        show=render_yes_no,
    )


LONGEST_SENTENCE = 600
_EITHER = re.compile(r"[^{}|]+\|[^{}|]+")
_BRACE = re.compile(r"[{}]")


def parse_slotted(
    text: str, slots: Sequence[str], *, example: str, allows_either: bool = False
) -> str:
    """The sentence with its slots spelled as they are known; raises ReadingError.

    `example` is the slot that is named where a brace is left open; `allows_either` says that
    {it|they} may stand for one thing and for several.
    """
    is_quoted = len(text) > 2 and text[0] + text[-1] in {'""', "\u201c\u201d"}
    if len(text) > LONGEST_SENTENCE:
        raise refuse(text, LONGEST_SENTENCE, len(text), f"at most {LONGEST_SENTENCE} characters")
    for slot in SLOT.finditer(text):
        is_either = allows_either and _EITHER.fullmatch(slot[1])
        if slot[1].casefold() not in slots and not is_either:
            known = ", ".join(f"{{{name}}}" for name in slots)
            near = find_nearest(slot[1], slots)
            nearest = f"{{{near}}}" if near else None
            raise refuse(text, slot.start(), slot.end(), f"one of {known}", nearest)
    if stray := _BRACE.search(SLOT.sub(lambda slot: " " * len(slot[0]), text)):
        expected = f"a slot such as {{{example}}}, or no brace"
        raise refuse(text, stray.start(), stray.end(), expected)
    spelled = SLOT.sub(
        lambda slot: f"{{{slot[1] if '|' in slot[1] else slot[1].casefold()}}}", text
    )
    return spelled[1:-1].strip() if is_quoted else spelled
