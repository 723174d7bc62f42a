"""What a schedule as people write it means, and how it is written for keeping."""

from __future__ import annotations

import re
from datetime import date, time
from typing import TYPE_CHECKING

from belfry.kernel.cron.days import can_fire
from belfry.kernel.cron.expressions import Cron, Once, Rate
from belfry.kernel.cron.fields import (
    AWS_WEEKDAY,
    DAY,
    HOUR,
    MINUTE,
    MONTH,
    WEEKDAY,
    YEAR,
    read_field,
)
from belfry.kernel.cron.wording import CronError, quote, refuse_never

if TYPE_CHECKING:
    from belfry.kernel.cron.expressions import CronExpression
    from belfry.kernel.cron.fields import Field

LONGEST_TEXT = 256


def parse_cron(text: str) -> CronExpression:
    """Read Unix cron, a macro, or the AWS forms cron(), rate() and at(); raises CadenceError."""
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
    """The one way this schedule is written for keeping; raises CadenceError."""
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
    """Read one of the three forms, in capitals and with single blanks; raises CadenceError."""
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
        found = f"found {quote(day)} here and {quote(weekday)} in day-of-week"
        raise CronError(f"{found}; allowed: '?' in exactly one of the two", part=DAY.name)
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
    found = _RATE.fullmatch(inner)
    count = int(found[1]) if found else 0
    if not found or not count:
        allowed = "a whole number from 1 up and minutes, hours or days, as in rate(5 minutes)"
        raise CronError(f"found {quote(inner)}; allowed: {allowed}", part="rate")
    unit, plural = found[2], "" if count == 1 else "S"
    if found[3] != plural:
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
    found = _AT.fullmatch(inner)
    if not found:
        allowed = "yyyy-mm-ddThh:mm:ss, as in at(2026-11-20T14:00:00)"
        raise CronError(f"found {quote(inner)}; allowed: {allowed}", part="at")
    if found[3] != "00":
        raise CronError(f"found {quote(inner)}; the clock has minutes, write :00", part="at")
    try:
        once = Once(date.fromisoformat(found[1]), time.fromisoformat(found[2]))
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
    """Read five fields, in capitals and parted by single blanks; raises CadenceError."""
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
    """Read @daily and its like; raises CadenceError."""
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
    found = "1 field" if len(words) == 1 else f"{len(words)} fields"
    allowed = "five (minute hour day-of-month month day-of-week)"
    if len(words) == 6:
        allowed += ", or the six of AWS inside cron(...)"
    return CronError(f"found {found if words != [''] else 'nothing'}; allowed: {allowed}")
