"""How long something has been waiting, as a person says it."""

from __future__ import annotations

from datetime import datetime, timedelta

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


def say_wait(since: datetime, now: datetime) -> str:
    """Whole days, else whole hours, never rounded up."""
    waited = now - since
    if waited >= _DAY:
        return _count(waited // _DAY, "day")
    if waited >= _HOUR:
        return _count(waited // _HOUR, "hour")
    return "less than an hour"


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" + ("s" if number != 1 else "")
