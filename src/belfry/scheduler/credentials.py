"""Credentials in texts: what looks like one in a header or a URL, and how a known one is masked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, quote_plus, unquote_plus

MASK = "***"
CUT = "…"
"""Stands where the rest of a text was left out."""

_SECRET_HEADER = re.compile(
    r"(?i).*(?:authorization|cookie|token|secret|passw|api-?key|access-?key|credential|signature).*"
    r"|(?:x-)?(?:auth|key|sig|pass|pwd)"
)
_PLAIN_HEADER = re.compile(r"(?i)accept.*|content-.*|if-.*|user-agent|referer|origin|date|etag")
_SCHEME = re.compile(r"(?i)(?:bearer|basic|digest|token|negotiate|aws4-hmac-sha256)\s+\S.*")
_UUID = re.compile(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TOKEN = re.compile(
    r"(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abps]|AKIA|ASIA|eyJ|bf_api|bf_scheduler)[-_A-Za-z0-9]{8,}.*"
    r"|(?=[^\s]*[0-9])(?=[^\s]*[A-Za-z])[-A-Za-z0-9+/_=.~]{32,}"
)


def is_credential(header: str, value: object) -> bool:
    """Whether a header's literal value looks like a credential."""
    if not isinstance(value, str) or not value.strip() or _PLAIN_HEADER.fullmatch(header):
        return False
    text = value.strip()
    if _SECRET_HEADER.fullmatch(header) or _SCHEME.fullmatch(text):
        return True
    return bool(_TOKEN.fullmatch(text)) and not _UUID.fullmatch(text)


def list_credentials(inputs: Mapping[str, Any]) -> dict[str, str]:
    """The headers whose literal values look like credentials, with the values."""
    headers = inputs.get("headers")
    if not isinstance(headers, Mapping):
        return {}
    return {str(name): value for name, value in headers.items() if is_credential(str(name), value)}


class UrlCredential(NamedTuple):
    """A credential in a URL; `start` is where its parameter begins, `at` where its value does."""

    name: str
    start: int
    at: int
    value: str


_USER = re.compile(r"(?i)[a-z][a-z0-9+.-]*://([^/?#]+)@")
_QUERY = re.compile(r"[?#]")
_PARAMETER = re.compile(r"([^?&#=]+)=([^&#]+)")


def list_in_url(url: object) -> list[UrlCredential]:
    """The credentials in a literal URL, or in the end of one: a user, parameters by their names."""
    if not isinstance(url, str):
        return []
    user = _USER.match(url)
    listed = [UrlCredential("the user", user.start(1), user.start(1), user[1])] if user else []
    query = _QUERY.search(url)
    start = query.end() if query else len(url) if "://" in url else 0
    for parameter in _PARAMETER.finditer(url, start):
        if _SECRET_HEADER.fullmatch(unquote_plus(parameter[1]).replace("_", "-")):
            name, value = parameter.groups()
            listed.append(UrlCredential(name, parameter.start(), parameter.start(2), value))
    return listed


def mask_url(url: object) -> object:
    """A literal URL without the credentials in it."""
    for credential in reversed(list_in_url(url)):
        end = credential.at + len(credential.value)
        url = f"{str(url)[: credential.at]}{MASK}{str(url)[end:]}"
    return url


def make_name(text: str) -> str:
    """A secret's name after what it is for."""
    name = re.sub(r"[^A-Z0-9]+", "_", text.upper()).strip("_")[:80]
    return name if name[:1].isalpha() else f"S_{name}"


def mask(text: str, values: Iterable[str]) -> str:
    """The text without the values, as they are or as URLs and JSON write them."""
    forms = list_forms(values)
    for form in forms:
        text = text.replace(form, MASK)
    *cut, rest = text.split(CUT)
    return CUT.join([*(_mask_end(part, forms) for part in cut), rest])


def _mask_end(text: str, forms: Iterable[str]) -> str:
    """Mask the beginning of a value whose rest was cut off."""
    for form in forms:
        for length in range(len(form) - 1, _SHORTEST_CUT - 1, -1):
            if text.endswith(form[:length]):
                return text[:-length] + MASK
    return text


def list_forms(values: Iterable[str]) -> list[str]:
    """How the values may be written, the longest first.

    A server may echo a part: of `Bearer abc` the scheme is no secret, but the rest is; a URL has
    credentials in it, and stands in errors without its query.
    """
    whole = list(values)
    parts = [part for value in whole for part in value.split() if len(part) >= _SHORTEST_PART]
    in_urls = [part.value for value in whole for part in list_in_url(value)]
    parts += [part for part in in_urls if len(part) >= _SHORTEST_IN_URL]
    parts += [unquote_plus(part) for part in parts]
    parts += [value.partition("?")[0] for value in whole if "://" in value]
    written = {write(part) for part in (*whole, *parts) for write in _WRITERS}
    return sorted(written - {""}, key=lambda form: (-len(form), form))


_SHORTEST_PART = 8
_SHORTEST_CUT = 4
_SHORTEST_IN_URL = 4
_WRITERS: tuple[Callable[[str], str], ...] = (
    str,
    lambda text: quote(text, safe="", errors="surrogatepass"),
    lambda text: quote(text, errors="surrogatepass"),
    lambda text: quote_plus(text, errors="surrogatepass"),
    lambda text: json.dumps(text)[1:-1],
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
)
