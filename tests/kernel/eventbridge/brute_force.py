"""Every minute of 28 years at which a cron fires, of either dialect, by looking at each day.

The yardstick for the translator, written from the rules of both dialects alone. A set of days or of
minutes is a whole number with a bit for each, and fires are told as "these minutes on those days".
28 years have every kind of month: each length, beginning with each weekday.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

Fires = dict[int, int]

_FIRST, _LAST = date(2001, 1, 1), date(2028, 12, 31)
_DATES = [_FIRST + timedelta(days=n) for n in range((_LAST - _FIRST).days + 1)]
_ALL = (1 << len(_DATES)) - 1
_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_WEEK = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"]


def fires_of_unix(text: str) -> Fires:
    """The fires of five fields: for each set of minutes, the days that have just these."""
    minute, hour, day, month, weekday = text.upper().split()
    by_date, by_week = _dates(day), _weekdays(weekday, sunday=0)
    needs_both = day.startswith("*") or weekday.startswith("*")
    days = by_date & by_week if needs_both else by_date | by_week
    return _cover([(days & _months(month), _minutes(minute, hour))])


def fires_of_aws(expressions: list[str]) -> Fires:
    """The fires of several `cron(…)` together."""
    return _cover([_read_aws(text) for text in expressions])


def are_none(fires: Fires) -> bool:
    return set(fires) == {0}


def are_within(some: Fires, others: Fires) -> bool:
    """Whether each of some fires is among the others."""
    return all(
        not minutes & ~more
        for minutes, days in some.items()
        for more, other_days in others.items()
        if days & other_days
    )


def _read_aws(text: str) -> tuple[int, int]:
    assert (text[:5], text[-1]) == ("cron(", ")")
    minute, hour, day, month, weekday, year = text[5:-1].upper().split(" ")
    assert [day, weekday].count("?") == 1
    days = _dates(day) if weekday == "?" else _weekdays(weekday, sunday=1)
    years = _select("year", _expand(year, 1970, 2199))
    return days & _months(month) & years, _minutes(minute, hour)


def _cover(products: list[tuple[int, int]]) -> Fires:
    """All days by the minutes that fire on them, however many schedules those come from."""
    fires = {0: _ALL}
    for days, minutes in products:
        parted: Fires = {}
        for old, old_fires in fires.items():
            for key, part in ((old, old_fires & ~days), (old | minutes, old_fires & days)):
                parted[key] = parted.get(key, 0) | part
        fires = parted
    return {minutes: days for minutes, days in fires.items() if days}


@cache
def _minutes(minute: str, hour: str) -> int:
    return sum(
        1 << 60 * hours + minutes
        for hours in _expand(hour, 0, 23)
        for minutes in _expand(minute, 0, 59)
    )


def _months(text: str) -> int:
    return _select("month", _expand(text, 1, 12, _MONTHS, 1))


def _dates(text: str) -> int:
    mask = 0
    for item in text.split(","):
        if item in ("L", "LW"):
            mask |= _last_days(only_workdays=item == "LW")
        else:
            mask |= _select("day", _expand(item, 1, 31))
    return mask


def _weekdays(text: str, sunday: int) -> int:
    mask = 0
    for item in text.split(","):
        name, number, nth = item.partition("#")
        if number:
            (day,) = _expand(name, sunday, 7, _WEEK, sunday)
            mask |= _nth_weekdays((day - sunday) % 7, int(nth))
        elif item.endswith("L"):
            (day,) = _expand(item[:-1], sunday, 7, _WEEK, sunday)
            mask |= _nth_weekdays((day - sunday) % 7, -1)
        else:
            days = _expand(item, sunday, 7, _WEEK, sunday)
            mask |= _select("weekday", {(day - sunday) % 7 for day in days})
    return mask


@cache
def _nth_weekdays(weekday: int, nth: int) -> int:
    mask = 0
    for at, day in enumerate(_DATES):
        is_last = (day + timedelta(days=7)).month != day.month
        is_nth = is_last if nth < 0 else (day.day + 6) // 7 == nth
        mask |= (day.isoweekday() % 7 == weekday and is_nth) << at
    return mask


@cache
def _last_days(*, only_workdays: bool) -> int:
    last: dict[tuple[int, int], int] = {}
    for at, day in enumerate(_DATES):
        if day.isoweekday() < 6 or not only_workdays:
            last[day.year, day.month] = at
    return sum(1 << at for at in last.values())


def _select(part: str, wanted: set[int]) -> int:
    """The days whose year, month, day of the month or day of the week is one of those wanted."""
    tables = _tables()[part]
    return sum(tables.get(number, 0) for number in wanted)


@cache
def _tables() -> dict[str, dict[int, int]]:
    tables: dict[str, dict[int, int]] = {"year": {}, "month": {}, "day": {}, "weekday": {}}
    for at, day in enumerate(_DATES):
        weekday = day.isoweekday() % 7
        parts = {"year": day.year, "month": day.month, "day": day.day, "weekday": weekday}
        for part, value in parts.items():
            tables[part][value] = tables[part].get(value, 0) | 1 << at
    return tables


def _expand(
    text: str, low: int, high: int, names: list[str] | None = None, first: int = 0
) -> set[int]:
    """Every number that a list of numbers, ranges and steps names."""
    values: set[int] = set()
    for item in text.split(","):
        span, _, step = item.partition("/")
        ends = [_number(word, names or [], first) for word in span.split("-") if word != "*"]
        start, end = (ends[0], ends[-1]) if ends else (low, high)
        if step and "-" not in span:
            end = high
        values.update(range(start, end + 1, int(step or 1)))
    return values


def _number(word: str, names: list[str], first: int) -> int:
    return names.index(word) + first if word in names else int(word)
