"""Why a schedule cannot be read, and what to write instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.kernel.cron.fields import Field

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
    found = f"day-of-month {quote(day)}, month {quote(month)}, day-of-week {quote(weekday)}"
    if year != "*":
        found += f", year {quote(year)}"
    return CronError(f"can never fire: no day has {found}", part="day-of-month")


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
