"""Whether the demo's post stays here, and fails where its stories want it to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from belfry.bootstrap import virtual_clock
from belfry.entrypoints.demo.tour import RECEIPT, TextBox, UnsentMail
from belfry.kernel.errors import Permanent, Unknown
from belfry.messaging.ports import OutgoingMessage

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


def write_to(address: str) -> OutgoingMessage:
    return OutgoingMessage(id="1", to=address, to_name="Maya", subject="", text="Hello")


def test_letter_stays_in_the_postbox() -> None:
    assert UnsentMail().send(write_to("maya@example.com")) == RECEIPT


def test_letter_to_a_mailbox_that_does_not_exist_is_refused_for_good() -> None:
    with pytest.raises(Permanent, match="550"):
        UnsentMail().send(write_to("maya@example.invalid"))


@pytest.mark.parametrize("minutes", [-1, 10])
def test_text_arrives_while_the_line_is_whole(minutes: int) -> None:
    clock = virtual_clock(NOON + timedelta(minutes=minutes))
    assert TextBox(clock, NOON, NOON + timedelta(minutes=10)).send(write_to("07700")) == RECEIPT


def test_nobody_knows_of_a_text_that_went_into_a_broken_line() -> None:
    box = TextBox(virtual_clock(NOON), NOON, NOON + timedelta(minutes=10))
    with pytest.raises(Unknown):
        box.send(write_to("07700"))
