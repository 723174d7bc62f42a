"""How a moment and a length of time are said to people."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_NEAR = {-1: "yesterday", 0: "today", 1: "tomorrow"}
_NOW = timedelta(seconds=45)
_SECONDS = len("2026-11-16T12:00:00")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d) UTC")
_UNITS = {"s": 1, "min": 60, "h": 3600, "day": 86400}
_PART = re.compile(r"\s*(\d{1,7})\s*(seconds?|s|minutes?|mins?|m|hours?|h|days?|d)\b", re.I)


@dataclass(frozen=True, slots=True)
class TimeWords:
    """Moments as they stand on one page: seen from `now`, on the wall clock of `zone`."""

    now: datetime
    zone: ZoneInfo

    @property
    def today(self) -> str:
        local = self.now.astimezone(self.zone)
        return f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]}"

    @property
    def year(self) -> int:
        return self.now.astimezone(self.zone).year

    @property
    def clock(self) -> str:
        return _say_clock(self.now.astimezone(self.zone))

    @property
    def hands(self) -> str:
        return self.say_hands(self.now)

    def say_hands(self, moment: datetime) -> str:
        """The day and the time, as a clock with a calendar shows them."""
        local = moment.astimezone(self.zone)
        return f"{_say_day(local)} {_say_clock(local)}"

    def localise(self, text: str) -> str:
        """A sentence of our own, with its moments told as on the wall clock of `zone`."""
        return _MOMENT.sub(
            lambda found: self.say(datetime.fromisoformat(found[1]).replace(tzinfo=UTC)), text
        )

    def full(self, moment: datetime, zone: ZoneInfo | None = None) -> str:
        """The moment to the second, with its date and zone, for the curious."""
        return _say_full(moment.astimezone(zone or self.zone), zone or self.zone)

    def say(self, moment: datetime, zone: ZoneInfo | None = None) -> str:
        zone = zone or self.zone
        return _say_near(moment.astimezone(zone), self.now.astimezone(zone).date())

    def stamp(self, moment: datetime) -> str:
        """The moment as markup, for a list of many: as it is said, and in full behind it."""
        return _render_stamp(moment, self.zone, self.now.astimezone(self.zone).date())

    def away(self, moment: datetime) -> str:
        """How far off it is: "in 5 min", "2 h ago"."""
        gap = moment - self.now
        if abs(gap) < _NOW:
            return "any moment" if gap > timedelta(0) else "just now"
        said = render_rough(abs(gap))
        return f"in {said}" if gap > timedelta(0) else f"{said} ago"


def render_utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC).isoformat()[:_SECONDS]}Z"


def _say_full(local: datetime, zone: ZoneInfo) -> str:
    day = f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]} {local.year}"
    return f"{day}, {_say_clock(local)}:{local.second:02} ({zone.key})"


@lru_cache(maxsize=4096)
def _render_stamp(moment: datetime, zone: ZoneInfo, today: date) -> str:
    """All day long it is the same, and a page mostly shows what the page before has shown."""
    local = moment.astimezone(zone)
    full, near = _say_full(local, zone), _say_near(local, today)
    return f'<time datetime="{render_utc(moment)}" title="{full}">{near}</time>'


def _say_near(local: datetime, today: date) -> str:
    """As short as somebody understands it who knows what day it is."""
    near = _NEAR.get(local.toordinal() - today.toordinal())
    day = near or _say_day(local)
    if local.year != today.year and not near:
        day += f" {local.year}"
    return f"{day} {_say_clock(local)}"


# Put together from names: a page has many moments, and a format is looked up anew for each.
def _say_day(local: datetime) -> str:
    return f"{_DAYS[local.weekday()][:3]} {local.day} {_MONTHS[local.month - 1][:3]}"


def _say_clock(local: datetime) -> str:
    return f"{local.hour:02}:{local.minute:02}"


def render_rough(span: timedelta) -> str:
    """The span in its largest unit: people want to know about how long."""
    seconds = span.total_seconds()
    if seconds < 90:
        return f"{round(seconds)} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    if seconds < 36 * 3600:
        return f"{round(seconds / 3600)} h"
    return f"{round(seconds / 86400)} days"


def render_duration(span: timedelta) -> str:
    """How long something took."""
    seconds = span.total_seconds()
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    return render_span(timedelta(seconds=round(seconds)))


def render_span(span: timedelta) -> str:
    """The span exactly, as `parse_span` reads it back: "1 h 30 min"."""
    left = int(span.total_seconds())
    said = []
    for unit, size in reversed(_UNITS.items()):
        count, left = divmod(left, size)
        if count:
            said.append(f"{count} {unit}{'s' if unit == 'day' and count > 1 else ''}")
    return " ".join(said) or "0 s"


def parse_span(text: str, *, field: str) -> timedelta:
    """A span as people write it, or InputError at `field`."""
    total, place = 0, 0
    while part := _PART.match(text, place):
        unit = part[2].lower()
        total += int(part[1]) * next(size for name, size in _UNITS.items() if name[0] == unit[0])
        place = part.end()
    if not place or text[place:].strip():
        raise InputError("write it like 30 s, 5 min, 2 h or 1 day", field=field)
    return timedelta(seconds=total)
