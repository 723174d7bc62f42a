"""Which parts of a repeat say how often, and which say on what day.

People put them in any order. Here each part is understood by itself and keeps its place; whether
they go together is judged in `repeats`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.controls.repeats import repeat_words as words
from belfry.controls.repeats.day_words import render_ordinal
from belfry.controls.repeats.repeat_days import OF, Kind, Picked, read_days
from belfry.controls.repeats.repeat_tokens import (
    read_count,
    read_ordinal,
    refuse_token,
    refuse_word,
    skip_dash,
)
from belfry.controls.repeats.rhythms import LAST, Pick, Unit
from belfry.kernel.hours.clock_times import Reader, Token

EXPECTED = "how often, such as monthly, every 2 weeks, weekly on Monday or last day of the quarter"
EXPECTED_UNIT = "days, weeks, months, quarters or years"

_EVERY = frozenset({"every", "each"})
_ONE = frozenset({"a", "an", "per"})


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often; `is_frame` where it says what the picked days are days of."""

    every: int
    unit: Unit
    token: Token
    is_frame: bool = False


Phrase = Rhythm | Picked


def read_phrases(reader: Reader) -> list[Phrase]:
    """What is said from the reader's place on, up to where something new begins."""
    token = reader.token
    if token.word in _EVERY:
        reader.take()
        return _read_every(reader, token)
    if token.word in _ONE:
        reader.take()
        return _read_units(reader, 1, token)
    if rhythm := _read_adverb(reader):
        return [rhythm]
    if _is_unit(reader):
        return _need_end(_read_units(reader, 1, token))
    return _read_framed_days(reader)


def _read_adverb(reader: Reader) -> Rhythm | None:
    """Monthly, half-yearly, six-monthly; None, and the reader stays, if no such word is here."""
    token, before = reader.token, reader.position
    if token.word in words.OFTEN:
        reader.take()
        return Rhythm(*words.OFTEN[token.word], token)
    if token.word in words.HALVED:
        reader.take()
        skip_dash(reader)
        if reader.take().word in words.HALVED[token.word]:
            return Rhythm(1, Unit.HALF, token)
    elif (count := read_count(reader)) is not None:
        skip_dash(reader)
        if (unit := words.COUNTED.get(reader.take().word)) is not None:
            return _limit(Rhythm(count, unit, token))
    reader.position = before
    return None


def _read_every(reader: Reader, token: Token) -> list[Phrase]:
    """What follows "every": other weeks, the n-th of something, a number of units, or days."""
    if reader.token.word == "other":
        reader.take()
        if reader.token.word in words.WEEKDAYS:
            return [Rhythm(2, Unit.WEEK, token), *_read_framed_days(reader)]
        return _read_units(reader, 2, token)
    before = reader.position
    if (nth := read_ordinal(reader)) is not None:
        if (rhythm := _read_nth_unit(reader, token, nth)) is not None:
            return [rhythm]
    elif (count := read_count(reader)) is not None:
        if reader.token.word not in words.MONTHS_BY_NAME:
            return _read_units(reader, count, token)
    elif _is_unit(reader) or reader.token.word in words.WORKING:
        return _read_units(reader, 1, token)
    reader.position = before
    return [_make_plural(phrase) for phrase in _read_framed_days(reader)]


def _read_nth_unit(reader: Reader, token: Token, nth: int) -> Rhythm | None:
    """Every second month is a rhythm; every second Friday of the month is a day, and gives None."""
    at = reader.token
    if at.word in words.WEEKDAYS:
        reader.take()
        if reader.token.word not in OF:
            expected = f"every {nth} weeks on {at.said}, or {render_ordinal(nth)} {at.said} of the"
            raise refuse_token(token, f"{expected} month: this may mean either")
        return None
    if at.word not in words.UNITS:
        return None
    reader.take()
    if at.word == "day" and reader.token.word in OF:
        return None
    every, unit = words.UNITS[at.word]
    return _limit(Rhythm(nth * every, unit, token))


def _make_plural(phrase: Phrase) -> Phrase:
    return phrase if isinstance(phrase, Rhythm) else replace(phrase, is_plural=True)


def _is_unit(reader: Reader) -> bool:
    """Whether a unit is named here; "day 15" names a day."""
    before = reader.position
    word = reader.take().word
    is_number = reader.token.kind == "number"
    reader.position = before
    return (word in words.UNITS or word == "half") and not (word == "day" and is_number)


def _read_units(reader: Reader, count: int, token: Token) -> list[Phrase]:
    """So many weeks; of a month, quarter or year the end, where that is said."""
    rhythm = _read_unit(reader, count, token)
    before = reader.position
    skip_dash(reader)
    at = reader.token
    if at.word == "end" and rhythm.unit not in {Unit.DAY, Unit.WEEK}:
        reader.take()
        return [Picked(Pick(LAST), Kind.PLACE, at), replace(rhythm, is_frame=True)]
    reader.position = before
    return [rhythm]


def _need_end(phrases: list[Phrase]) -> list[Phrase]:
    if len(phrases) == 1:
        raise refuse_token(phrases[0].token, EXPECTED, f"every {phrases[0].token.said}")
    return phrases


def _read_unit(reader: Reader, count: int, token: Token) -> Rhythm:
    skip_dash(reader)
    word, is_half = reader.token.word, reader.token.word == "half"
    if is_half:
        reader.take()
        skip_dash(reader)
        word = reader.token.word
    if word not in words.UNITS or (is_half and words.UNITS[word][1] is not Unit.YEAR):
        raise refuse_word(reader, EXPECTED_UNIT)
    reader.take()
    every, unit = (1, Unit.HALF) if is_half else words.UNITS[word]
    return _limit(Rhythm(count * every, unit, token))


def _limit(rhythm: Rhythm) -> Rhythm:
    most = words.MOST[rhythm.unit]
    if not 1 <= rhythm.every <= most:
        raise refuse_token(rhythm.token, f"1 to {most:,} {rhythm.unit}s")
    return rhythm


def _read_framed_days(reader: Reader) -> list[Phrase]:
    """Days, and what they are days of where that is said."""
    days = read_days(reader, EXPECTED)
    at = reader.token
    if at.word not in OF:
        return list(days)
    reader.skip(OF)
    reader.skip(frozenset({"the", "a", "any"}))
    if reader.token.word in _EVERY:
        reader.take()
        frame = _read_frame_count(reader)
    else:
        frame = _read_unit(reader, 1, reader.token)
    return [*days, replace(frame, is_frame=True)]


def _read_frame_count(reader: Reader) -> Rhythm:
    token = reader.token
    if token.word == "other":
        reader.take()
        return _read_unit(reader, 2, token)
    count = read_ordinal(reader)
    count = read_count(reader) if count is None else count
    return _read_unit(reader, 1 if count is None else count, token)
