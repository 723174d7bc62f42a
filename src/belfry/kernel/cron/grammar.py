"""Parse schedules as people write them, and normalize them for storing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import TYPE_CHECKING

from belfry.kernel.cron.expressions import FIRST_YEAR, Cron, Once, Rate
from belfry.kernel.cron.fires import (
    LAST_DAY,
    LAST_WORKDAY,
    can_fire,
    last_weekday,
    nth_weekday,
)
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.kernel.cron.expressions import CronExpression


_SHOWN = 24


class CronError(InputError):
    """A schedule that cannot be read, or can never fire.

    `field` is the workflow's own (`cron_schedule`); `part` names the place inside the schedule:
    minute, hour, day-of-month, month, day-of-week, year, rate, at, or None for the whole.
    """

    def __init__(self, message: str, *, part: str | None = None) -> None:
        super().__init__(f"{part}: {message}" if part else message, field="cron_schedule")
        self.part = part


def quote(text: str) -> str:
    """What was found, short enough to print."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")


def refuse_item(field: Field, item: str) -> CronError:
    """The error for one item of a field, with the nearest thing that can be written."""
    fault = _find_fault(field, item)
    return CronError(f"{fault}; allowed: {field.allowed}", part=field.name)


def refuse_never(day: str, month: str, weekday: str, year: str = "*") -> CronError:
    """The error for a cron that is well written and matches no day there is."""
    written = f"day-of-month {quote(day)}, month {quote(month)}, day-of-week {quote(weekday)}"
    if year != "*":
        written += f", year {quote(year)}"
    return CronError(f"can never fire: no day has {written}", part="day-of-month")


def _find_fault(field: Field, item: str) -> str:
    body, slash, step = item.partition("/")
    if not item:
        return "an empty item in the list"
    if slash and not (step.isdigit() and 0 < int(step) < 1000):
        return f"the step in {quote(item)} is not a whole number from 1 to 999"
    return _find_wrap(field, body, step) or _find_stranger(field, body) or f"found {quote(item)}"


def _find_stranger(field: Field, body: str) -> str | None:
    """Letters that other crons know, and names written out."""
    if body == "?":
        return "'?' is only for one day field of the AWS form cron(...); write '*'"
    if body == "H":
        return "'H' is not known here; write the number you want"
    if body == "L" and field.name == "day-of-week":
        return "'L' alone says no weekday; put its number before it"
    if body.endswith("W"):
        return f"{quote(body)} (the nearest weekday) is not known here"
    if body.isalpha() and body[:3] in field.values:
        return f"found {quote(body)}, write {body[:3]}"
    return None


def _find_wrap(field: Field, body: str, step: str) -> str | None:
    """A range that runs over the end, and the same written without wrapping."""
    first_text, _, last_text = body.partition("-")
    first, last = field.values.get(first_text), field.values.get(last_text)
    if first is None or last is None or first <= last:
        return None
    if field.name == "year":
        return f"the range {quote(body)} runs backwards"
    unwrapped = _unwrap(field, first, last, int(step or 1))
    return f"the range {quote(body)} wraps round, write {unwrapped}"


def _unwrap(field: Field, first: int, last: int, step: int) -> str:
    top = field.high - field.has_two_sundays
    if step == 1 and first > top:
        return _span(field, field.low, last)
    if step == 1:
        return f"{_span(field, first, top)},{_span(field, field.low, last)}"
    size = top - field.low + 1
    wanted = [(at - field.low) % size + field.low for at in range(first, last + size + 1, step)]
    return ",".join(str(at + field.origin) for at in wanted)


def _span(field: Field, first: int, last: int) -> str:
    start, end = first + field.origin, last + field.origin
    return str(start) if start == end else f"{start}-{end}"


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
    """The bits that a field's text names; raises CronError."""
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


LONGEST_TEXT = 256


