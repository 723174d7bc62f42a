"""Whether the app may call an address."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.kernel.errors import ConfigError
from belfry.kernel.urls import Allowed, find_closed, judge_address, parse_allowed

CLOSED = {
    "this machine": "127.0.0.1",
    "the end of this machine": "127.255.255.254",
    "no address": "0.0.0.0",
    "this network": "0.1.2.3",
    "private ten": "10.255.0.1",
    "private 172, first": "172.16.0.1",
    "private 172, last": "172.31.255.255",
    "private 192": "192.168.1.1",
    "a carrier's first": "100.64.0.1",
    "a carrier's last": "100.127.255.255",
    "keys of the cloud": "169.254.169.254",
    "keys of a container": "169.254.170.2",
    "keys of another cloud": "100.100.100.200",
    "keys of a third cloud": "192.0.0.192",
    "the host of a fourth cloud": "168.63.129.16",
    "an example": "203.0.113.9",
    "a benchmark": "198.19.0.1",
    "a group": "224.0.0.1",
    "reserved": "240.0.0.1",
    "everybody": "255.255.255.255",
    "six: this machine": "::1",
    "six: no address": "::",
    "six: this machine, mapped": "::ffff:127.0.0.1",
    "six: a public address, mapped": "::ffff:1.1.1.1",
    "six: an old compatible form": "::127.0.0.1",
    "six: the link": "fe80::1",
    "six: an old site": "fec0::1",
    "six: private": "fd12:3456::1",
    "six: keys of the cloud": "fd00:ec2::254",
    "six: a group": "ff02::1",
    "six: an example": "2001:db8::1",
    "six: a newer example": "3fff::1",
    "six: 6to4 to this machine": "2002:7f00:1::1",
    "six: 6to4 to a private network": "2002:c0a8:101::1",
    "six: Teredo": "2001:0:4136:e378:8000:63bf:80ff:fffe",
    "six: NAT64 to this machine": "64:ff9b::7f00:1",
    "six: NAT64 to the keys of the cloud": "64:ff9b::a9fe:a9fe",
    "six: NAT64 of one's own": "64:ff9b:1::101:101",
    "six: discard": "100::1",
    "six: segment routing": "5f00::1",
    "six: unassigned": "4000::1",
}
OPEN = {
    "a public address": "1.1.1.1",
    "just before private 172": "172.15.255.255",
    "just after private 172": "172.32.0.0",
    "just after the carriers": "100.128.0.0",
    "just before the groups": "223.255.255.255",
    "six: public": "2606:4700::1111",
    "six: public, low": "2001:4860:4860::8888",
    "six: NAT64 to a public address": "64:ff9b::101:101",
}
NOBODY = Allowed()


@for_each("address", CLOSED.values())
def test_address_behind_our_door_is_closed(address: str) -> None:
    assert find_closed(ip_address(address)) is not None
    assert isinstance(judge_address("a.example", address, NOBODY), str)


@pytest.mark.parametrize("address", OPEN.values(), ids=OPEN)
def test_public_address_is_open(address: str) -> None:
    assert judge_address("a.example", address, NOBODY) == ip_address(address)


@given(st.ip_addresses())
def test_open_address_is_public_by_the_standard_library_too(
    address: IPv4Address | IPv6Address,
) -> None:
    if find_closed(address) is None:
        assert address.is_global
        assert not address.is_multicast


def test_address_with_a_zone_is_refused_whatever_is_allowed() -> None:
    allowed = parse_allowed(["::/0", "a.example"])
    assert isinstance(judge_address("a.example", "fe80::1%eth0", allowed), str)


def test_allowed_network_opens_its_own_addresses_only() -> None:
    allowed = parse_allowed(["10.1.0.0/16", "192.168.0.9"])
    assert judge_address("a.example", "10.1.2.3", allowed) == ip_address("10.1.2.3")
    assert judge_address("a.example", "192.168.0.9", allowed) == ip_address("192.168.0.9")
    assert judge_address("a.example", "10.2.0.1", allowed) == "a private network"
    assert isinstance(judge_address("a.example", "::ffff:10.1.2.3", allowed), str)


def test_allowed_name_opens_what_it_leads_to_and_nothing_else() -> None:
    allowed = parse_allowed(["Printer.LAN."])
    assert judge_address("printer.lan", "10.0.0.7", allowed) == ip_address("10.0.0.7")
    assert judge_address("scanner.lan", "10.0.0.7", allowed) == "a private network"
    assert judge_address("my.printer.lan", "10.0.0.7", allowed) == "a private network"


@pytest.mark.parametrize("entry", ["", "10.0.0.1/8", "10.0.0.0/99", "a b", "*", "127.1", "[::1]"])
def test_allowed_entry_that_is_neither_is_a_fault_of_the_settings(entry: str) -> None:
    with pytest.raises(ConfigError, match="allowed address"):
        parse_allowed([entry])
