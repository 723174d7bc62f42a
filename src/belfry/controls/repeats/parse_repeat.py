"""What "every 2 weeks on Friday" or "last day of the quarter" in a list of controls means.

Case, order and punctuation do not matter. What contradicts itself, or could mean two things, is
refused with its place and with what was expected, and never guessed at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from belfry.controls.repeats.repeat_days import (
    COUNTED,
    HALVED,
    MONTHS_BY_NAME,
    MOST,
    OF,
    OFTEN,
    REPEAT_WORDS,
    UNITS,
    WEEKDAYS,
    WORKING,
    Kind,
    Picked,
    read_count,
    read_days,
    read_ordinal,
    refuse_token,
    refuse_word,
    skip_dash,
)
from belfry.controls.repeats.repeats import (
    DAILY,
    LAST,
    MONTHS,
    Fixed,
    Pick,
    Repeat,
    Rolling,
    Unit,
    render_ordinal,
)
from belfry.kernel.hours.clock_times import Reader, ReadingError, Token
from belfry.kernel.hours.weekdays import DAY_NAMES

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
        phrases = _read_units(reader, 1, token)
        if len(phrases) == 1:
            raise refuse_token(token, EXPECTED, f"every {token.said}")
        return phrases
    return _read_framed_days(reader)


def _read_adverb(reader: Reader) -> Rhythm | None:
    """Monthly, half-yearly, six-monthly; None, and the reader stays, if no such word is here."""
    token, before = reader.token, reader.position
    if token.word in OFTEN:
        reader.take()
        return Rhythm(*OFTEN[token.word], token)
    if token.word in HALVED:
        reader.take()
        skip_dash(reader)
        if reader.take().word in HALVED[token.word]:
            return Rhythm(1, Unit.HALF, token)
    elif (count := read_count(reader)) is not None:
        skip_dash(reader)
        if (unit := COUNTED.get(reader.take().word)) is not None:
            return _limit(Rhythm(count, unit, token))
    reader.position = before
    return None


def _read_every(reader: Reader, token: Token) -> list[Phrase]:
    """What follows "every": other weeks, the n-th of something, a number of units, or days."""
    if reader.token.word == "other":
        reader.take()
        if reader.token.word in WEEKDAYS:
            return [Rhythm(2, Unit.WEEK, token), *_read_framed_days(reader)]
        return _read_units(reader, 2, token)
    before = reader.position
    if (nth := read_ordinal(reader)) is not None:
        if (rhythm := _read_nth_unit(reader, token, nth)) is not None:
            return [rhythm]
    elif (count := read_count(reader)) is not None:
        if reader.token.word not in MONTHS_BY_NAME:
            return _read_units(reader, count, token)
    elif _is_unit(reader) or reader.token.word in WORKING:
        return _read_units(reader, 1, token)
    reader.position = before
    return [
        phrase if isinstance(phrase, Rhythm) else replace(phrase, is_plural=True)
        for phrase in _read_framed_days(reader)
    ]


def _read_nth_unit(reader: Reader, token: Token, nth: int) -> Rhythm | None:
    """Every second month is a rhythm; every second Friday of the month is a day, and gives None."""
    at = reader.token
    if at.word in WEEKDAYS:
        reader.take()
        if reader.token.word not in OF:
            expected = f"every {nth} weeks on {at.said}, or {render_ordinal(nth)} {at.said} of the"
            raise refuse_token(token, f"{expected} month: this may mean either")
        return None
    if at.word not in UNITS:
        return None
    reader.take()
    if at.word == "day" and reader.token.word in OF:
        return None
    every, unit = UNITS[at.word]
    return _limit(Rhythm(nth * every, unit, token))


def _is_unit(reader: Reader) -> bool:
    """Whether a unit is named here; "day 15" names a day."""
    before = reader.position
    word = reader.take().word
    is_number = reader.token.kind == "number"
    reader.position = before
    return (word in UNITS or word == "half") and not (word == "day" and is_number)


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


def _read_unit(reader: Reader, count: int, token: Token) -> Rhythm:
    skip_dash(reader)
    word, is_half = reader.token.word, reader.token.word == "half"
    if is_half:
        reader.take()
        skip_dash(reader)
        word = reader.token.word
    if word not in UNITS or (is_half and UNITS[word][1] is not Unit.YEAR):
        raise refuse_word(reader, EXPECTED_UNIT)
    reader.take()
    every, unit = (1, Unit.HALF) if is_half else UNITS[word]
    return _limit(Rhythm(count * every, unit, token))


def _limit(rhythm: Rhythm) -> Rhythm:
    most = MOST[rhythm.unit]
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


_LONGEST = 200
_JOINTS = frozenset({"and", "&", "/"})
_STOPS = frozenset({",", ";"})
_FILL = _STOPS | frozenset({"on", "the", "at", "by", "once", "due", ":", ".", "(", ")"})
_FILL |= frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015")


@lru_cache(maxsize=4096)
def parse_repeat(text: str) -> Repeat:
    reader = Reader(text, REPEAT_WORDS)
    if len(text) > _LONGEST:
        raise reader.refuse(f"at most {_LONGEST} characters")
    parts = RepeatParts()
    while True:
        joint, is_apart = _pass_over(reader)
        if reader.is_at_end and joint is None:
            break
        _read_more(reader, parts, joint, is_apart)
    if parts.rhythm is None and not parts.days:
        raise reader.refuse(EXPECTED)
    return agree(parts)


def _read_more(reader: Reader, parts: RepeatParts, joint: Token | None, is_apart: bool) -> None:
    at = reader.token
    phrases = read_phrases(reader)
    is_day = isinstance(phrases[0], Picked)
    if joint is not None and not (parts.days and is_day):
        raise refuse_token(joint, f"a day before and behind {joint.said}")
    if parts.days and is_day and not is_apart:
        raise refuse_token(at, "a comma or and between two days")
    for phrase in phrases:
        parts.add(phrase)


def _pass_over(reader: Reader) -> tuple[Token | None, bool]:
    """Leave out what carries no meaning; the last "and", and whether two days were kept apart."""
    joint, is_apart = None, False
    while reader.token.word in _FILL or reader.token.word in _JOINTS:
        token = reader.take()
        joint = token if token.word in _JOINTS else joint
        is_apart = is_apart or token.word in _JOINTS or token.word in _STOPS
    return joint, is_apart


_A_YEAR = MONTHS[Unit.YEAR]
_BEHIND = 99


@dataclass(slots=True)
class RepeatParts:
    """All that was said: how often, which days, and what they are days of."""

    rhythm: Rhythm | None = None
    frame: Rhythm | None = None
    days: list[Picked] = field(default_factory=list)

    def add(self, phrase: Phrase) -> None:
        match phrase:
            case Picked():
                self.days.append(phrase)
            case Rhythm(is_frame=True):
                self.frame = _insist_on_one(self.frame, phrase)
            case Rhythm():
                self.rhythm = _insist_on_one(self.rhythm, phrase)


def agree(parts: RepeatParts) -> Repeat:
    kinds = {day.kind for day in parts.days}
    if parts.rhythm is not None and not kinds:
        every, unit = parts.rhythm.every, parts.rhythm.unit
        if unit in {Unit.QUARTER, Unit.HALF}:
            return Rolling(every * MONTHS[unit], Unit.MONTH)
        return DAILY if (every, unit) == (1, Unit.DAY) else Rolling(every, unit)
    if Kind.DATE in kinds:
        return _fix_dates(parts)
    if kinds == {Kind.WEEKDAY}:
        return _fix_weekdays(parts)
    if Kind.WEEKDAY in kinds:
        day = next(day for day in parts.days if day.kind is Kind.WEEKDAY)
        raise _ask_which(day, Unit.MONTH)
    return _fix_month_days(parts)


def _insist_on_one(known: Rhythm | None, rhythm: Rhythm) -> Rhythm:
    if known is None or (known.every, known.unit) == (rhythm.every, rhythm.unit):
        return rhythm
    raise refuse_token(rhythm.token, f"one repeat, not {_name(known)} and {_name(rhythm)}")


def _name(rhythm: Rhythm) -> str:
    return Rolling(rhythm.every, rhythm.unit).render()


def _months(rhythm: Rhythm) -> int:
    """How many months it spans; 0 where it is counted in days or weeks."""
    return rhythm.every * MONTHS.get(rhythm.unit, 0)


def _fix(every: int, block: Unit, days: Sequence[Picked]) -> Fixed:
    return Fixed(every, block, tuple(sorted({day.pick for day in days}, key=_place)))


def _place(pick: Pick) -> tuple[int, int, int]:
    nth = _BEHIND if pick.nth == LAST else pick.nth
    return pick.month or 0, nth, -1 if pick.weekday is None else pick.weekday


def _ask_which(day: Picked, unit: Unit) -> ReadingError:
    name = DAY_NAMES[day.pick.weekday or 0]
    return refuse_token(
        day.token, f"which {name} of the {unit}, such as the first", f"first {name} of the {unit}"
    )


def _fix_weekdays(parts: RepeatParts) -> Fixed:
    first, rhythm = parts.days[0], parts.rhythm
    if parts.frame is not None:
        raise _ask_which(first, parts.frame.unit)
    if rhythm is None:
        if any(day.is_plural for day in parts.days):
            return _fix(1, Unit.WEEK, parts.days)
        raise refuse_token(first.token, EXPECTED, _fix(1, Unit.WEEK, parts.days).render())
    if rhythm.unit is Unit.WEEK:
        return _fix(rhythm.every, Unit.WEEK, parts.days)
    if _months(rhythm):
        raise _ask_which(first, rhythm.unit)
    if rhythm.every == 1 and len(parts.days) > 1:
        return _fix(1, Unit.WEEK, parts.days)
    raise refuse_token(rhythm.token, "weekly or every so many weeks, as a weekday is named")


def _fix_dates(parts: RepeatParts) -> Fixed:
    for day in parts.days:
        if day.kind is not Kind.DATE:
            raise refuse_token(day.token, "a month with each day, or with none")
    if parts.frame is not None:
        raise refuse_token(parts.frame.token, "a month by its name alone")
    rhythm = parts.rhythm
    if rhythm is None:
        if any(day.is_plural for day in parts.days):
            return _fix(1, Unit.YEAR, parts.days)
        raise refuse_token(parts.days[0].token, EXPECTED, _fix(1, Unit.YEAR, parts.days).render())
    months = _months(rhythm)
    if months and months % _A_YEAR == 0:
        return _fix(months // _A_YEAR, Unit.YEAR, parts.days)
    # Four dates a year may well be called quarterly.
    if months * len(parts.days) == _A_YEAR:
        return _fix(1, Unit.YEAR, parts.days)
    raise refuse_token(rhythm.token, "yearly or every so many years, as a date is named")


def _fix_month_days(parts: RepeatParts) -> Fixed:
    rhythm = parts.rhythm
    for part in (parts.frame, rhythm):
        if part is not None and not _months(part):
            raise refuse_token(part.token, "months, quarters or years, as a day of them is named")
    if parts.frame is not None:
        return _fix_framed(parts.frame, rhythm, parts.days)
    if rhythm is None:
        raise refuse_token(parts.days[0].token, EXPECTED, _fix(1, Unit.MONTH, parts.days).render())
    numbered = [day for day in parts.days if day.kind is Kind.NUMBER]
    if not numbered or rhythm.unit is Unit.MONTH:
        return _fix(rhythm.every, rhythm.unit, parts.days)
    if rhythm.unit is Unit.YEAR or len(numbered) < len(parts.days):
        raise refuse_token(numbered[0].token, "the month, or what it is a day of")
    return _fix(_months(rhythm), Unit.MONTH, parts.days)


def _fix_framed(frame: Rhythm, rhythm: Rhythm | None, days: Sequence[Picked]) -> Fixed:
    """Days of the month, the quarter or the year, in each of them or in every n-th."""
    for day in days:
        if day.pick.is_numbered and day.pick.nth > 1 and frame.unit is not Unit.MONTH:
            raise refuse_token(day.token, f"the first or the last day of the {frame.unit}")
    if rhythm is None or _months(rhythm) == _months(frame):
        return _fix(frame.every, frame.unit, days)
    is_apart = rhythm.unit is Unit.YEAR or frame.every > 1
    if is_apart or _months(rhythm) % _months(frame):
        raise refuse_token(rhythm.token, f"what goes with a day of the {frame.unit}")
    return _fix(_months(rhythm) // _months(frame), frame.unit, days)
