"""Calls to web addresses, and the signatures of calls that come in."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Protocol

from belfry.kernel.errors import InputError, Permanent
from belfry.kernel.http_headers import METHODS, find_header_fault
from belfry.kernel.urls import judge_address, parse_url

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belfry.kernel.urls import Allowed, IPAddress, Target


LONGEST_WITHIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class WebRequest:
    """One call; URL, headers and body may hold secrets and stay out of the repr."""

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(repr=False)
    within: timedelta
    max_bytes: int


@dataclass(frozen=True, slots=True)
class WebAnswer:
    """What came back; header names are in lower case, `truncated` if the body was longer."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    truncated: bool


class Web(Protocol):
    """The web, for calling addresses that users wrote down.

    Every implementation promises:
    - whatever status comes back is an answer; so is a redirect, which is not followed;
    - a URL or header that cannot be sent, and any machine behind our own door that the operator
      did not allow, is Permanent, and nothing was sent;
    - a name is looked up once, and the address that was judged is the one that is called;
    - Temporary means that the request was not wholly handed over; Unknown means that it was, and
      that no whole answer came back `within` the time, which counts from the call;
    - the body has at most `max_bytes`, as it came: it is never unpacked;
    - no error repeats a header, a body or the query of a URL;
    - `check` raises the Permanent that `call` would raise for this URL before looking up a name.
    """

    def check(self, url: str) -> None: ...

    def call(self, request: WebRequest) -> WebAnswer: ...


def check_url(url: str, allowed: Allowed) -> Target:
    """The target of `url`, or Permanent if it has none or gives an address that is closed."""
    try:
        target = parse_url(url)
    except InputError as error:
        raise Permanent(str(error)) from error
    if target.address is not None:
        check_addresses(target, [target.host], allowed)
    return target


def check_request(request: WebRequest, allowed: Allowed) -> Target:
    """The target of `request`, or Permanent if it can never be sent."""
    if request.method not in METHODS:
        raise Permanent(f"the method is one of {', '.join(METHODS)}")
    for name, value in request.headers.items():
        if fault := find_header_fault(name, value):
            raise Permanent(fault)
    if not timedelta() < request.within <= LONGEST_WITHIN or request.max_bytes < 0:
        raise Permanent("a call has a time limit of up to an hour, and a size limit")
    return check_url(request.url, allowed)


def check_addresses(target: Target, resolved: Sequence[str], allowed: Allowed) -> list[IPAddress]:
    """The addresses found for `target`; Permanent if even one of them is closed to us."""
    addresses = []
    for text in resolved:
        verdict = judge_address(target.host, text, allowed)
        if isinstance(verdict, str):
            raise Permanent(f"{target.shown} is refused: {text} is {verdict}")
        addresses.append(verdict)
    return addresses


class Signature(Protocol):
    """The signature that a service puts on its calls, with a secret that it shares with us.

    Every implementation promises:
    - `is_genuine` is true only for the very address and the very form that were signed;
    - a signature that is empty, garbled or of another secret is false, and never an error;
    - it takes as long for a signature that is nearly right as for any other.
    """

    def is_genuine(self, url: str, form: Mapping[str, str], signature: str) -> bool: ...
