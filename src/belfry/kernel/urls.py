"""Where a web address leads: which machine, which door, which page.

One strict reading, done once: what another program might read differently (a user name before
the machine's, an address written as one number, a backslash) is refused and never guessed at.
Whether the house may go there is in `addresses`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address

import idna

from belfry.kernel.errors import InputError

IPAddress = IPv4Address | IPv6Address

LONGEST_URL = 8000
_LONGEST_NAME = 253
_PORTS = {"http": 80, "https": 443}

_UNWRITABLE = re.compile(r"[\s\x00-\x20\x7f-\x9f\\\ud800-\udfff]")
_URL = re.compile(r"(?i:(https?))://([^/?#]*)([^?#]*)(\?[^#]*)?(?:#.*)?")
_AUTHORITY = re.compile(r"(?:\[([^\[\]]*)\]|([^:\[\]]*))(?::([0-9]{1,5}))?")
_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
_ENDS_IN_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)")


@dataclass(frozen=True, slots=True)
class Target:
    """One page on one machine; `host` is lower-case ASCII, `path` includes the query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def is_secure(self) -> bool:
        return self.scheme == "https"

    @property
    def address(self) -> IPAddress | None:
        """The address itself, where the URL gives one instead of a name."""
        return parse_address(self.host)

    @property
    def authority(self) -> str:
        """The machine as it is named to itself."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def shown(self) -> str:
        """The URL as it may stand in a log: queries carry secrets."""
        return f"{self.scheme}://{self.authority}{self.path.partition('?')[0]}"


def parse_url(url: str) -> Target:
    """The target of `url`, or InputError; the message never repeats the URL."""
    if len(url) > LONGEST_URL:
        raise InputError(f"the URL is longer than {LONGEST_URL} characters")
    if _UNWRITABLE.search(url):
        raise InputError("a URL has no spaces, line breaks, control characters or backslashes")
    parts = _URL.fullmatch(url)
    if parts is None:
        raise InputError("a URL starts with http:// or https://")
    scheme, authority, path, query = parts.groups(default="")
    host, port = _parse_authority(authority)
    return Target(
        scheme=scheme.lower(),
        host=host,
        port=port or _PORTS[scheme.lower()],
        path=_escape((path or "/") + query),
    )


def parse_host(text: str) -> str:
    """A machine's name in lower-case ASCII without a closing dot, or InputError."""
    host = _to_ascii(text).lower().removesuffix(".")
    if _ENDS_IN_NUMBER.fullmatch(host):
        if parse_address(host) is None:
            raise InputError("an address in numbers is written as four plain ones: 192.0.2.1")
        return host
    if not _NAME.fullmatch(host):
        raise InputError("the machine's name in the URL is not a name")
    return host


def parse_address(text: str) -> IPAddress | None:
    """The address that `text` is, if it is one and names no network card of this machine."""
    if "%" in text:
        return None
    for kind in (IPv4Address, IPv6Address):
        try:
            return kind(text)
        except ValueError:
            continue
    return None


def _parse_authority(authority: str) -> tuple[str, int | None]:
    if "@" in authority:
        raise InputError("a URL here carries no user name or password: send a header instead")
    parts = _AUTHORITY.fullmatch(authority)
    if parts is None:
        raise InputError("the URL does not name a machine and, after a colon, a port number")
    six, name, port = parts.groups()
    if port is not None and not 1 <= int(port) <= 65535:
        raise InputError("a port is a number from 1 to 65535")
    host = parse_host(name) if six is None else _parse_six(six)
    return host, int(port) if port else None


def _parse_six(text: str) -> str:
    address = parse_address(text)
    if not isinstance(address, IPv6Address):
        raise InputError("between [ and ] stands an IPv6 address without a zone")
    return str(address)


def _to_ascii(text: str) -> str:
    if text.isascii():
        return text
    if len(text) > _LONGEST_NAME:
        raise InputError("the machine's name in the URL is too long")
    try:
        return idna.encode(text, uts46=True).decode("ascii")
    except UnicodeError as error:
        raise InputError("the machine's name in the URL cannot be a name on the web") from error


def _escape(path: str) -> str:
    return "".join(c if c.isascii() else "".join(f"%{b:02X}" for b in c.encode()) for c in path)
