"""Whose address a reply came from."""

from __future__ import annotations

import pytest

from belfry.jobs.customers.take_reply import find_address, may_be_answered


@pytest.mark.parametrize(
    ("sender", "address"),
    [
        pytest.param("+447700900123", "+447700900123", id="a whole number"),
        pytest.param(" +44 7700 900123 ", "+447700900123", id="a number with spaces"),
        pytest.param("+15005550006", "+15005550006", id="a number from abroad"),
        pytest.param("maya@example.com", "maya@example.com", id="an e-mail address"),
        pytest.param("VODAFONE", "VODAFONE", id="a name"),
        pytest.param("x" * 300, "x" * 254, id="a name without end"),
        pytest.param("a\x00b", "a\ufffdb", id="signs that cannot be kept"),
    ],
)
def test_sender_is_written_as_the_board_writes_addresses(sender: str, address: str) -> None:
    assert find_address(sender, country="GB") == address


@pytest.mark.parametrize(
    ("address", "is_person"),
    [
        ("+447700900123", True),
        ("maya@example.com", True),
        ("60070", False),
        ("+12345", False),
        ("VODAFONE", False),
        ("", False),
    ],
)
def test_only_people_are_answered(address: str, is_person: bool) -> None:
    assert may_be_answered(address) is is_person
