"""What a workflow that calls a URL was told to do.

Everything is read when the workflow is saved, so that a slip of the pen is found by the person
who made it and not by the first night it runs. Whether the URL may be called is the Web's to say.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches
from typing import TYPE_CHECKING

from belfry.kernel.errors import InputError
from belfry.kernel.http_words import METHODS, find_header_fault

if TYPE_CHECKING:
    from collections.abc import Mapping

KNOWN = ("url", "method", "headers", "body", "timeout_seconds", "expect")
SHORTEST, LONGEST, USUAL = 1, 300, 30
_STATUS_CLASS = re.compile(r"[2-5]xx")
_OURS = re.compile(r"(?i)idempotency-key|belfry-.*")


@dataclass(frozen=True, slots=True)
class HttpCall:
    """One call as the workflow describes it; `headers` are the user's own and the body's type."""

    url: str
    method: str
    headers: Mapping[str, str]
    body: bytes | None
    within: timedelta
    expect: frozenset[int]


def parse_http_call(inputs: Mapping[str, object]) -> HttpCall:
    """The call that `inputs` describe, or InputError naming the input that does not fit."""
    for name in inputs:
        if name not in KNOWN:
            nearest = get_close_matches(name, KNOWN, n=1, cutoff=0)[0]
            raise _fault(name, f"unknown input {name!r}; the nearest known one is {nearest}")
    given = {name: value for name, value in inputs.items() if value is not None}
    method = _parse_method(given.get("method", "GET"))
    body, content_type = _parse_body(given.get("body"), method)
    headers = _parse_headers(given.get("headers", {}))
    if content_type and "content-type" not in {name.lower() for name in headers}:
        headers["Content-Type"] = content_type
    return HttpCall(
        url=_parse_url(given.get("url")),
        method=method,
        headers=headers,
        body=body,
        within=_parse_timeout(given.get("timeout_seconds", USUAL)),
        expect=_parse_expect(given.get("expect", "2xx")),
    )


def _fault(name: str, message: str) -> InputError:
    return InputError(message, field=f"inputs.{name}")


def _parse_url(url: object) -> str:
    if not isinstance(url, str) or not url:
        raise _fault("url", "the URL to call is missing")
    return url


def _parse_method(method: object) -> str:
    if not isinstance(method, str) or method.upper() not in METHODS:
        raise _fault("method", f"the method is one of {', '.join(METHODS)}")
    return method.upper()


def _parse_headers(headers: object) -> dict[str, str]:
    if not isinstance(headers, dict):
        raise _fault("headers", "headers are names with their values")
    for name, value in headers.items():
        if not isinstance(value, str):
            raise _fault(f"headers.{name}", "a header's value is text")
        if _OURS.fullmatch(name):
            raise _fault(f"headers.{name}", f"{name} is set by Belfry itself")
        if fault := find_header_fault(name, value):
            raise _fault(f"headers.{name}", fault)
    if len({name.lower() for name in headers}) < len(headers):
        raise _fault("headers", "a header stands here twice, in small and in capital letters")
    return dict(headers)


def _parse_body(body: object, method: str) -> tuple[bytes | None, str]:
    """The bytes to send and their type."""
    if body is None:
        return None, ""
    if method in {"GET", "HEAD"}:
        raise _fault("body", f"{method} sends no body; use POST, PUT, PATCH or DELETE")
    try:
        match body:
            case str():
                return body.encode(), "text/plain; charset=utf-8"
            case dict() | list():
                return json.dumps(body, allow_nan=False).encode(), "application/json"
    except ValueError as error:
        raise _fault("body", "the body has characters or numbers that cannot be sent") from error
    raise _fault("body", "the body is text, an object or a list")


def _parse_timeout(seconds: object) -> timedelta:
    is_bool = isinstance(seconds, bool)
    if isinstance(seconds, int | float) and not is_bool and SHORTEST <= seconds <= LONGEST:
        return timedelta(seconds=seconds)
    raise _fault("timeout_seconds", f"a number of seconds from {SHORTEST} to {LONGEST}")


def _parse_expect(expect: object) -> frozenset[int]:
    """Every status that counts as success."""
    statuses: set[int] = set()
    for one in expect if isinstance(expect, list) else [expect]:
        if isinstance(one, str) and _STATUS_CLASS.fullmatch(one):
            statuses.update(range(int(one[0]) * 100, int(one[0]) * 100 + 100))
        elif isinstance(one, int) and 200 <= one <= 599:
            statuses.add(one)
        else:
            raise _fault("expect", 'a list of statuses from 200 to 599, or "2xx"')
    if not statuses:
        raise _fault("expect", "at least one status must count as success")
    return frozenset(statuses)
