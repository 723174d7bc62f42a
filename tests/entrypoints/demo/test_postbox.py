"""Whether the demo sends no message, and fails where the sample team needs a failure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from belfry.bootstrap import virtual_clock
from belfry.entrypoints.demo.tour import RECEIPT, Postbox
from belfry.kernel.errors import Permanent, Unknown
from belfry.messaging.ports import OutgoingMessage

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


def write_to(address: str) -> OutgoingMessage:
    return OutgoingMessage(id="1", to=address, to_name="Maya", subject="", text="Hello")


def test_email_stays_in_the_postbox() -> None:
    assert Postbox(virtual_clock(NOON)).send(write_to("maya@example.com")) == RECEIPT


def test_email_to_an_unknown_domain_is_refused_for_good() -> None:
    with pytest.raises(Permanent, match="550"):
        Postbox(virtual_clock(NOON)).send(write_to("maya@example.invalid"))


@pytest.mark.parametrize("minutes", [-1, 10])
def test_text_is_accepted_while_the_line_works(minutes: int) -> None:
    clock = virtual_clock(NOON + timedelta(minutes=minutes))
    assert Postbox(clock, NOON).send(write_to("07700")) == RECEIPT


def test_text_on_a_broken_line_may_have_arrived_or_not() -> None:
    with pytest.raises(Unknown):
        Postbox(virtual_clock(NOON), NOON).send(write_to("07700"))
