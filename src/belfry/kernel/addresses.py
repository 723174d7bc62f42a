"""Whether the house may call an address that somebody wrote down.

Only what the whole internet can reach may be called, and what the operator allows by name or
network. Everything else lies behind our own door: this machine, its neighbours, the cloud's
own desk that hands out keys. The lists are IANA's special-purpose registries
(https://www.iana.org/assignments/iana-ipv4-special-registry/ and …/iana-ipv6-special-registry/),
written out because the standard library's own answer differs from one Python to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING

from belfry.kernel.errors import ConfigError, InputError
from belfry.kernel.urls import parse_address, parse_host

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.kernel.urls import IPAddress

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
    """What the operator lets the house call beyond the public internet."""

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
    """The address that `text` is, if the house may call `host` there; otherwise why not."""
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
