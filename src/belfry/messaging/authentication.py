"""Whether the sender of an e-mail is believed, by what the receiving server found (RFC 8601).

The receiving server writes its results above everything that came with the mail. So only those of
the topmost server count, and a forged line further down changes nothing. Without any results the
sender is believed as before: not every server checks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_COMMENT = re.compile(r"\([^()]*\)")
_MOST_NESTED = 5
_METHOD = re.compile(r"\s*(spf|dkim|dmarc)\s*=\s*([a-z]+)(.*)", re.IGNORECASE | re.DOTALL)
_PROPERTY = re.compile(r"\b(?:smtp\.mailfrom|header\.d|header\.i)\s*=\s*\"?([^\s;\"]+)")
_FAILED = frozenset(("fail", "softfail", "hardfail"))


@dataclass(frozen=True, slots=True)
class Result:
    """`domain` is what the method vouches for, if it says so."""

    method: str
    verdict: str
    domain: str


def judge_sender(sender: str, headers: Sequence[str]) -> str:
    """Why mail from this address is not believed; nothing if it is.

    `headers` are the Authentication-Results, the topmost first.
    """
    results = parse_results(headers)
    domain = sender.rpartition("@")[2]
    dmarc = [result.verdict for result in results if result.method == "dmarc"]
    if "fail" in dmarc:
        return f"the mail server says that it does not come from {domain} (DMARC)"
    others = [result for result in results if result.method != "dmarc"]
    is_vouched = any(
        result.verdict == "pass" and _belongs(result.domain, domain) for result in others
    )
    if "pass" in dmarc or is_vouched:
        return ""
    if any(result.verdict in (*_FAILED, "pass") for result in others):
        return f"neither SPF nor DKIM shows that it comes from {domain}"
    return ""


def parse_results(headers: Sequence[str]) -> list[Result]:
    """The results of the topmost server; for each method, those of its first header."""
    results: list[Result] = []
    topmost = ""
    for header in headers:
        server, *parts = _drop_comments(header).split(";")
        name = server.split()[0].lower() if server.split() else ""
        topmost = topmost or name
        if name != topmost:
            continue
        known = {result.method for result in results}
        own = [result for part in parts if (result := _parse_result(part))]
        results += [result for result in own if result.method not in known]
    return results


def _parse_result(text: str) -> Result | None:
    match = _METHOD.match(text)
    if match is None:
        return None
    method, verdict, rest = match.groups()
    named = _PROPERTY.search(rest)
    domain = named[1].rpartition("@")[2].lower().rstrip(".") if named else ""
    return Result(method.lower(), verdict.lower(), domain)


def _belongs(vouched: str, domain: str) -> bool:
    """Whether both are of one organisation: the same, or one below the other.

    A method that does not say what it vouches for is taken at its word.
    """
    if not vouched or vouched == domain:
        return True
    is_real = "." in vouched and "." in domain
    return is_real and (domain.endswith(f".{vouched}") or vouched.endswith(f".{domain}"))


def _drop_comments(header: str) -> str:
    for _ in range(_MOST_NESTED):
        header, count = _COMMENT.subn(" ", header)
        if not count:
            break
    return header
