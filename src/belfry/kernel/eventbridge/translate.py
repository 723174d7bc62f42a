"""Which EventBridge schedules fire at the same minutes as one of ours.

Lists, ranges, steps and names that mean the same give the same text, so that nothing is sent again
that has not changed. (What only the chosen months make equal, as 1-30 and `*` in June, is left as
it is.) Both sides read the same wall clock: the zone goes beside the expression, and the nights the
clocks change are no matter of translation.

Where Unix takes a date or a weekday, EventBridge needs a schedule for each. Where Unix asks for
both at once, EventBridge can rarely follow: it then fires on more days, and whoever takes a fire in
has to refuse those that are none of ours.
https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import assert_never

from belfry.kernel.cadence import Cadence, Cron, Once, Rate, parse_cadence
from belfry.kernel.cadence.cadences import FIRST_YEAR
from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge.day_choice import decide_days
from belfry.kernel.eventbridge.day_fields import list_day_fields
from belfry.kernel.eventbridge.expressions import LONGEST_EXPRESSION
from belfry.kernel.eventbridge.fields import Items, write_numbers
from belfry.kernel.eventbridge.grammar import LAST_YEAR


@dataclass(frozen=True, slots=True)
class Translation:
    """Schedules that together fire when ours does; if not `is_exact`, on other days, too.

    `start` is the first fire of a rate that counts from an anchor. Any later fire will do as well,
    and EventBridge takes no start that is more than five minutes past.
    """

    schedules: tuple[str, ...]
    is_exact: bool = True
    start: datetime | None = None


def translate(schedule: Cadence | str, *, anchor: datetime | None = None) -> Translation:
    """The EventBridge schedules for one of ours; raises CadenceError for a text that is none."""
    cadence = parse_cadence(schedule) if isinstance(schedule, str) else schedule
    match cadence:
        case Cron():
            return _translate_cron(cadence)
        case Rate():
            return Translation((cadence.text,), start=_find_start(cadence, anchor))
        case Once():
            return Translation((cadence.text,))
    assert_never(cadence)


def _find_start(rate: Rate, anchor: datetime | None) -> datetime | None:
    """The first beat after the anchor: EventBridge fires at the start itself, we do not."""
    if anchor is None:
        return None
    if anchor.utcoffset() is None:
        raise InputError(f"anchor: {anchor.isoformat()} names no zone", field="anchor")
    return anchor.astimezone(UTC).replace(second=0, microsecond=0) + rate.every


def _translate_cron(cron: Cron) -> Translation:
    rule, is_exact = decide_days(cron)
    minutes = write_numbers(cron.minutes, 0, 59)
    hours = write_numbers(cron.hours, 0, 23)
    months = write_numbers(cron.months, 1, 12)
    years = _write_years(cron.years)
    schedules = (
        text
        for days, weekdays in list_day_fields(rule)
        for text in _write((minutes, hours, days, months, weekdays, years))
    )
    return Translation(tuple(schedules), is_exact)


def _write_years(years: int | None) -> Items:
    if years is None:
        return ["*"]
    return write_numbers(years, 0, LAST_YEAR - FIRST_YEAR, origin=FIRST_YEAR)


def _write(fields: tuple[Items, ...]) -> Iterator[str]:
    """The expression; if that is too long, several with a part of the longest field each."""
    words = [",".join(items) for items in fields]
    text = f"cron({' '.join(words)})"
    if len(text) <= LONGEST_EXPRESSION:
        yield text
        return
    at = max(range(len(words)), key=lambda place: len(words[place]))
    half = len(fields[at]) // 2
    for items in (fields[at][:half], fields[at][half:]):
        yield from _write((*fields[:at], items, *fields[at + 1 :]))
