"""Which values one field of a cron names.

A field is read into bits, one per value. Whatever stands alone (`*`, a number, a name, `*/5`, `L`,
`5L`, `5#2`) is looked up in a table made once; only ranges and their steps are worked out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from belfry.kernel.cron.days import LAST_DAY, LAST_WORKDAY, last_weekday, nth_weekday
from belfry.kernel.cron.expressions import FIRST_YEAR
from belfry.kernel.cron.wording import refuse_item

_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_WEEK = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
_STEP_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Field:
    """One place of a cron: its name, its bits from `low` to `high`, and what may be written there.

    `values` gives the bit of a number or a name, `masks` the bits of all that stands alone. The
    number written for a bit is higher by `origin`.
    """

    name: str
    low: int
    high: int
    allowed: str
    values: Mapping[str, int]
    masks: Mapping[str, int]
    origin: int = 0
    has_two_sundays: bool = False


def read_field(field: Field, text: str) -> int:
    """The bits that a field's text names; raises CadenceError."""
    masks = field.masks
    bits = masks.get(text, 0)
    if not bits:
        for item in text.split(","):
            bits |= masks.get(item) or _read_item(field, item)
    return bits


def _read_item(field: Field, item: str) -> int:
    """A range, a range with a step, `N/step` (from N to the end), or a very long `*/step`."""
    body, slash, step = item.partition("/")
    first, last = _read_ends(field, body, is_open=bool(slash))
    if first is None or last is None or first > last:
        raise refuse_item(field, item)
    if not slash:
        bits = (2 << last) - (1 << first)
    elif len(step) <= _STEP_DIGITS and step.isdigit() and int(step):
        bits = _every(int(step), first, last)
    else:
        raise refuse_item(field, item)
    return _one_sunday(bits) if field.has_two_sundays else bits


def _read_ends(field: Field, body: str, *, is_open: bool) -> tuple[int | None, int | None]:
    if is_open and body == "*":
        return field.low, field.high
    first, dash, last = body.partition("-")
    if dash:
        return field.values.get(first), field.values.get(last)
    return field.values.get(first), field.high if is_open else None


def _every(step: int, first: int, last: int) -> int:
    """A bit at `first` and after each `step` up to `last`: 1 + 2^s + 4^s + 8^s + ... << first."""
    count = (last - first) // step + 1
    return ((1 << step * count) - 1) // ((1 << step) - 1) << first


def _one_sunday(bits: int) -> int:
    """Day 7 is day 0."""
    return bits & 0x7F | bits >> 7


def _number(low: int, high: int, *, origin: int = 0, names: Sequence[str] = ()) -> dict[str, int]:
    values = {str(bit + origin): bit for bit in range(low, high + 1)}
    return values | {name: low + at for at, name in enumerate(names)}


def _stand_alone(values: Mapping[str, int], low: int, high: int) -> dict[str, int]:
    masks = {word: 1 << bit for word, bit in values.items()}
    masks |= {f"*/{step}": _every(step, low, high) for step in range(1, high - low + 2)}
    return masks | {"*": _every(1, low, high)}


def _plain(name: str, low: int, high: int, allowed: str, names: Sequence[str] = ()) -> Field:
    values = _number(low, high, names=names)
    return Field(name, low, high, allowed, values, _stand_alone(values, low, high))


def _week(high: int, allowed: str, *, origin: int = 0) -> Field:
    """Day-of-week, with 5L and 5#2; Unix has two numbers for Sunday, AWS begins with 1."""
    values = _number(0, high, origin=origin, names=_WEEK)
    masks = {word: _one_sunday(bits) for word, bits in _stand_alone(values, 0, high).items()}
    for word, bit in values.items():
        masks[f"{word}L"] = last_weekday(bit % 7)
        masks |= {f"{word}#{nth}": nth_weekday(bit % 7, nth) for nth in range(1, 6)}
    return Field("day-of-week", 0, high, allowed, values, masks, origin, high == 7)


def _years() -> Field:
    values = _number(0, 2199 - FIRST_YEAR, origin=FIRST_YEAR)
    masks = _stand_alone(values, 0, 2199 - FIRST_YEAR)
    return Field("year", 0, 2199 - FIRST_YEAR, "1970-2199, *", values, masks, FIRST_YEAR)


def _days() -> Field:
    values = _number(1, 31)
    masks = _stand_alone(values, 1, 31) | {"L": LAST_DAY, "LW": LAST_WORKDAY}
    return Field("day-of-month", 1, 31, "1-31, *, L (last day), LW (last workday)", values, masks)


MINUTE = _plain("minute", 0, 59, "0-59, *")
HOUR = _plain("hour", 0, 23, "0-23, *")
DAY = _days()
MONTH = _plain("month", 1, 12, "1-12 or JAN-DEC, *", _MONTHS)
WEEKDAY = _week(7, "0-7 (0 and 7 are Sunday) or SUN-SAT, *, 5L (last Friday), 5#2 (second Friday)")
AWS_WEEKDAY = _week(
    6, "1-7 (1 is Sunday) or SUN-SAT, *, ?, 6L (last Friday), 6#2 (second Friday)", origin=1
)
YEAR = _years()
