"""What people call days, months and small numbers in a note written in a hurry."""

from __future__ import annotations

from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES

WEEKDAYS = {
    spelling: number
    for number, name in enumerate(DAY_NAMES)
    for spelling in (name.lower(), name[:3].lower())
} | {
    **dict.fromkeys(("tues", "teusday", "tuseday"), 1),
    **dict.fromkeys(("weds", "wensday", "wednsday", "wendesday"), 2),
    **dict.fromkeys(("thur", "thurs", "thrusday", "thurday", "thursdsay"), 3),
    **dict.fromkeys(("firday", "friady", "frday"), 4),
    **dict.fromkeys(("satuday", "saterday", "staurday"), 5),
}
MONTHS = {
    spelling: number
    for number, name in enumerate(MONTH_NAMES, 1)
    for spelling in (name.lower(), name[:3].lower())
} | {
    **dict.fromkeys(("janurary", "januray"), 1),
    **dict.fromkeys(("febuary", "feburary", "febr"), 2),
    **dict.fromkeys(("sept", "setpember"), 9),
    **dict.fromkeys(("novemeber",), 11),
    **dict.fromkeys(("decemeber", "decmber"), 12),
}
# Days of the year whose name is their date everywhere; Easter and the like are not.
FEASTS = {
    **dict.fromkeys(("christmas eve", "xmas eve"), (24, 12)),
    **dict.fromkeys(("christmas day", "xmas day"), (25, 12)),
    "boxing day": (26, 12),
    **dict.fromkeys(("new year's eve", "new years eve", "nye"), (31, 12)),
    **dict.fromkeys(("new year's day", "new years day"), (1, 1)),
}
TOMORROW = frozenset(
    ("tomorrow", "tmrw", "tmr", "tmrrw", "tmro", "tmoro", "tomoz", "2moro", "2morrow")
    + ("tommorow", "tommorrow", "tomorow", "tomorro", "tomorrrow")
)
NEXT = frozenset(("next", "nxt"))
WEEK = frozenset(("week", "wk"))
_ONES = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    "twenty",
)
NUMBERS = {word: number for number, word in enumerate(_ONES, 1)}
_PLACES = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
    *("seventeenth", "eighteenth", "nineteenth", "twentieth"),
)
ORDINALS = {word: number for number, word in enumerate(_PLACES, 1)} | {"thirtieth": 30}
TENS = {"twenty": 20, "thirty": 30}
