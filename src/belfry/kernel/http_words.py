"""Which words somebody may put into a web request, and which belong to the line itself."""

from __future__ import annotations

import re

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

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?")


def find_header_fault(name: str, value: str) -> str | None:
    """Why the header may not be sent, or None; the reason never repeats the value."""
    if not _NAME.fullmatch(name):
        return "a header's name has letters, digits and dashes"
    if name.lower() in LINE_HEADERS:
        return f"{name} is set by Belfry itself"
    if not _VALUE.fullmatch(value):
        return f"the value of {name} is one line of Latin letters without spaces around it"
    return None
