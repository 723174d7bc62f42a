"""When somebody can come, as far as it matters to one shift."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

from belfry.rota.members import Availability, Stretch
from belfry.rota.shift_words import join_words, render_weekday
from belfry.rota.shifts import MINUTE, Shift

_INSTANT = timedelta(microseconds=1)
_NOTHING = timedelta()


def say_available(entry: Availability, shift: Shift, zone: ZoneInfo) -> str:
    """Can come from 10:00 to 14:00 only; or not at all on that day."""
    near = [one for one in entry.stretches if _is_near(one, shift, zone)]
    if not near:
        return f"cannot come on {render_weekday(shift.day)}"
    return f"can come {join_words([_say_stretch(one, shift, zone) for one in near])} only"


def count_absent(entry: Availability, shift: Shift) -> int:
    """For how many minutes of the shift they cannot be there."""
    present = sum((_find_shared(one, shift) for one in entry.stretches), _NOTHING)
    return max(0, shift.minutes - present // MINUTE)


def _is_near(stretch: Stretch, shift: Shift, zone: ZoneInfo) -> bool:
    first_on = stretch.starts_at.astimezone(zone).date()
    last_on = (stretch.ends_at - _INSTANT).astimezone(zone).date()
    return first_on <= shift.day <= last_on or _find_shared(stretch, shift) > _NOTHING


def _find_shared(stretch: Stretch, shift: Shift) -> timedelta:
    starts_at = max(stretch.starts_at, shift.starts_at)
    return max(_NOTHING, min(stretch.ends_at, shift.ends_at) - starts_at)


def _say_stretch(stretch: Stretch, shift: Shift, zone: ZoneInfo) -> str:
    said = []
    for moment in (stretch.starts_at, stretch.ends_at):
        local = moment.astimezone(zone)
        day = "" if local.date() == shift.day else f"{render_weekday(local.date())} "
        said.append(f"{day}{local:%H:%M}")
    return f"from {said[0]} to {said[1]}"
