"""The mail channel: refusals, broken connections, deadlines, and the connection it keeps."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest
from tests.adapters.smtp.mail_channels import LATE, SOON, channel_to, write_message
from tests.adapters.smtp.scripted_server import (
    OK,
    Act,
    drop,
    hang_up,
    mumble,
    playing,
    say_and_hang_up_at_once,
    saying,
    stall,
    stop_reading,
)
from tests.adapters.web.local_servers import holding_closed_port
from tests.loops import for_each

from belfry.adapters.smtp.channel import KEPT_FOR
from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import Permanent, PortError, Temporary, Unknown

BEFORE_THE_CONTENT = ["greeting", "EHLO", "MAIL", "RCPT", "DATA"]
EVERY_STEP = [*BEFORE_THE_CONTENT, "email"]
MORE_THAN_ANY_BUFFER = 10_000_000
HUGE = write_message(text="Come by until six.\n" * (MORE_THAN_ANY_BUFFER // 20))


@for_each("step", EVERY_STEP)
@for_each(
    "code, error",
    [
        pytest.param(b"421", Temporary, id="a server that goes away is worth another try"),
        pytest.param(b"450", Temporary, id="a passing refusal is worth another try"),
        pytest.param(b"501", Permanent, id="a lasting refusal is final"),
        pytest.param(b"554", Permanent, id="a refusal without a reason is final"),
    ],
)
def test_refusal_is_taken_as_it_was_meant(step: str, code: bytes, error: type[PortError]) -> None:
    with (
        playing({step: code + b" 4.7.0 not you\r\n"}) as server,
        channel_to(server.port) as channel,
        pytest.raises(error, match=rf"; it said: {code.decode()} 4\.7\.0 not you$"),
    ):
        channel.send(write_message())
    assert len(server.emails) == (step == "email")


@pytest.mark.parametrize("step", BEFORE_THE_CONTENT)
@pytest.mark.parametrize("act", [drop, hang_up, stall])
def test_line_that_fails_before_the_message_is_worth_another_try(step: str, act: Act) -> None:
    with (
        playing({step: act}) as server,
        channel_to(server.port, within=SOON if act is stall else LATE) as channel,
        pytest.raises(Temporary, match="the e-mail did not reach the mail server"),
    ):
        channel.send(write_message())
    assert server.emails == []


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(drop, id="a crash"),
        pytest.param(hang_up, id="the end of the line"),
        pytest.param(stall, id="silence"),
        pytest.param(saying(b"250 OK", then=hang_up), id="an answer that breaks off"),
        pytest.param(saying(b"250-one\r\n", then=hang_up), id="the first line of several"),
        pytest.param(saying(b"what?\r\n", then=stall), id="words without a number"),
        pytest.param(saying(b"354 go on\r\n", then=stall), id="an answer to another question"),
    ],
)
def test_whole_message_without_an_answer_is_unknown(act: Act) -> None:
    with (
        playing({"email": act}) as server,
        channel_to(server.port, within=SOON if act is stall else LATE) as channel,
        pytest.raises(Unknown, match="has the e-mail and gave no answer"),
    ):
        channel.send(write_message())
    assert len(server.emails) == 1
    assert server.calls == 1


def test_line_that_ends_before_the_dot_leaves_the_message_with_us() -> None:
    with (
        playing({"DATA": say_and_hang_up_at_once(b"354 go on\r\n")}) as server,
        channel_to(server.port) as channel,
        pytest.raises(Temporary),
    ):
        channel.send(write_message())
    assert server.emails == []


def test_line_that_breaks_in_the_middle_of_the_message_leaves_it_with_us() -> None:
    def read_some_and_drop(conn: socket.socket) -> None:
        conn.recv(1000)
        drop(conn)

    with (
        playing({"body": read_some_and_drop}) as server,
        channel_to(server.port) as channel,
        pytest.raises(Temporary),
    ):
        channel.send(HUGE)
    assert server.emails == []
    assert server.calls == 1


def test_server_that_stops_listening_in_the_middle_leaves_the_message_with_us() -> None:
    is_over = Event()
    # This clock stands still: building the e-mail takes none of the time, waiting takes all of it.
    clock = VirtualClock(datetime(2026, 11, 16, tzinfo=UTC))
    script = {"body": stop_reading(is_over)}
    with playing(script) as server, channel_to(server.port, within=SOON, clock=clock) as channel:
        with pytest.raises(Temporary, match="timed out"):
            channel.send(HUGE)
        is_over.set()
    assert server.said[-1] == "DATA"
    assert server.emails == []


def test_refusal_in_the_middle_of_the_message_is_heard_before_its_end() -> None:
    with (
        playing({"DATA": b"354 go on\r\n552 5.3.4 too big\r\n"}) as server,
        channel_to(server.port) as channel,
        pytest.raises(Permanent, match="refuses the e-mail; it said: 552 5.3.4 too big"),
    ):
        channel.send(write_message())
    assert server.emails == []


def test_message_that_was_taken_is_sent_although_the_line_broke_afterwards() -> None:
    with (
        playing({"email": saying(b"250 2.0.0 queued as 7\r\n", then=drop)}) as server,
        channel_to(server.port) as channel,
    ):
        assert channel.send(write_message()) == "250 2.0.0 queued as 7"
    assert len(server.emails) == 1


@pytest.mark.parametrize("step", BEFORE_THE_CONTENT)
def test_byte_now_and_then_does_not_put_the_end_off(step: str) -> None:
    act = mumble(b"250-still here\r\n", times=80, every=0.02)
    with (
        playing({step: act}) as server,
        channel_to(server.port, within=SOON) as channel,
        pytest.raises(Temporary, match="the time allowed is over|timed out"),
    ):
        channel.send(write_message())


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(b"HTTP/1.1 400 Bad Request\r\n", id="another language"),
        pytest.param(b"\x15\x03\x01\x00\x02\n", id="bytes"),
        pytest.param(b"x" * 10_000, id="a line without an end"),
        pytest.param(b"220-hello\r\n" * 200, id="an answer without an end"),
        pytest.param(b"2200 hello\r\n", id="a number too long"),
        pytest.param("\u0662\u0662\u0660 hello\r\n".encode(), id="digits of another script"),
    ],
)
def test_server_of_another_kind_is_final(words: bytes) -> None:
    with (
        playing({"greeting": words}) as server,
        channel_to(server.port) as channel,
        pytest.raises(Permanent, match="does not speak SMTP as we do"),
    ):
        channel.send(write_message())


def test_answer_may_be_a_bare_number() -> None:
    script = {"RCPT": b"250\r\n", "email": b"250\n"}
    with playing(script) as server, channel_to(server.port) as channel:
        assert channel.send(write_message()) == "250"
    assert len(server.emails) == 1


def test_unreachable_machine_is_temporary() -> None:
    with (
        holding_closed_port() as port,
        channel_to(port) as channel,
        pytest.raises(Temporary, match=f"the mail server mail.test:{port}: .*refused"),
    ):
        channel.send(write_message())


def no_such_name(host: str, port: int) -> Sequence[str]:
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


def no_address(host: str, port: int) -> Sequence[str]:
    return []


def no_name_at_all(host: str, port: int) -> Sequence[str]:
    raise UnicodeError("label too long")


@pytest.mark.parametrize("resolve", [no_such_name, no_address, no_name_at_all])
def test_name_that_is_not_found_is_worth_another_try(resolve: object) -> None:
    with (
        channel_to(9, resolve=resolve) as channel,  # type: ignore[arg-type]
        pytest.raises(Temporary, match="did not reach"),
    ):
        channel.send(write_message())


def test_name_that_is_looked_up_for_ever_is_given_up() -> None:
    is_over = Event()

    def hang(host: str, port: int) -> Sequence[str]:
        is_over.wait(30)
        return ["127.0.0.1"]

    with (
        channel_to(9, resolve=hang, within=SOON) as channel,
        pytest.raises(Temporary, match="not found in time"),
    ):
        channel.send(write_message())
    is_over.set()


def test_dead_address_does_not_hide_a_living_one() -> None:
    with playing() as server:
        addresses = ["127.0.0.2", "127.0.0.1"]
        with channel_to(server.port, resolve=lambda host, port: addresses) as channel:
            channel.send(write_message())
    assert len(server.emails) == 1


def test_dots_at_the_start_of_lines_are_doubled_on_the_way() -> None:
    with playing() as server, channel_to(server.port) as channel:
        channel.send(write_message(text=".\n..two\nplain.\n"))
    assert server.emails[0].count(b"\r\n\r\n..\r\n...two\r\nplain.\r\n") == 1
    assert server.emails[0].endswith(b"--\r\n.\r\n")


def test_server_hears_an_address_instead_of_a_name() -> None:
    with playing() as server, channel_to(server.port) as channel:
        channel.send(write_message())
    assert server.said[0] == "EHLO [127.0.0.1]"


@pytest.mark.parametrize("step", EVERY_STEP)
def test_refusal_is_short_and_on_one_line(step: str) -> None:
    words = b"".join(b"550-" + b"no " * 30 + b"\x07\r\n" for _ in range(9)) + b"550 no\r\n"
    with (
        playing({step: words}) as server,
        channel_to(server.port) as channel,
        pytest.raises(Permanent) as refusal,
    ):
        channel.send(write_message())
    message = str(refusal.value).partition("it said: ")[2]
    assert message.startswith("550 no no")
    assert len(message) == 204
    assert message.isprintable()


@pytest.mark.parametrize(
    "to",
    [
        pytest.param("maria", id="no address"),
        pytest.param("maría@home.example", id="a name with an accent"),
        pytest.param("maria@home.example\r\nDATA", id="a line break"),
        pytest.param("maria@home.example> SIZE=1", id="a closing bracket"),
    ],
)
def test_invalid_address_is_permanent_and_no_server_is_called(to: str) -> None:
    with (
        playing() as server,
        channel_to(server.port) as channel,
        pytest.raises(Permanent) as refusal,
    ):
        channel.send(write_message(to=to))
    assert server.calls == 0
    assert to not in str(refusal.value)


def test_foreign_machine_is_written_in_ascii() -> None:
    with playing() as server, channel_to(server.port) as channel:
        channel.send(write_message(to="maria@Bäckerei.example"))
    assert "RCPT TO:<maria@xn--bckerei-5wa.example>" in server.said


def test_threads_take_turns_on_one_line() -> None:
    with playing() as server, channel_to(server.port) as channel:
        messages = [write_message(number) for number in range(40)]
        with ThreadPoolExecutor(4) as pool:
            receipts = list(pool.map(channel.send, messages))
    assert receipts == ["250 2.0.0 queued"] * 40
    assert server.calls == 1
    subjects = [
        line for email in server.emails for line in email.split(b"\r\n") if b"Subject" in line
    ]
    assert sorted(subjects) == sorted(f"Subject: Bike {n}".encode() for n in range(40))


GO_ON = b"354 go on\r\n"
QUEUED = b"250 2.0.0 queued\r\n"
LIMIT = b"550 5.7.0 enough emails on this line\r\n"


def count_emails(commands: list[str]) -> int:
    return len([command for command in commands if command == "DATA"])


def test_messages_go_over_one_line() -> None:
    with playing() as server, channel_to(server.port) as channel:
        for number in range(3):
            channel.send(write_message(number))
    assert (server.calls, len(server.emails)) == (1, 3)
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
        channel.send(write_message(1))
        clock.advance(idle)
        channel.send(write_message(2))
    assert (server.calls, len(server.emails)) == (calls, 2)


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
def test_message_goes_over_a_new_line_when_the_kept_one_is_dead(
    step: str, script: dict[str, bytes], act: Act
) -> None:
    first = {step: [script.get(step, OK), act]}
    with playing(first, {}) as server, channel_to(server.port) as channel:
        channel.send(write_message(1))
        assert channel.send(write_message(2)) == "250 2.0.0 queued"
    assert (server.calls, len(server.emails)) == (2, 2)


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
def test_message_does_not_go_over_a_line_that_ended_meanwhile(ending: Act) -> None:
    with playing({"email": ending}, {}) as server, channel_to(server.port) as channel:
        channel.send(write_message(1))
        assert channel.send(write_message(2)) == "250 2.0.0 queued"
    assert (server.calls, len(server.emails)) == (2, 2)


def test_kept_line_that_is_silent_leaves_time_for_a_new_one() -> None:
    within = timedelta(seconds=1.5)
    with (
        playing({"MAIL": [OK, stall]}, {}) as server,
        channel_to(server.port, within=within) as channel,
    ):
        channel.send(write_message(1))
        channel.send(write_message(2))
    assert (server.calls, len(server.emails)) == (2, 2)


def test_refusal_that_only_a_kept_line_hears_is_not_the_messages_fault() -> None:
    with playing({"MAIL": [OK, LIMIT]}, {}) as server, channel_to(server.port) as channel:
        channel.send(write_message(1))
        channel.send(write_message(2))
    assert (server.calls, len(server.emails)) == (2, 2)


def test_refusal_of_a_new_line_is_final() -> None:
    scripts = {"MAIL": [OK, LIMIT]}, {"MAIL": LIMIT}
    with playing(*scripts) as server, channel_to(server.port) as channel:
        channel.send(write_message(1))
        with pytest.raises(Permanent, match=r"mail\.from; it said: 550 5\.7\.0 enough"):
            channel.send(write_message(2))
    assert (server.calls, len(server.emails)) == (2, 1)


@pytest.mark.parametrize("step, good", [("RCPT", OK), ("DATA", GO_ON), ("email", QUEUED)])
def test_line_is_kept_after_a_refusal(step: str, good: bytes) -> None:
    script = {step: [good, b"550 not this one\r\n", good]}
    with playing(script) as server, channel_to(server.port) as channel:
        channel.send(write_message(1))
        with pytest.raises(Permanent):
            channel.send(write_message(2))
        channel.send(write_message(3))
    assert server.calls == 1
    assert ("RSET" in server.said) is (step != "email")


def test_line_that_does_not_forget_a_refused_message_is_left() -> None:
    script = {"RCPT": b"550 not this one\r\n", "RSET": b"500 what?\r\n"}
    with playing(script, {}) as server, channel_to(server.port) as channel:
        with pytest.raises(Permanent):
            channel.send(write_message(1))
        channel.send(write_message(2))
    assert (server.calls, len(server.emails)) == (2, 1)


@pytest.mark.parametrize(
    "act, error",
    [
        pytest.param({"email": [QUEUED, drop]}, Unknown, id="after the end of the email"),
        pytest.param(
            {"DATA": [GO_ON, say_and_hang_up_at_once(GO_ON)]}, Temporary, id="before its end"
        ),
    ],
)
def test_message_whose_body_was_begun_is_not_said_twice(
    act: dict[str, list[Act]], error: type[Exception]
) -> None:
    with playing(act, {}) as server, channel_to(server.port) as channel:
        channel.send(write_message(1))
        with pytest.raises(error):
            channel.send(write_message(2))
        assert server.calls == 1
        channel.send(write_message(3))
    assert server.calls == 2
    assert count_emails(server.said) == 3


def test_channel_that_was_closed_opens_a_line_again() -> None:
    with playing() as server, channel_to(server.port) as channel:
        channel.send(write_message(1))
        channel.close()
        channel.close()
        channel.send(write_message(2))
    assert (server.calls, len(server.emails)) == (2, 2)
