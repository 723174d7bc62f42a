"""On which days a repeat falls: Fridays, the 31st, the first Monday, 29 February."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass, replace
from enum import Enum

from belfry.controls.repeats import repeat_words as words
from belfry.controls.repeats.day_words import render_ordinal
from belfry.controls.repeats.repeat_words import (
    read_count,
    read_ordinal,
    refuse_token,
    refuse_word,
)
from belfry.controls.repeats.repeats import LAST, Pick
from belfry.kernel.hours.clock_times import Reader, Token

OF = frozenset({"of", "in"})

_AND = frozenset({",", "and", "&", "/", ";"})
_BEFORE_DAY = frozenset({"on", "the"})
_TO = frozenset({"to", "until", "till", "through"})
_LEAP_YEAR = 2000
_MOST_NTH = 4
_MOST_DAY = 31


class Kind(Enum):
    """What a day is picked by."""

    WEEKDAY = "weekday"
    NUMBER = "number"
    PLACE = "place"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Picked:
    """A day that was named; `is_plural` if every such day was.

    `is_alone` if it takes no weekday from the next: "the 1st and the third Monday" are two things.
    """

    pick: Pick
    kind: Kind
    token: Token
    is_plural: bool = False
    is_alone: bool = False


def read_days(reader: Reader, expected: str) -> list[Picked]:
    """One day or several with commas or "and" between them; raises ReadingError."""
    days = _read_day(reader, expected)
    while True:
        before = reader.position
        is_joined = reader.skip(_AND)
        is_apart = reader.skip(_BEFORE_DAY) and days[-1].token.kind == "ordinal"
        if not is_joined or not _is_day(reader):
            reader.position = before
            return _share_weekday(days)
        days[-1] = replace(days[-1], is_alone=is_apart)
        days += _read_day(reader, expected)


def _is_day(reader: Reader) -> bool:
    """Whether a day is named here; a number that opens "six-monthly" names none."""
    word, before = reader.token.word, reader.position
    if reader.token.kind == "number" or word in words.NUMBERS:
        is_ordinal = read_ordinal(reader) is not None
        is_date = is_ordinal or (read_count(reader) and reader.token.word in words.MONTHS_BY_NAME)
        reader.position = before
        return bool(is_date)
    is_name = word in words.WEEKDAYS or word in words.PLURALS or word in words.MONTHS_BY_NAME
    is_place = word in {"last", "end"} or word in words.ORDINALS
    return is_name or is_place or reader.token.kind == "ordinal"


def _read_day(reader: Reader, expected: str) -> list[Picked]:
    token = reader.token
    if token.word in words.WEEKDAYS or token.word in words.PLURALS:
        return _read_weekdays(reader)
    if token.word in {"weekday", "weekdays"}:
        reader.take()
        return [_pick_weekday(day, token, is_plural=True) for day in range(5)]
    if token.word in words.MONTHS_BY_NAME:
        return _read_month_first(reader)
    if token.word in {"last", "end"}:
        reader.take()
        return _read_place(reader, LAST, token)
    if token.word == "day":
        reader.take()
        return [_pick_number(_need(read_count(reader), reader, "the number of a day"), token)]
    if (nth := read_ordinal(reader)) is not None:
        return _read_place(reader, nth, token)
    return _read_day_of_month(reader, expected)


def _read_day_of_month(reader: Reader, expected: str) -> list[Picked]:
    """1 April; a number that no month follows may be anything."""
    token, before = reader.token, reader.position
    number = read_count(reader)
    if number is not None and reader.token.word in words.MONTHS_BY_NAME:
        return _read_dates(reader, Pick(number), token)
    if number is not None and 1 <= number <= _MOST_DAY:
        raise refuse_token(token, expected, f"the {render_ordinal(number)}")
    reader.position = before
    raise refuse_word(reader, expected)


def _read_weekdays(reader: Reader) -> list[Picked]:
    """A weekday, or all from one to another."""
    token = reader.take()
    reader.skip(frozenset({"."}))
    first = words.WEEKDAYS.get(token.word, words.PLURALS.get(token.word, 0))
    is_plural, before = token.word in words.PLURALS, reader.position
    if reader.token.kind == "dash" or reader.token.word in _TO:
        reader.take()
        if reader.token.word in words.WEEKDAYS or reader.token.word in words.PLURALS:
            at = reader.take()
            last = words.WEEKDAYS.get(at.word, words.PLURALS.get(at.word, 0))
            span = [(first + step) % 7 for step in range((last - first) % 7 + 1)]
            return [_pick_weekday(day, token, is_plural=True) for day in span]
    reader.position = before
    return [_pick_weekday(first, token, is_plural=is_plural)]


def _pick_weekday(day: int, token: Token, *, is_plural: bool) -> Picked:
    return Picked(Pick(1, day), Kind.WEEKDAY, token, is_plural)


def _pick_number(number: int, token: Token) -> Picked:
    if not 1 <= number <= _MOST_DAY:
        raise refuse_token(token, f"a day of the month, 1st to {_MOST_DAY}st")
    return Picked(Pick(number), Kind.NUMBER, token)


def _read_place(reader: Reader, nth: int, token: Token) -> list[Picked]:
    """What follows first, 15th or last: a weekday, "day", a month, or nothing more."""
    word = reader.token.word
    if word in words.WORKING:
        raise refuse_word(reader, "")
    if word in words.WEEKDAYS:
        day = words.WEEKDAYS[reader.take().word]
        if nth > _MOST_NTH:
            raise refuse_token(token, "first, second, third, fourth or last")
        return _read_dates(reader, Pick(nth, day), token)
    is_day = word == "day"
    if is_day:
        reader.take()
    elif nth == LAST and word not in OF:
        raise refuse_word(reader, "day, or a day of the week, after last")
    if _is_before_month(reader):
        return _read_dates(reader, Pick(nth), token)
    if nth == LAST or (is_day and nth == 1):
        return [Picked(Pick(nth), Kind.PLACE, token)]
    return [_pick_number(nth, token)]


def _is_before_month(reader: Reader) -> bool:
    before = reader.position
    reader.skip(OF)
    is_month = reader.token.word in words.MONTHS_BY_NAME
    reader.position = before
    return is_month


def _read_dates(reader: Reader, pick: Pick, token: Token) -> list[Picked]:
    """The day in each month that is named after it; if none is, a place in something larger."""
    if not _is_before_month(reader):
        return [Picked(pick, Kind.PLACE, token)]
    reader.skip(OF)
    days = [_date(pick, reader.take(), token)]
    while (month := _find_other_month(reader)) is not None:
        days.append(_date(pick, month, token))
    _refuse_year(reader)
    return days


def _find_other_month(reader: Reader) -> Token | None:
    """One more month for the same day; a month with a day of its own is left alone."""
    before = reader.position
    reader.skip(frozenset({"."}))
    if reader.skip(_AND) and reader.token.word in words.MONTHS_BY_NAME:
        month = reader.take()
        if reader.token.kind not in {"number", "ordinal"}:
            return month
    reader.position = before
    return None


def _read_month_first(reader: Reader) -> list[Picked]:
    """April 1st."""
    month = reader.take()
    reader.skip(frozenset({".", "the"}))
    token = reader.token
    number = read_ordinal(reader)
    number = read_count(reader) if number is None else number
    day = _date(Pick(_need(number, reader, f"the day of {month.said}")), month, token)
    _refuse_year(reader)
    return [day]


def _date(pick: Pick, month: Token, token: Token) -> Picked:
    number = words.MONTHS_BY_NAME[month.word]
    is_numbered = pick.weekday is None and pick.nth != LAST
    if is_numbered and not 1 <= pick.nth <= monthrange(_LEAP_YEAR, number)[1]:
        raise refuse_token(token, f"a day that {month.said} has")
    return Picked(replace(pick, month=number), Kind.DATE, token)


def _refuse_year(reader: Reader) -> None:
    before = reader.position
    reader.skip(frozenset({".", ","}))
    if reader.token.kind == "number" and len(reader.token.said) == 4:
        expected = "a date without its year; the first one of all stands in the column first_due"
        raise refuse_token(reader.token, expected)
    reader.position = before


def _need(number: int | None, reader: Reader, expected: str) -> int:
    if number is None:
        raise refuse_word(reader, expected)
    return number


def _share_weekday(days: list[Picked]) -> list[Picked]:
    """The first and third Monday are both Mondays."""
    shared: list[Picked] = []
    weekday: int | None = None
    for day in reversed(days):
        if day.kind is Kind.PLACE and day.pick.weekday is not None:
            weekday = day.pick.weekday
        elif day.kind is not Kind.NUMBER or day.is_alone or day.pick.nth > _MOST_NTH:
            weekday = None
        elif weekday is not None:
            day = replace(day, pick=replace(day.pick, weekday=weekday), kind=Kind.PLACE)
        shared.append(day)
    return shared[::-1]
