"""On which days a repeat falls: Fridays, the 31st, the first Monday, 29 February."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from enum import Enum

from belfry.controls.repeats.repeats import LAST, Pick, Unit, render_ordinal
from belfry.kernel.hours.clock_times import Reader, ReadingError, Token
from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES
from belfry.kernel.rulebook import UnknownWord, find_nearest

REPEAT_WORDS = re.compile(
    r"(?P<ordinal>[0-9]{1,6}\s?(?:st|nd|rd|th)(?![^\W\d_]))|(?P<number>[0-9]+)"
    r"|(?P<word>[^\W\d_]+)|(?P<dash>[-\u2010-\u2015])|(?P<mark>[,;:.()&/])",
    re.IGNORECASE,
)

# How often, said in one word.
OFTEN = {
    "daily": (1, Unit.DAY),
    "everyday": (1, Unit.DAY),
    "weekly": (1, Unit.WEEK),
    "fortnightly": (2, Unit.WEEK),
    "monthly": (1, Unit.MONTH),
    "quarterly": (1, Unit.QUARTER),
    "halfyearly": (1, Unit.HALF),
    "semiannually": (1, Unit.HALF),
    "semiannual": (1, Unit.HALF),
    "yearly": (1, Unit.YEAR),
    "annually": (1, Unit.YEAR),
    "annual": (1, Unit.YEAR),
}
# The second word of half-yearly and semi-annual.
HALVED = {"half": {"yearly", "annual"}, "semi": {"annually", "annual", "yearly"}}
UNITS = {
    **dict.fromkeys(("day", "days"), (1, Unit.DAY)),
    **dict.fromkeys(("week", "weeks", "wk", "wks"), (1, Unit.WEEK)),
    **dict.fromkeys(("fortnight", "fortnights"), (2, Unit.WEEK)),
    **dict.fromkeys(("month", "months", "mth", "mths"), (1, Unit.MONTH)),
    **dict.fromkeys(("quarter", "quarters"), (1, Unit.QUARTER)),
    **dict.fromkeys(("year", "years", "yr", "yrs", "annum"), (1, Unit.YEAR)),
}
# What a hyphen and a number may stand before: six-monthly.
COUNTED = {"weekly": Unit.WEEK, "monthly": Unit.MONTH, "yearly": Unit.YEAR}
MOST = {Unit.DAY: 36_500, Unit.WEEK: 5_200, Unit.MONTH: 1_200, Unit.QUARTER: 400}
MOST |= {Unit.HALF: 200, Unit.YEAR: 100}
# Words with two meanings, or with none that is exact.
VAGUE = frozenset({"biweekly", "bimonthly", "biannually", "biannual", "biennially", "biennial"})
VAGUE |= {"biyearly", "bi", "twice", "thrice", "times"}
WORKING = frozenset({"working", "business", "work", "bank"})

WEEKDAYS = {
    spelling: day
    for day, name in enumerate(DAY_NAMES)
    for spelling in (name.lower(), name[:3].lower())
} | {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}
PLURALS = {f"{name.lower()}s": day for day, name in enumerate(DAY_NAMES)}
MONTHS_BY_NAME = {
    spelling: month
    for month, name in enumerate(MONTH_NAMES, 1)
    for spelling in (name.lower(), name[:3].lower())
} | {"sept": 9}

_ONES = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS = {word: number for number, word in enumerate(_ONES, 1)}
NUMBERS |= {word: 10 * number for number, word in enumerate(_TENS, 2)}
TENS = frozenset(_TENS)
_IRREGULAR = {"first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9}
ORDINALS = _IRREGULAR | {"twelfth": 12, "twentieth": 20, "thirtieth": 30}
ORDINALS |= {f"{word}th": number for word, number in NUMBERS.items() if f"{word}th" not in ORDINALS}

KNOWN = (
    *OFTEN,
    *("every", "other", "last", "days", "weeks", "months", "quarter", "years", "fortnight"),
    *DAY_NAMES,
    *MONTH_NAMES,
)


_NEAR = 0.75
_HOW_FAR_APART = "how far apart, such as every 2 weeks or every 6 months"
_NO_HOLIDAYS = "a day that needs no list of holidays, such as the last day or the last Friday"


def refuse_token(token: Token, expected: str, nearest: str | None = None) -> ReadingError:
    return UnknownWord(column=token.column, text=token.said, expected=expected, nearest=nearest)


def refuse_word(reader: Reader, expected: str) -> ReadingError:
    """The error for the present word: one of two meanings, one of none, or one that is misspelt."""
    token = reader.token
    if token.word in VAGUE:
        return refuse_token(token, _HOW_FAR_APART)
    if token.word in WORKING:
        return refuse_token(token, _NO_HOLIDAYS)
    nearest = find_nearest(token.said, KNOWN, cutoff=_NEAR) if token.kind == "word" else None
    is_known = nearest is not None and nearest.lower() == token.word.rstrip("s")
    return refuse_token(token, expected, None if is_known else nearest)


def read_count(reader: Reader) -> int | None:
    """3, three or twenty-one; None, and the reader stays, if no number stands here."""
    token = reader.token
    if token.kind == "number":
        reader.take()
        return int(token.said[:7])
    if token.word not in NUMBERS:
        return None
    reader.take()
    return NUMBERS[token.word] + _read_ones(reader, token, NUMBERS)


def read_ordinal(reader: Reader) -> int | None:
    """3rd, third or twenty-first; None, and the reader stays, if no such word stands here."""
    token = reader.token
    if token.kind == "ordinal":
        reader.take()
        return int(token.said[:-2])
    if token.word in ORDINALS:
        reader.take()
        return ORDINALS[token.word]
    before = reader.position
    if token.word in TENS:
        reader.take()
        if ones := _read_ones(reader, token, ORDINALS):
            return NUMBERS[token.word] + ones
    reader.position = before
    return None


def skip_dash(reader: Reader) -> None:
    if reader.token.kind == "dash":
        reader.take()


def _read_ones(reader: Reader, tens: Token, known: dict[str, int]) -> int:
    """What follows twenty in twenty-one or twenty-first; 0 if nothing does."""
    before = reader.position
    if tens.word in TENS:
        skip_dash(reader)
        ones = known.get(reader.token.word, 0)
        if 1 <= ones <= 9:
            reader.take()
            return ones
    reader.position = before
    return 0


OF = frozenset({"of", "in"})

_AND = frozenset({",", "and", "&", "/", ";"})
_BEFORE_DAY = frozenset({"on", "the"})
_TO = frozenset({"to", "until", "till", "through"})
_LEAP_YEAR = 2000
_MOST_NTH = 4
_MOST_DAY = 31


class Kind(Enum):
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
    if reader.token.kind == "number" or word in NUMBERS:
        is_ordinal = read_ordinal(reader) is not None
        is_date = is_ordinal or (read_count(reader) and reader.token.word in MONTHS_BY_NAME)
        reader.position = before
        return bool(is_date)
    is_name = word in WEEKDAYS or word in PLURALS or word in MONTHS_BY_NAME
    is_place = word in {"last", "end"} or word in ORDINALS
    return is_name or is_place or reader.token.kind == "ordinal"


def _read_day(reader: Reader, expected: str) -> list[Picked]:
    token = reader.token
    if token.word in WEEKDAYS or token.word in PLURALS:
        return _read_weekdays(reader)
    if token.word in {"weekday", "weekdays"}:
        reader.take()
        return [_pick_weekday(day, token, is_plural=True) for day in range(5)]
    if token.word in MONTHS_BY_NAME:
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
    if number is not None and reader.token.word in MONTHS_BY_NAME:
        return _read_dates(reader, Pick(number), token)
    if number is not None and 1 <= number <= _MOST_DAY:
        raise refuse_token(token, expected, f"the {render_ordinal(number)}")
    reader.position = before
    raise refuse_word(reader, expected)


def _read_weekdays(reader: Reader) -> list[Picked]:
    """A weekday, or all from one to another."""
    token = reader.take()
    reader.skip(frozenset({"."}))
    first = WEEKDAYS.get(token.word, PLURALS.get(token.word, 0))
    is_plural, before = token.word in PLURALS, reader.position
    if reader.token.kind == "dash" or reader.token.word in _TO:
        reader.take()
        if reader.token.word in WEEKDAYS or reader.token.word in PLURALS:
            at = reader.take()
            last = WEEKDAYS.get(at.word, PLURALS.get(at.word, 0))
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
    if word in WORKING:
        raise refuse_word(reader, "")
    if word in WEEKDAYS:
        day = WEEKDAYS[reader.take().word]
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
    is_month = reader.token.word in MONTHS_BY_NAME
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
    if reader.skip(_AND) and reader.token.word in MONTHS_BY_NAME:
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
    number = MONTHS_BY_NAME[month.word]
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
