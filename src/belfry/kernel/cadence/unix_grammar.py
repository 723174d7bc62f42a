"""What the five fields of a Unix cron mean.

If either day field begins with `*`, a day must match both; otherwise either will do.
"""

from __future__ import annotations

import re

from belfry.kernel.cadence.cadences import Cron
from belfry.kernel.cadence.days import can_fire
from belfry.kernel.cadence.fields import DAY, HOUR, MINUTE, MONTH, WEEKDAY, read_field
from belfry.kernel.cadence.wording import CadenceError, quote, refuse_never

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
        raise CadenceError("'@reboot' names no time: schedules follow the clock, not a restart")
    fields = _MACROS.get(canonical)
    if fields is None:
        known = ", ".join(macro.lower() for macro in _MACROS)
        raise CadenceError(f"found {quote(canonical.lower())}; allowed: {known}")
    return parse_unix(fields)


def drop_zeros(text: str) -> str:
    """The same numbers without leading zeros."""
    return _LEADING_ZEROS.sub("", text)


def _refuse_count(words: list[str]) -> CadenceError:
    found = "1 field" if len(words) == 1 else f"{len(words)} fields"
    allowed = "five (minute hour day-of-month month day-of-week)"
    if len(words) == 6:
        allowed += ", or the six of AWS inside cron(...)"
    return CadenceError(f"found {found if words != [''] else 'nothing'}; allowed: {allowed}")
