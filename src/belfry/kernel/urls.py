"""Where a web address leads: which machine, which door, which page.

One strict reading, done once: what another program might read differently (a user name before
the machine's, an address written as one number, a backslash) is refused and never guessed at.
`judge_address` decides whether Belfry may call it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import TYPE_CHECKING

import idna

from belfry.kernel.errors import ConfigError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


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


# Invisible marks could make an address look like another one, so they end it.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff"
_LINK = re.compile(rf"(?<![A-Za-z0-9])https?://(?=[^\W_]|\[)[^\s<>\"`\\{_UNSEEN}]+", re.IGNORECASE)
_POINTS = frozenset(".,;:!?'…‘’“”«»‹›。、，；：！？؟،؛")
_CLOSERS = {")": "(", "]": "[", "}": "{", "）": "（", "」": "「", "】": "【"}
_UNLINKABLE = re.compile(r"[^!-~]|[<>\"`\\]")


def split_links(text: str) -> Iterator[tuple[str, str]]:
    """The text in order as pairs: some words, and the address after them, or nothing at its end."""
    end = 0
    for match in _LINK.finditer(text):
        link = _trim(match[0])
        yield text[end : match.start()], link
        end = match.start() + len(link)
    yield text[end:], ""


def write_link(url: str) -> str:
    """The address in characters that every program takes for part of one; "" if it is none."""
    if not re.match(r"(?i:https?)://(?:[^\W_]|\[)", url):
        return ""
    return _UNLINKABLE.sub(_escape_link, url)


def _escape_link(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))


def _trim(link: str) -> str:
    counts, end = Counter(link), len(link)
    while _is_outside(link[end - 1], counts):
        end -= 1
        counts[link[end]] -= 1
    return link[:end]


def _is_outside(last: str, counts: Counter[str]) -> bool:
    """Whether an address does not end with `last`: a bracket opened within it may close it."""
    if opener := _CLOSERS.get(last):
        return counts[last] > counts[opener]
    return last in _POINTS


_CLOSED_4 = {
    IPv4Network("0.0.0.0/8"): "this machine",
    IPv4Network("10.0.0.0/8"): "a private network",
    IPv4Network("100.64.0.0/10"): "a carrier's private network",
    IPv4Network("127.0.0.0/8"): "this machine",
    # Azure's host answers every guest here, on an address that looks public:
    # https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
    IPv4Network("168.63.129.16/32"): "the cloud's own services",
    IPv4Network("169.254.0.0/16"): "the link itself, where clouds hand out keys",
    IPv4Network("172.16.0.0/12"): "a private network",
    IPv4Network("192.0.0.0/24"): "a reserved network",
    IPv4Network("192.0.2.0/24"): "an example network",
    IPv4Network("192.88.99.0/24"): "a retired relay",
    IPv4Network("192.168.0.0/16"): "a private network",
    IPv4Network("198.18.0.0/15"): "a test network",
    IPv4Network("198.51.100.0/24"): "an example network",
    IPv4Network("203.0.113.0/24"): "an example network",
    IPv4Network("224.0.0.0/4"): "a group of machines",
    IPv4Network("240.0.0.0/4"): "a reserved network",
}
_OPEN_6 = IPv6Network("2000::/3")
_CLOSED_6 = {
    IPv6Network("2001::/23"): "a reserved network or a tunnel",
    IPv6Network("2001:db8::/32"): "an example network",
    IPv6Network("2002::/16"): "a retired tunnel to another address",
    IPv6Network("3fff::/20"): "an example network",
}
# A network without IPv4 reaches the old internet through these; the last four bytes decide.
_NAT64 = IPv6Network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the operator lets Belfry call beyond the public internet."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    names: frozenset[str] = frozenset()

    def covers(self, host: str, address: IPAddress) -> bool:
        return host in self.names or any(address in network for network in self.networks)


def parse_allowed(entries: Sequence[str]) -> Allowed:
    """Networks ("10.1.0.0/16"), single addresses and machines' names; else ConfigError."""
    networks, names = [], []
    for entry in entries:
        if "/" in entry or parse_address(entry) is not None:
            networks.append(_parse_network(entry))
        else:
            names.append(_parse_name(entry))
    return Allowed(tuple(networks), frozenset(names))


def find_closed(address: IPAddress) -> str | None:
    """What lies at `address` that the internet cannot reach, or None if it is public."""
    if isinstance(address, IPv4Address):
        return next((what for net, what in _CLOSED_4.items() if address in net), None)
    if address in _NAT64:
        return find_closed(IPv4Address(address.packed[-4:]))
    if address not in _OPEN_6:
        return "no public network"
    return next((what for net, what in _CLOSED_6.items() if address in net), None)


def judge_address(host: str, text: str, allowed: Allowed) -> IPAddress | str:
    """The address that `text` is, if Belfry may call `host` there; otherwise why not."""
    address = parse_address(text)
    if address is None:
        return "an address that is tied to one network card"
    if allowed.covers(host, address):
        return address
    return find_closed(address) or address


def _parse_network(entry: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(entry)
    except ValueError as error:
        raise ConfigError(f"allowed address {entry!r}: {error}") from error


def _parse_name(entry: str) -> str:
    try:
        return parse_host(entry)
    except InputError as error:
        raise ConfigError(f"allowed address {entry!r}: {error}") from error
