"""Moments as people and programs write them: ISO 8601 in its usual forms, always with a zone."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError

_SHAPE = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{8})(?:T| +)"
    r"(?P<time>[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?"
    r"|[0-9]{4}(?:[0-9]{2}(?:[.,][0-9]{1,9})?)?)"
    r" *(?P<zone>Z|[+-][0-9]{2}(?::?[0-9]{2})?|[A-Za-z][A-Za-z0-9_+/-]{1,60})?",
    re.IGNORECASE,
)
_FIRST = datetime(1970, 1, 1, tzinfo=UTC)
_LAST = datetime(2100, 1, 1, tzinfo=UTC)


def parse_moment(text: str) -> datetime:
    """In UTC: `2026-11-18T09:00:00Z`, `2026-11-18 09:00+01:00`, `20261118T0900Z`, or with a zone
    by its name, as in `2026-11-18 09:00 Europe/London`.
    """
    match = _SHAPE.fullmatch(text.strip())
    if match is None:
        raise InputError("expected a time in ISO 8601 such as 2026-11-16T09:00:00Z")
    if not match["zone"]:
        raise InputError("expected a time with its zone, such as 2026-11-16T09:00:00Z")
    moment = _read(match["day"], match["time"], match["zone"])
    if not _FIRST <= moment < _LAST:
        raise InputError("expected a time from 1970 to 2099")
    return moment.astimezone(UTC)


def _read(day: str, time: str, zone: str) -> datetime:
    offset = zone.upper() if zone in "Zz" or zone[0] in "+-" else ""
    try:
        moment = datetime.fromisoformat(f"{day}T{time}{offset}")
    except ValueError as error:
        raise InputError("expected a time that is in the calendar") from error
    return moment if offset else moment.replace(tzinfo=find_zone(zone))
