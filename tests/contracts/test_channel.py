"""What every channel promises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from email import message_from_bytes
from typing import Protocol

import pytest
from tests.adapters.aws.ses_servers import Act as SesAct
from tests.adapters.aws.ses_servers import channel_to as channel_to_ses
from tests.adapters.aws.ses_servers import list_emails as list_ses_emails
from tests.adapters.aws.ses_servers import playing_ses, read_email, receipt
from tests.adapters.aws.ses_servers import refusal as refuse_mail
from tests.adapters.aws.sns_servers import refusal
from tests.adapters.smtp.mail_channels import SENDER, channel_to, write_message
from tests.adapters.smtp.scripted_server import OK, Script, drop, hang_up
from tests.adapters.smtp.scripted_server import playing as playing_mail
from tests.adapters.web.local_servers import holding_closed_port, reset
from tests.contracts.slack_ways import slack, unreachable_slack
from tests.contracts.sms_ways import (
    gateway,
    gateway_breaking,
    sns,
    sns_playing,
    unreachable_gateway,
    unreachable_sns,
)
from tests.fakes.channel import MemoryChannel
from tests.loops import for_each
from tests.services import slack_api
from tests.services.sms_gateway import Answer, break_line, refuse
from tests.services.smtp_server import LocalMail, serving_mail

from belfry.adapters.system.postbox import Postbox
from belfry.kernel.errors import Permanent, PortError, Temporary, Unknown
from belfry.messaging.bounces import render_message_id
from belfry.messaging.messages import IN_POSTBOX
from belfry.messaging.ports import Attachment, Channel

SECRET = "the door code is 4711"
STOP_URL = "https://bench.example/stop/door-code-4711"
PICTURE = Attachment("ready.jpg", "image/jpeg", b"\xff\xd8 a bicycle \xff\xd9")
CALENDAR = "text/calendar; method=REQUEST; charset=utf-8"
FILES = (
    Attachment("monday.ics", CALENDAR, b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"),
    Attachment("list.pdf", "application/pdf", b"%PDF\n"),
)


class Way(Protocol):
    """A channel, and what its provider saw: one name for each message it accepted."""

    @property
    def channel(self) -> Channel: ...

    def names_seen(self) -> list[str]: ...

    def name_of(self, message_id: str) -> str: ...


class MemoryWay:
    def __init__(self, *outcomes: PortError) -> None:
        self.channel = MemoryChannel()
        self.channel.answer_with(*outcomes)

    def names_seen(self) -> list[str]:
        return [outgoing.id for outgoing in self.channel.sent]

    def name_of(self, message_id: str) -> str:
        return message_id


class PostboxWay:
    def __init__(self) -> None:
        self.channel = Postbox()

    def names_seen(self) -> list[str]:
        return []

    def name_of(self, message_id: str) -> str:
        raise AssertionError("the postbox hands nothing over")


class SmtpWay:
    def __init__(self, channel: Channel, emails: Callable[[], list[bytes]]) -> None:
        self.channel = channel
        self._emails = emails

    def names_seen(self) -> list[str]:
        return [str(message_from_bytes(raw)["Message-ID"]) for raw in self._emails()]

    def name_of(self, message_id: str) -> str:
        return render_message_id(message_id, SENDER.address)


@contextmanager
def memory(*outcomes: PortError) -> Iterator[Way]:
    yield MemoryWay(*outcomes)


@contextmanager
def postbox() -> Iterator[Way]:
    yield PostboxWay()


@contextmanager
def smtp() -> Iterator[Way]:
    with serving_mail() as mail, channel_to(mail.port) as channel:
        yield SmtpWay(channel, lambda: list_emails(mail))


def list_emails(mail: LocalMail) -> list[bytes]:
    return [raw for _, _, raw in mail.emails]


@contextmanager
def smtp_playing(script: Script) -> Iterator[Way]:
    with playing_mail(script, {}) as server, channel_to(server.port) as channel:
        yield SmtpWay(channel, lambda: server.emails)


@contextmanager
def unreachable_smtp() -> Iterator[Way]:
    with holding_closed_port() as port, channel_to(port) as channel:
        yield SmtpWay(channel, list)


@contextmanager
def ses(endpoint: str) -> Iterator[Way]:
    with channel_to_ses(endpoint, is_verified=True) as channel:
        yield SmtpWay(channel, lambda: list_ses_emails(endpoint))


@contextmanager
def ses_playing(*acts: SesAct, is_taken: bool = False) -> Iterator[Way]:
    """An SES that does these acts and then takes everything; `is_taken`: the first one, too."""
    with playing_ses(*acts, receipt("m-1")) as server, channel_to_ses(server.url()) as channel:
        refused = 0 if is_taken else len(acts)
        yield SmtpWay(channel, lambda: [read_email(request) for request in server.seen[refused:]])


@contextmanager
def unreachable_ses() -> Iterator[Way]:
    with holding_closed_port() as port, channel_to_ses(f"http://127.0.0.1:{port}") as channel:
        yield SmtpWay(channel, list)


REFUSAL = f"550 no: {SECRET.capitalize()}!\r\n".encode()
Open = Callable[[], AbstractContextManager[Way]]

# SNS has no field for a message's id, and SES replaces it: both give a name of their own.
KNOWING: dict[str, Open] = {"memory": memory, "smtp": smtp, "gateway": gateway, "slack": slack}
AT_MOTO: dict[str, Callable[[str], AbstractContextManager[Way]]] = {"sns": sns, "ses": ses}
HANDING_OVER = [*KNOWING, *AT_MOTO]
TAKING = [*HANDING_OVER, "postbox"]
FAILING: dict[str, tuple[Open, type[PortError]]] = {
    "memory that is busy": (lambda: memory(Temporary("busy")), Temporary),
    "memory that is silent": (lambda: memory(Unknown("silent")), Unknown),
    "memory that refuses": (lambda: memory(Permanent("no")), Permanent),
    "smtp of nobody": (unreachable_smtp, Temporary),
    "smtp that is busy": (lambda: smtp_playing({"RCPT": [b"450 busy\r\n", OK]}), Temporary),
    "smtp that hangs up": (lambda: smtp_playing({"DATA": hang_up}), Temporary),
    "smtp that is silent": (lambda: smtp_playing({"email": drop}), Unknown),
    "smtp that refuses": (lambda: smtp_playing({"RCPT": b"550 no\r\n"}), Permanent),
    "smtp that repeats": (lambda: smtp_playing({"email": REFUSAL}), Permanent),
    "gateway of nobody": (unreachable_gateway, Temporary),
    "gateway that is busy": (lambda: gateway(Answer(429)), Temporary),
    "gateway that is silent": (lambda: gateway_breaking(break_line), Unknown),
    "gateway that breaks down": (lambda: gateway_breaking(Answer(500, SECRET)), Unknown),
    "gateway that refuses": (lambda: gateway(refuse(400, 21610)), Permanent),
    "gateway that repeats": (lambda: gateway(refuse(400, 21617, SECRET)), Permanent),
    "ses of nobody": (unreachable_ses, Temporary),
    "ses that is busy": (lambda: ses_playing(refuse_mail("TooManyRequestsException")), Temporary),
    "ses that is silent": (lambda: ses_playing(reset, is_taken=True), Unknown),
    "ses that refuses": (lambda: ses_playing(refuse_mail("MessageRejected")), Permanent),
    "ses that repeats": (lambda: ses_playing(refuse_mail("No", message=SECRET)), Permanent),
    "slack of nobody": (unreachable_slack, Temporary),
    "slack that is busy": (lambda: slack(slack_api.be_busy()), Temporary),
    "slack that is silent": (lambda: slack(slack_api.HangUp(), is_taken=True), Unknown),
    "slack that breaks down": (
        lambda: slack(slack_api.Answer(500, SECRET), is_taken=True),
        Unknown,
    ),
    "slack that refuses": (lambda: slack(slack_api.refuse("channel_not_found")), Permanent),
    "slack that repeats": (lambda: slack(slack_api.Answer(400, SECRET)), Permanent),
    "slack that wants another token": (lambda: slack(slack_api.refuse("invalid_auth")), Temporary),
    "sns of nobody": (unreachable_sns, Temporary),
    "sns that is busy": (lambda: sns_playing(refusal("Throttling")), Temporary),
    "sns that is silent": (lambda: sns_playing(reset, is_taken=True), Unknown),
    "sns that refuses": (lambda: sns_playing(refusal("AuthorizationError", 403)), Permanent),
    "sns that repeats": (lambda: sns_playing(refusal("Invalid", message=SECRET)), Permanent),
}
# A provider that refuses a message after reading it has seen it, and has not accepted it.
SEEN_BUT_NOT_TAKEN = {"smtp that repeats"}


def open_named(request: pytest.FixtureRequest) -> AbstractContextManager[Way]:
    if request.param in AT_MOTO:
        return AT_MOTO[request.param](request.getfixturevalue("moto_endpoint"))
    return postbox() if request.param == "postbox" else KNOWING[request.param]()


@pytest.fixture(params=TAKING)
def way(request: pytest.FixtureRequest) -> Iterator[Way]:
    with open_named(request) as opened:
        yield opened


@pytest.fixture(params=HANDING_OVER)
def open_way(request: pytest.FixtureRequest) -> Iterator[Way]:
    with open_named(request) as opened:
        yield opened


@pytest.fixture(params=list(KNOWING))
def knowing_way(request: pytest.FixtureRequest) -> Iterator[Way]:
    with open_named(request) as opened:
        yield opened


@for_each("name", list(FAILING))
def test_error_tells_whether_the_message_was_handed_over(name: str) -> None:
    start, error = FAILING[name]
    with start() as way:
        with pytest.raises(error):
            way.channel.send(write_message(1))
        if name not in SEEN_BUT_NOT_TAKEN:
            assert len(way.names_seen()) == (error is Unknown)


def test_send_says_what_became_of_the_message(way: Way) -> None:
    receipt = way.channel.send(write_message(1))
    assert receipt.strip()
    assert receipt.isprintable()


def test_message_with_a_picture_and_a_way_to_stop_is_taken_like_any_other(way: Way) -> None:
    outgoing = replace(write_message(1), picture=PICTURE, opt_out_url=STOP_URL)
    assert way.channel.send(outgoing).strip()
    assert len(way.names_seen()) <= 1


def test_message_with_files_is_taken_like_any_other(way: Way) -> None:
    assert way.channel.send(replace(write_message(1), attachments=FILES)).strip()
    assert len(way.names_seen()) <= 1


def test_files_change_nothing_of_the_messages_name(knowing_way: Way) -> None:
    for outgoing in (write_message(1), replace(write_message(1), attachments=FILES)):
        knowing_way.channel.send(outgoing)
    assert knowing_way.names_seen() == [knowing_way.name_of(write_message(1).id)] * 2


def test_send_returns_once_the_message_was_taken(open_way: Way) -> None:
    for number in (1, 2):
        open_way.channel.send(write_message(number))
        assert len(open_way.names_seen()) == number


def test_same_message_sent_again_carries_the_same_id(knowing_way: Way) -> None:
    for number in (1, 1, 2):
        knowing_way.channel.send(write_message(number))
    ids = [write_message(number).id for number in (1, 1, 2)]
    assert knowing_way.names_seen() == [knowing_way.name_of(message_id) for message_id in ids]
    assert len(set(knowing_way.names_seen())) == 2


@pytest.mark.parametrize(
    "name",
    [
        "memory that is busy",
        "smtp that is busy",
        "smtp that hangs up",
        "gateway that is busy",
        "slack that is busy",
    ],
)
def test_message_that_was_not_handed_over_can_be_sent_again(name: str) -> None:
    with FAILING[name][0]() as way:
        with pytest.raises(Temporary):
            way.channel.send(write_message(1))
        way.channel.send(write_message(1))
        assert way.names_seen() == [way.name_of(write_message(1).id)]


@for_each("name", list(FAILING))
def test_no_error_repeats_the_text(name: str) -> None:
    with FAILING[name][0]() as way, pytest.raises(PortError) as failure:
        way.channel.send(write_message(1, text=f"Hi Maria,\n{SECRET}\n"))
    error: BaseException | None = failure.value
    while error is not None:
        assert SECRET not in str(error).casefold()
        error = error.__cause__ or error.__context__


def test_receipt_does_not_repeat_the_text() -> None:
    with smtp_playing({"email": f"250 queued: {SECRET}\r\n".encode()}) as way:
        assert way.channel.send(write_message(1, text=SECRET)) == "250 queued: …"


def test_receipt_does_not_repeat_the_way_to_stop() -> None:
    with smtp_playing({"email": f"250 queued: {STOP_URL}\r\n".encode()}) as way:
        outgoing = replace(write_message(1), opt_out_url=STOP_URL)
        assert "4711" not in way.channel.send(outgoing)


def test_postbox_says_that_nobody_was_sent_anything() -> None:
    assert Postbox().send(write_message(1)) == IN_POSTBOX
    assert "nobody outside" in IN_POSTBOX


def test_memory_channel_plays_its_script_and_then_takes_everything() -> None:
    channel = MemoryChannel()
    channel.answer_with(Temporary("busy"), "taken by hand", Unknown("silent"))
    with pytest.raises(Temporary, match="busy"):
        channel.send(write_message(1))
    assert channel.send(write_message(2)) == "taken by hand"
    with pytest.raises(Unknown, match="silent"):
        channel.send(write_message(3))
    assert channel.send(write_message(4)) == "taken 3"
    assert channel.sent == [write_message(2), write_message(3), write_message(4)]
