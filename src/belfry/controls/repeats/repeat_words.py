"""Which words people use for how often something happens, and on which day."""

from __future__ import annotations

import re

from belfry.controls.repeats.rhythms import Unit
from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES

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
