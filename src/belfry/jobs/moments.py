"""When something happened and when the shop is open, as the customer's page says it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.hours.opening_hours import OpeningHours, Spans

if TYPE_CHECKING:
    from belfry.jobs.updates.language import Language

_NEAR = {0: "today", 1: "yesterday"}
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)


def say_moment(moment: datetime, now: datetime, zone: ZoneInfo, language: Language) -> str:
    """The day and the time on the wall clock: "Tuesday 17 November, 10.03am"."""
    local, today = moment.astimezone(zone), now.astimezone(zone).date()
    near = _NEAR.get((today - local.date()).days)
    key = "date" if local.year == today.year else "date and year"
    day = language.get("page", near) if near else _say_date(local, key, language)
    return language.get("page", "moment").format(day=day, time=language.say_clock(local))


def list_hours(opening: OpeningHours, language: Language) -> list[tuple[str, str]]:
    """Days with their hours from Monday on; neighbours with equal hours stand together."""
    return [
        (_say_days(first, last, language), _say_hours(spans, language))
        for first, last, spans in _group(opening)
    ]


def say_open(calendar: Calendar, now: datetime, language: Language) -> str:
    """Whether the shop is open at this moment, and until when; or when it opens next."""
    opens = calendar.find_opening(now)
    if opens is None:
        return ""
    if opens <= now:
        closes = next(end for start, end in _spans(calendar, now) if start <= now < end)
        until = language.say_clock(closes.astimezone(calendar.zone))
        return language.get("page", "open now").format(time=until)
    local, today = opens.astimezone(calendar.zone), calendar.find_day_of(now)
    days = (local.date() - today).days
    near = {0: "today", 1: "tomorrow"}.get(days)
    key = "weekday" if days < 7 else "date"
    day = language.get("page", near) if near else _say_date(local, key, language)
    return language.get("page", "opens").format(day=day, time=language.say_clock(local))


def _say_date(local: datetime, key: str, language: Language) -> str:
    return language.get("page", key).format(
        day=language.split("dates", "days")[local.weekday()],
        date=local.day,
        month=language.split("dates", "months")[local.month - 1],
        year=local.year,
    )


def _spans(calendar: Calendar, now: datetime) -> tuple[tuple[datetime, datetime], ...]:
    return calendar.get_day(calendar.find_day_of(now)).spans


def _group(opening: OpeningHours) -> Iterator[tuple[int, int, Spans]]:
    first = 0
    for day, spans in enumerate(opening.week):
        if day == 6 or opening.week[day + 1] != spans:
            yield first, day, spans
            first = day + 1


def _say_days(first: int, last: int, language: Language) -> str:
    days = language.split("dates", "days")
    if first == last:
        return days[first]
    return language.get("page", "range").format(first=days[first], last=days[last])


def _say_hours(spans: Spans, language: Language) -> str:
    said = [
        language.get("page", "range").format(
            first=_clock(opens, language), last=_clock(closes, language)
        )
        for opens, closes in spans
    ]
    joined = f" {language.get('page', 'and')} "
    return joined.join(said) or language.get("page", "closed")


def _clock(minute: int, language: Language) -> str:
    return language.say_clock(_ANY_DAY + timedelta(minutes=minute))
