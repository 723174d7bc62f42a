"""Which words people use for how often something happens, and on which day."""

from __future__ import annotations

import re

from belfry.controls.repeats.repeats import Unit
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
    """The error for what stands at a place."""
    return UnknownWord(column=token.column, said=token.said, expected=expected, nearest=nearest)


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
