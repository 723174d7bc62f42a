"""Credentials in texts: what looks like one in a header, and how a known one is masked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

MASK = "***"
CUT = "…"
"""Stands where the rest of a text was left out."""

_SECRET_HEADER = re.compile(
    r"(?i).*(?:authorization|cookie|token|secret|passw|api-?key|access-?key|credential|signature).*"
    r"|(?:x-)?auth|(?:x-)?key"
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


def find_in_url(inputs: Mapping[str, Any]) -> str:
    """The parameter of a literal URL that looks like a credential by its name, if any."""
    url = inputs.get("url")
    query = url.partition("?")[2].partition("#")[0] if isinstance(url, str) else ""
    names = [name for name, _, value in (part.partition("=") for part in query.split("&")) if value]
    return next((name for name in names if _SECRET_HEADER.fullmatch(name.replace("_", "-"))), "")


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

    A server may echo a part: of `Bearer abc` the scheme is no secret, but the rest is.
    """
    whole = list(values)
    parts = [part for value in whole for part in value.split() if len(part) >= _SHORTEST_PART]
    written = {write(part) for part in (*whole, *parts) for write in _WRITERS}
    return sorted(written - {""}, key=lambda form: (-len(form), form))


def _write_in_url(text: str, safe: str = "") -> str:
    plain = f"-._~{safe}"
    return "".join(
        letter
        if letter in plain or (letter.isascii() and letter.isalnum())
        else "".join(f"%{byte:02X}" for byte in letter.encode("utf-8", "surrogatepass"))
        for letter in text
    )


_SHORTEST_PART = 8
_SHORTEST_CUT = 4
_WRITERS: tuple[Callable[[str], str], ...] = (
    str,
    _write_in_url,
    lambda text: _write_in_url(text, safe="/"),
    lambda text: _write_in_url(text, safe=" ").replace(" ", "+"),
    lambda text: json.dumps(text)[1:-1],
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
)
