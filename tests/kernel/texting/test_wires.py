"""What can go to a phone is cleaned, and what cannot is refused without a word of it."""

from __future__ import annotations

import pytest

from belfry.kernel.sms import Unfit, Wire, write_wire

NUMBER = "+447700900123"


def test_wire_is_clean() -> None:
    assert write_wire(NUMBER, "It’s ready — come by!") == Wire(NUMBER, "It's ready - come by!")


@pytest.mark.parametrize(
    "to",
    ["07700900123", "447700900123", "+0447700900123", "+44 7700 900123", "+44", "", "a@b.example"],
)
def test_wire_goes_to_a_whole_number_only(to: str) -> None:
    expected = "expected a phone number that begins with + and the code of its country"
    assert write_wire(to, "Hi") == Unfit(expected)


@pytest.mark.parametrize("text", ["", " \n", "\u200b"])
def test_wire_says_something(text: str) -> None:
    assert write_wire(NUMBER, text) == Unfit("the text says nothing")


def test_wire_has_ten_parts_at_most() -> None:
    assert write_wire(NUMBER, "a" * 1530) == Wire(NUMBER, "a" * 1530)
    assert write_wire(NUMBER, "a" * 1531) == Unfit("the text takes 11 messages, more than 10")


def test_wire_is_counted_once_it_is_clean() -> None:
    assert write_wire(NUMBER, "’" * 1530) == Wire(NUMBER, "'" * 1530)


def test_wire_shows_no_number_and_no_text() -> None:
    assert repr(Wire(NUMBER, "secret")) == "Wire()"
