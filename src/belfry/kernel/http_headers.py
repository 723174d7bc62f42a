"""Which headers a user may set in a web request, and which belong to the connection."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD")

# What frames the message or governs the line: two opinions on it are how one request is
# smuggled inside another (RFC 9112, section 11.2).
LINE_HEADERS = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "expect",
        "host",
        "http2-settings",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(
    r"(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?"
)


def find_header_fault(name: str, value: str) -> str | None:
    """Why the header may not be sent, or None; the reason never repeats the value."""
    if not _HEADER_NAME.fullmatch(name):
        return "a header's name has letters, digits and dashes"
    if name.lower() in LINE_HEADERS:
        return f"{name} is set by Belfry itself"
    if not _HEADER_VALUE.fullmatch(value):
        return f"the value of {name} is one line of Latin letters without spaces around it"
    return None


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