def parse_cron(text: str) -> CronExpression:
    """Read Unix cron, a macro, or the AWS forms cron(), rate() and at(); raises CronError."""
    if not text.isascii():
        raise CronError("found letters or digits that are not ASCII; allowed: ASCII only")
    canonical = " ".join(text.upper().split())
    if len(canonical) > LONGEST_TEXT:
        raise CronError(f"found {len(canonical)} characters; allowed: {LONGEST_TEXT}")
    if "(" in canonical:
        return parse_aws(canonical)
    if canonical.startswith("@"):
        return parse_macro(canonical)
    return parse_unix(canonical)


def normalize_cron(text: str) -> str:
    """The one way this schedule is written for keeping; raises CronError."""
    return parse_cron(text).text


def is_valid_cron(text: str) -> bool:
    """Whether this schedule can be read and can ever fire."""
    try:
        parse_cron(text)
    except CronError:
        return False
    return True


_UNITS = {"MINUTE": 1, "HOUR": 60, "DAY": 1440}
_LONGEST_RATE = 36_500 * 1440
_RATE = re.compile(r"([0-9]{1,9}) (MINUTE|HOUR|DAY)(S?)")
_AT = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}):([0-9]{2})")
_AWS_NUMBER = re.compile(r"(?<![#0-9])[0-9]+")


def parse_aws(canonical: str) -> CronExpression:
    """Read one of the three forms, in capitals and with single blanks; raises CronError."""
    name, _, rest = canonical.partition("(")
    inner = rest[:-1].strip()
    if not rest.endswith(")") or "(" in inner or ")" in inner:
        raise CronError(f"found {quote(canonical)}; allowed: one pair of brackets, at the end")
    match name.strip():
        case "CRON":
            return _parse_cron(drop_zeros(inner))
        case "RATE":
            return _parse_rate(drop_zeros(inner))
        case "AT":
            return _parse_at(inner)
    raise CronError(f"found {quote(name)} before the bracket; allowed: cron, rate, at")


def _parse_cron(inner: str) -> Cron:
    words = inner.split()
    if len(words) != 6:
        allowed = "six (minute hour day-of-month month day-of-week year)"
        raise CronError(f"found {len(words)} fields inside cron(...); allowed: {allowed}")
    minute, hour, day, month, weekday, year = words
    if (day == "?") == (weekday == "?"):
        description = f"found {quote(day)} here and {quote(weekday)} in day-of-week"
        raise CronError(f"{description}; allowed: '?' in exactly one of the two", part=DAY.name)
    cron = Cron(
        _write_unix(words) if year == "*" else f"cron({inner})",
        read_field(MINUTE, minute),
        read_field(HOUR, hour),
        _read_day(DAY, day),
        read_field(MONTH, month),
        _read_day(AWS_WEEKDAY, weekday),
        needs_both=True,
        is_fixed=hour[0] != "*",
        years=None if year == "*" else read_field(YEAR, year),
    )
    if not can_fire(cron):
        raise refuse_never(day, month, weekday, year)
    return cron


def _read_day(field: Field, text: str) -> int:
    """A day field, with what only AWS forbids: steps of weekdays, and L or # in a list."""
    if field is AWS_WEEKDAY and "/" in text:
        raise CronError(f"found {quote(text)}; AWS has no steps here", part=field.name)
    bits = read_field(field, "*" if text == "?" else text)
    if "," in text and bits >> field.high + 1:
        raise CronError(f"found {quote(text)}; L and # stand alone in AWS", part=field.name)
    return bits


def _write_unix(words: list[str]) -> str:
    minute, hour, day, month, weekday, _ = words
    weekday = _AWS_NUMBER.sub(lambda number: str(int(number[0]) - 1), weekday)
    return f"{minute} {hour} {day} {month} {weekday}".replace("?", "*")


