"""Crons as wild as the grammar allows, the same ones on every run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_WEEK = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"]


def make_unix_crons(count: int, seed: int) -> Iterator[str]:
    dice = Random(seed)
    for _ in range(count):
        yield " ".join(
            (
                _list(dice, lambda: _item(dice, 0, 59)),
                _list(dice, lambda: _item(dice, 0, 23)),
                _list(dice, lambda: _date(dice)) if dice.random() < 0.7 else "*",
                _list(dice, lambda: _month(dice)) if dice.random() < 0.4 else "*",
                _list(dice, lambda: _weekday(dice)) if dice.random() < 0.7 else "*",
            )
        )


def make_aws_crons(count: int, seed: int) -> Iterator[str]:
    """The six fields inside `cron(…)`; the years are some of 2001 to 2028."""
    dice = Random(seed)
    for _ in range(count):
        minute = _list(dice, lambda: _item(dice, 0, 59))
        hour = _list(dice, lambda: _item(dice, 0, 23))
        month = _list(dice, lambda: _month(dice))
        dates = dice.choice(("L", "LW", "*", _list(dice, lambda: _item(dice, 1, 31))))
        week = dice.choice(("*", "MON-FRI", "7", "SAT,SUN", "3#2", "6L", "FRI#5", "2,4,6"))
        days = dice.choice((f"{dates} {month} ?", f"? {month} {week}"))
        year = dice.choice(("*", "*", "2024", "2001/3", "2010-2019,2028", "*/2", "1970/2,1970/3"))
        yield f"cron({minute} {hour} {days} {year})"


def spell(dice: Random, values: set[int]) -> str:
    """One of the many ways to write a set of numbers."""
    rest, items = set(values), []
    while rest:
        first, step = dice.choice(sorted(rest)), dice.choice((1, 1, 2, 3, 5, 10, 15))
        last = first
        while last + step in values and dice.random() < 0.9:
            last += step
        rest -= set(range(first, last + 1, step))
        items.append(str(first) if first == last else f"{first}-{last}/{step}")
    dice.shuffle(items)
    return ",".join(item.removesuffix("/1") for item in items)


def _list(dice: Random, make: Callable[[], str]) -> str:
    return ",".join(make() for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 4))))


def _item(dice: Random, low: int, high: int) -> str:
    first, last = sorted((dice.randint(low, high), dice.randint(low, high)))
    step = dice.randint(1, high)
    forms = ("*", f"*/{step}", f"{first}/{step}", f"{first}-{last}", f"{first}-{last}/{step}")
    return dice.choice((str(first), str(last), *forms))


def _date(dice: Random) -> str:
    windows = ("1-7", "8-14", "22-28", "29-31", "28-31", "*/100")
    return dice.choice((_item(dice, 1, 31), _item(dice, 1, 31), "L", "LW", *windows))


def _month(dice: Random) -> str:
    return dice.choice((_item(dice, 1, 12), dice.choice(_MONTHS), "2", "JAN-mar"))


def _weekday(dice: Random) -> str:
    day = dice.choice((*_WEEK, "0", "1", "5", "7", "sat"))
    forms = (f"{day}L", f"{day}#{dice.randint(1, 5)}", f"{day}#1", "*/7", "mon-fri")
    return dice.choice((_item(dice, 0, 7), _item(dice, 0, 7), day, *forms))
