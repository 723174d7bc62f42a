"""What the days of the week and the months are called, and which days a few words name.

Names are the product's own and not the machine's, whose language may be another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from belfry.kernel.hours.clock_times import Reader

DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SHORT_NAMES = tuple(name[:3] for name in DAY_NAMES)
MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)
EXPECTED_DAY = "a day such as Mon, a range such as Mon-Fri, or daily"

_DAYS = {
    spelling: day
    for day, name in enumerate(DAY_NAMES)
    for spelling in (name.lower(), f"{name.lower()}s", name[:3].lower())
} | {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}
_GROUPS = {
    "daily": range(7),
    "everyday": range(7),
    "weekday": range(5),
    "weekdays": range(5),
    "weekend": range(5, 7),
    "weekends": range(5, 7),
}
_TO = frozenset({"to", "till", "til", "until", "through", "thru"})
_BETWEEN = frozenset({",", "and", "&", "/", "+"})


class Choice(NamedTuple):
    """Some weekdays, and how exactly they were named: 0 daily, 1 weekdays, 2 Mon-Fri, 3 Mon."""

    days: tuple[int, ...]
    rank: int


def read_days(reader: Reader) -> list[Choice]:
    """Every day and range named from the reader's place on; raises ReadingError."""
    choices = [_read_choice(reader)]
    while True:
        before = reader.position
        reader.skip(_BETWEEN)
        if reader.position == before or not is_day(reader):
            reader.position = before
            return choices
        choices.append(_read_choice(reader))


def is_day(reader: Reader) -> bool:
    word = reader.token.word
    return word in _DAYS or word in _GROUPS or word == "every"


def _read_choice(reader: Reader) -> Choice:
    word = reader.token.word
    if word == "every":
        return _read_every(reader)
    if word in _GROUPS:
        days = tuple(_GROUPS[reader.take().word])
        return Choice(days, 0 if len(days) == 7 else 1)
    first = _read_day(reader)
    if reader.token.kind != "dash" and reader.token.word not in _TO:
        return Choice((first,), 3)
    reader.take()
    count = (_read_day(reader) - first) % 7 + 1
    return Choice(tuple((first + step) % 7 for step in range(count)), 2)


def _read_every(reader: Reader) -> Choice:
    reader.take()
    if reader.token.word == "day":
        reader.take()
        return Choice(tuple(range(7)), 0)
    return _read_choice(reader)


def _read_day(reader: Reader) -> int:
    if reader.token.word not in _DAYS:
        raise reader.refuse(EXPECTED_DAY)
    return _DAYS[reader.take().word]
