"""Whether the line is kept from letter to letter, and left as soon as it is no good."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.adapters.smtp.offices import channel_to, write_letter
from tests.adapters.smtp.rude_servers import (
    OK,
    Act,
    drop,
    hang_up,
    playing,
    say_and_hang_up_at_once,
    saying,
    stall,
)

from belfry.adapters.smtp.channel import KEPT_FOR
from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import Permanent, Temporary, Unknown

GO_ON = b"354 go on\r\n"
QUEUED = b"250 2.0.0 queued\r\n"
LIMIT = b"550 5.7.0 enough letters on this line\r\n"


def count_letters(said: list[str]) -> int:
    return len([one for one in said if one == "DATA"])


def test_letters_go_over_one_line() -> None:
    with playing() as server, channel_to(server.port) as channel:
        for number in range(3):
            channel.send(write_letter(number))
    assert (server.calls, len(server.letters)) == (1, 3)
    assert server.said[-1] == "QUIT"


@pytest.mark.parametrize(
    "idle, calls",
    [
        pytest.param(KEPT_FOR, 1, id="a line that was used of late"),
        pytest.param(KEPT_FOR + timedelta(seconds=1), 2, id="a line that was idle too long"),
    ],
)
def test_line_is_kept_for_a_while(idle: timedelta, calls: int) -> None:
    clock = VirtualClock(datetime(2026, 11, 16, tzinfo=UTC))
    with playing() as server, channel_to(server.port, clock=clock) as channel:
        channel.send(write_letter(1))
        clock.advance(idle)
        channel.send(write_letter(2))
    assert (server.calls, len(server.letters)) == (calls, 2)


@pytest.mark.parametrize("step, script", [("MAIL", {}), ("RCPT", {}), ("DATA", {"DATA": GO_ON})])
@pytest.mark.parametrize(
    "act",
    [
        pytest.param(drop, id="broken"),
        pytest.param(hang_up, id="closed"),
        pytest.param(b"421 4.4.2 idle too long\r\n", id="given notice"),
        pytest.param(saying(b"huh\r\n", then=stall), id="garbled"),
    ],
)
def test_letter_goes_over_a_new_line_when_the_kept_one_is_dead(
    step: str, script: dict[str, bytes], act: Act
) -> None:
    first = {step: [script.get(step, OK), act]}
    with playing(first, {}) as server, channel_to(server.port) as channel:
        channel.send(write_letter(1))
        assert channel.send(write_letter(2)) == "250 2.0.0 queued"
    assert (server.calls, len(server.letters)) == (2, 2)


@pytest.mark.parametrize(
    "ending",
    [
        pytest.param(saying(QUEUED, then=hang_up), id="closed by the server meanwhile"),
        pytest.param(saying(QUEUED, then=drop), id="broken meanwhile"),
        pytest.param(
            saying(QUEUED + b"421 4.4.2 good night\r\n", then=hang_up), id="given notice meanwhile"
        ),
        pytest.param(saying(QUEUED + b"250 what else?\r\n", then=stall), id="out of step"),
    ],
)
def test_letter_does_not_go_over_a_line_that_ended_meanwhile(ending: Act) -> None:
    with playing({"letter": ending}, {}) as server, channel_to(server.port) as channel:
        channel.send(write_letter(1))
        assert channel.send(write_letter(2)) == "250 2.0.0 queued"
    assert (server.calls, len(server.letters)) == (2, 2)


def test_kept_line_that_is_silent_leaves_time_for_a_new_one() -> None:
    within = timedelta(seconds=1.5)
    with (
        playing({"MAIL": [OK, stall]}, {}) as server,
        channel_to(server.port, within=within) as channel,
    ):
        channel.send(write_letter(1))
        channel.send(write_letter(2))
    assert (server.calls, len(server.letters)) == (2, 2)


def test_refusal_that_only_a_kept_line_hears_is_not_the_letters_fault() -> None:
    with playing({"MAIL": [OK, LIMIT]}, {}) as server, channel_to(server.port) as channel:
        channel.send(write_letter(1))
        channel.send(write_letter(2))
    assert (server.calls, len(server.letters)) == (2, 2)


def test_refusal_of_a_new_line_is_final() -> None:
    scripts = {"MAIL": [OK, LIMIT]}, {"MAIL": LIMIT}
    with playing(*scripts) as server, channel_to(server.port) as channel:
        channel.send(write_letter(1))
        with pytest.raises(Permanent, match=r"mail\.from; it said: 550 5\.7\.0 enough"):
            channel.send(write_letter(2))
    assert (server.calls, len(server.letters)) == (2, 1)


@pytest.mark.parametrize("step, good", [("RCPT", OK), ("DATA", GO_ON), ("letter", QUEUED)])
def test_line_is_kept_after_a_refusal(step: str, good: bytes) -> None:
    script = {step: [good, b"550 not this one\r\n", good]}
    with playing(script) as server, channel_to(server.port) as channel:
        channel.send(write_letter(1))
        with pytest.raises(Permanent):
            channel.send(write_letter(2))
        channel.send(write_letter(3))
    assert server.calls == 1
    assert ("RSET" in server.said) is (step != "letter")


def test_line_that_does_not_forget_a_refused_letter_is_left() -> None:
    script = {"RCPT": b"550 not this one\r\n", "RSET": b"500 what?\r\n"}
    with playing(script, {}) as server, channel_to(server.port) as channel:
        with pytest.raises(Permanent):
            channel.send(write_letter(1))
        channel.send(write_letter(2))
    assert (server.calls, len(server.letters)) == (2, 1)


@pytest.mark.parametrize(
    "act, error",
    [
        pytest.param({"letter": [QUEUED, drop]}, Unknown, id="after the end of the letter"),
        pytest.param(
            {"DATA": [GO_ON, say_and_hang_up_at_once(GO_ON)]}, Temporary, id="before its end"
        ),
    ],
)
def test_letter_whose_body_was_begun_is_not_said_twice(
    act: dict[str, list[Act]], error: type[Exception]
) -> None:
    with playing(act, {}) as server, channel_to(server.port) as channel:
        channel.send(write_letter(1))
        with pytest.raises(error):
            channel.send(write_letter(2))
        assert server.calls == 1
        channel.send(write_letter(3))
    assert server.calls == 2
    assert count_letters(server.said) == 3


def test_channel_that_was_closed_opens_a_line_again() -> None:
    with playing() as server, channel_to(server.port) as channel:
        channel.send(write_letter(1))
        channel.close()
        channel.close()
        channel.send(write_letter(2))
    assert (server.calls, len(server.letters)) == (2, 2)
