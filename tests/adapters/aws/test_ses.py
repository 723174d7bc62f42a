"""What is handed to SES, and what its answers and silences mean."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from tests.adapters.aws.ses_servers import (
    Act,
    channel_to,
    list_emails,
    playing_ses,
    read_email,
    receipt,
    refusal,
    render,
)
from tests.adapters.smtp.mail_channels import SENDER, write_message
from tests.adapters.web.local_servers import holding_closed_port, reset
from tests.services.sms_gateway import stall

from belfry.kernel.errors import Permanent, PortError, Temporary, Unknown
from belfry.messaging.ports import Attachment

SECRET = "the door code is 4711"
SOON = timedelta(seconds=0.3)
UNVERIFIED = (
    "Email address is not verified. The following identities failed the check in region EU-WEST-2"
)
STOP = "https://bench.example/stop/abc"
PICTURE = Attachment("ready.jpg", "image/jpeg", b"\xff\xd8 a bicycle \xff\xd9")


def send_meeting(*acts: Act) -> PortError:
    """The error of a message sent to an SES that does this; it is called once."""
    with playing_ses(*acts) as ses, channel_to(ses.url(), answer_within=SOON) as channel:
        with pytest.raises(PortError) as failure:
            channel.send(write_message(1, text=SECRET))
        assert len(ses.seen) == 1
    return failure.value


def test_email_arrives_whole_with_its_picture_and_the_way_to_stop(moto_endpoint: str) -> None:
    outgoing = replace(write_message(1), picture=PICTURE, opt_out_url=STOP)
    with channel_to(moto_endpoint, is_verified=True) as channel:
        assert channel.send(outgoing)

    [raw] = list_emails(moto_endpoint)
    email = message_from_bytes(raw, policy=default)
    assert isinstance(email, EmailMessage)
    assert email["From"] == f"The Repair Bench <{SENDER.address}>"
    assert email["To"] == "Maria <maria@home.example>"
    assert email["List-Unsubscribe"] == f"<{STOP}>"
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    pictures = [part for part in email.walk() if part.get_content_type() == "image/jpeg"]
    assert [part.get_payload(decode=True) for part in pictures] == [PICTURE.content]
    assert pictures[0].get_content_disposition() == "inline"
    page = email.get_body(("html",))
    assert page is not None
    assert f"cid:{pictures[0]['Content-ID'].strip('<>')}" in page.get_content()


def test_sender_recipient_and_configuration_set_are_named() -> None:
    with playing_ses(receipt("m-1")) as ses:
        with channel_to(ses.url(), configuration="bounces") as channel:
            assert channel.send(write_message(1)) == "m-1"
        asked = json.loads(ses.seen[0].body)

    assert asked["FromEmailAddress"] == SENDER.address
    assert asked["Destination"] == {"ToAddresses": ["maria@home.example"]}
    assert asked["ConfigurationSetName"] == "bounces"
    assert b"Your blue bicycle is ready." in read_email(ses.seen[0])


@pytest.mark.parametrize(
    "act, kind, words",
    [
        pytest.param(refusal("TooManyRequestsException", 429), Temporary, "busy", id="too fast"),
        pytest.param(refusal("LimitExceededException"), Temporary, "busy", id="the day's quota"),
        pytest.param(refusal("ThrottlingException"), Temporary, "busy", id="throttled"),
        pytest.param(refusal("ServiceUnavailable", 503), Temporary, "busy", id="away"),
        pytest.param(refusal("InternalServiceError", 500), Unknown, "broke down", id="broken"),
        pytest.param(reset, Unknown, "gave no answer", id="the line breaks"),
        pytest.param(stall, Unknown, "gave no answer", id="silent"),
        pytest.param(render(200, {}), Unknown, "without a MessageId", id="no receipt"),
        pytest.param(refusal("MessageRejected"), Permanent, "refuses the message", id="rejected"),
        pytest.param(
            refusal("MessageRejected", message=f"{UNVERIFIED}: maria@home.example"),
            Permanent,
            "SES is in its sandbox and refuses recipients that are not verified",
            id="in the sandbox",
        ),
        pytest.param(
            refusal("MessageRejected", message=f"{UNVERIFIED}: {SENDER.address}"),
            Permanent,
            "SES does not know the sender",
            id="unknown sender",
        ),
        pytest.param(
            refusal("MailFromDomainNotVerifiedException"),
            Permanent,
            "MailFromDomainNotVerified",
            id="not verified",
        ),
        pytest.param(refusal("AccountSuspendedException"), Permanent, "Suspended", id="suspended"),
        pytest.param(refusal("AccessDeniedException", 403), Permanent, "their role", id="denied"),
        pytest.param(refusal("SomethingNew"), Permanent, "SomethingNew", id="anything else"),
    ],
)
def test_answers_of_ses_tell_whether_it_has_the_message(
    act: Act, kind: type[PortError], words: str
) -> None:
    error = send_meeting(act)
    assert isinstance(error, kind)
    assert words in str(error)


def test_ses_that_nobody_answers_for_is_temporary() -> None:
    with (
        holding_closed_port() as port,
        channel_to(f"http://127.0.0.1:{port}") as channel,
        pytest.raises(Temporary, match="SES could not be reached"),
    ):
        channel.send(write_message(1))


def test_unverified_sender_is_refused_for_good(moto_endpoint: str) -> None:
    with channel_to(moto_endpoint) as channel, pytest.raises(Permanent, match="MessageRejected"):
        channel.send(write_message(1))


def test_address_that_is_none_is_never_handed_over() -> None:
    with playing_ses(receipt("m-1")) as ses, channel_to(ses.url()) as channel:
        with pytest.raises(Permanent, match="looks like name@"):
            channel.send(write_message(1, to="nobody"))
        assert ses.seen == []
