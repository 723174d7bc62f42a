"""How long a web answer asks us to wait before we ask again."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_WAIT = timedelta(days=1)


def find_retry_after(headers: Mapping[str, str]) -> timedelta | None:
    """How long the other side asks us to wait, at most a day; None if it does not say.

    A date is measured from the answer's own date: their clock against their clock.
    """
    value = headers.get("retry-after", "")
    if re.fullmatch(r"[0-9]{1,9}", value):
        return min(timedelta(seconds=int(value)), LONGEST_WAIT)
    until, since = _parse_date(value), _parse_date(headers.get("date", ""))
    if until is None or since is None:
        return None
    return min(max(until - since, timedelta()), LONGEST_WAIT)


def _parse_date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