def _parse_rate(inner: str) -> Cron | Rate:
    matched = _RATE.fullmatch(inner)
    count = int(matched[1]) if matched else 0
    if not matched or not count:
        allowed = "a whole number from 1 up and minutes, hours or days, as in rate(5 minutes)"
        raise CronError(f"found {quote(inner)}; allowed: {allowed}", part="rate")
    unit, plural = matched[2], "" if count == 1 else "S"
    if matched[3] != plural:
        right = f"rate({count} {unit}{plural})".lower()
        raise CronError(f"found {quote(inner.lower())}; write {right}", part="rate")
    minutes = count * _UNITS[unit]
    if minutes > _LONGEST_RATE:
        raise CronError(f"found {quote(inner.lower())}; allowed: at most 36500 days", part="rate")
    equal = _find_equal_cron(minutes)
    return parse_unix(equal) if equal else Rate(minutes)


def _find_equal_cron(minutes: int) -> str | None:
    """The five fields that fire as often, if hours or days divide evenly."""
    hours, rest = divmod(minutes, 60)
    if minutes == 1:
        return "* * * * *"
    if 60 % minutes == 0 and minutes < 60:
        return f"*/{minutes} * * * *"
    if minutes == 60:
        return "0 * * * *"
    if minutes == 1440:
        return "0 0 * * *"
    return f"0 */{hours} * * *" if not rest and 24 % hours == 0 else None


def _parse_at(inner: str) -> Once:
    matched = _AT.fullmatch(inner)
    if not matched:
        allowed = "yyyy-mm-ddThh:mm:ss, as in at(2026-11-20T14:00:00)"
        raise CronError(f"found {quote(inner)}; allowed: {allowed}", part="at")
    if matched[3] != "00":
        raise CronError(f"found {quote(inner)}; the clock has minutes, write :00", part="at")
    try:
        once = Once(date.fromisoformat(matched[1]), time.fromisoformat(matched[2]))
    except ValueError as error:
        raise CronError(f"found {quote(inner)}; {error}", part="at") from error
    if not 1970 <= once.day.year <= 2199:
        raise CronError(f"found {quote(inner)}; allowed: years 1970-2199", part="at")
    return once


_MACROS = {
    "@YEARLY": "0 0 1 1 *",
    "@ANNUALLY": "0 0 1 1 *",
    "@MONTHLY": "0 0 1 * *",
    "@WEEKLY": "0 0 * * 0",
    "@DAILY": "0 0 * * *",
    "@MIDNIGHT": "0 0 * * *",
    "@HOURLY": "0 * * * *",
}
_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def parse_unix(canonical: str) -> Cron:
    """Read five fields, in capitals and parted by single blanks; raises CronError."""
    text = drop_zeros(canonical)
    words = text.split(" ")
    if len(words) != 5:
        raise _refuse_count(words)
    minute, hour, day, month, weekday = words
    cron = Cron(
        text,
        read_field(MINUTE, minute),
        read_field(HOUR, hour),
        read_field(DAY, day),
        read_field(MONTH, month),
        read_field(WEEKDAY, weekday),
        day[0] == "*" or weekday[0] == "*",
        hour[0] != "*",
    )
    if not can_fire(cron):
        raise refuse_never(day, month, weekday)
    return cron


def parse_macro(canonical: str) -> Cron:
    """Read @daily and its like; raises CronError."""
    if canonical == "@REBOOT":
        raise CronError("'@reboot' names no time: schedules follow the clock, not a restart")
    fields = _MACROS.get(canonical)
    if fields is None:
        known = ", ".join(macro.lower() for macro in _MACROS)
        raise CronError(f"found {quote(canonical.lower())}; allowed: {known}")
    return parse_unix(fields)


def drop_zeros(text: str) -> str:
    """The same numbers without leading zeros."""
    return _LEADING_ZEROS.sub("", text)


def _refuse_count(words: list[str]) -> CronError:
    field_count = "1 field" if len(words) == 1 else f"{len(words)} fields"
    allowed = "five (minute hour day-of-month month day-of-week)"
    if len(words) == 6:
        allowed += ", or the six of AWS inside cron(...)"
    return CronError(f"found {field_count if words != [''] else 'nothing'}; allowed: {allowed}")
