"""What is handed to SNS, and what its answers and silences mean."""

from __future__ import annotations

import pytest
from tests.adapters.aws.sns_servers import (
    SENDER,
    SOON,
    Act,
    channel_to,
    list_sent,
    playing_sns,
    read_form,
    receipt,
    refusal,
    render,
)
from tests.adapters.gateway.gateway_servers import NUMBER, write_text
from tests.adapters.web.local_servers import holding_closed_port, reset
from tests.services.sms_gateway import stall

from belfry.adapters.aws.sms import SmsSender, SnsSms
from belfry.kernel.errors import Permanent, PortError, Temporary, Unknown

SECRET = "the door code is 4711"


def send_meeting(*acts: Act) -> PortError:
    """The error of a message sent to an SNS that does this; it is called once."""
    with playing_sns(*acts) as sns, channel_to(sns.url(), answer_within=SOON) as channel:
        with pytest.raises(PortError) as failure:
            channel.send(write_text(SECRET))
        assert len(sns.seen) == 1
    return failure.value


def asked(sender: SmsSender) -> dict[str, str]:
    """What SNS is asked for, by the names of its form."""
    with playing_sns(receipt("m-1")) as sns, channel_to(sns.url(), sender=sender) as channel:
        assert channel.send(write_text("It’s ready.")) == "m-1"
        return read_form(sns.seen[0])


def find_attributes(form: dict[str, str]) -> dict[str, tuple[str, str]]:
    attributes, number = {}, 1
    while name := form.get(f"MessageAttributes.entry.{number}.Name"):
        value = f"MessageAttributes.entry.{number}.Value"
        attributes[name] = (form[f"{value}.DataType"], form[f"{value}.StringValue"])
        number += 1
    return attributes


def test_message_arrives_clean_and_its_receipt_is_the_message_id(moto_endpoint: str) -> None:
    with channel_to(moto_endpoint) as channel:
        returned = channel.send(write_text("It’s ready — come by…"))

    [sent] = list_sent(moto_endpoint)
    assert (sent["phone_number"], sent["message"]) == (NUMBER, "It's ready - come by...")
    assert sent["message_id"] == returned


def test_message_is_asked_for_as_a_transaction_from_our_number() -> None:
    form = asked(SENDER)

    assert (form["Action"], form["PhoneNumber"]) == ("Publish", NUMBER)
    assert form["Message"] == "It's ready."
    assert find_attributes(form) == {
        "AWS.SNS.SMS.SMSType": ("String", "Transactional"),
        "AWS.MM.SMS.OriginationNumber": ("String", "+447700900001"),
    }


def test_message_may_have_a_name_and_a_highest_price() -> None:
    form = asked(SmsSender(name="RepairBench", max_price="0.50"))

    assert find_attributes(form) == {
        "AWS.SNS.SMS.SMSType": ("String", "Transactional"),
        "AWS.SNS.SMS.SenderID": ("String", "RepairBench"),
        "AWS.SNS.SMS.MaxPrice": ("Number", "0.50"),
    }


def test_message_may_come_from_whatever_number_aws_chooses() -> None:
    assert find_attributes(asked(SmsSender())) == {
        "AWS.SNS.SMS.SMSType": ("String", "Transactional")
    }


@pytest.mark.parametrize(
    "act, message",
    [
        pytest.param(refusal("Throttling"), "SNS is busy (Throttling)", id="throttled"),
        pytest.param(
            refusal("ThrottledException", 429), "SNS is busy (ThrottledException)", id="with 429"
        ),
        pytest.param(
            refusal("ServiceUnavailable", 503), "SNS is busy (ServiceUnavailable)", id="unavailable"
        ),
    ],
)
def test_busy_sns_is_worth_another_try(act: Act, message: str) -> None:
    error = send_meeting(act)

    assert isinstance(error, Temporary)
    assert str(error) == message


def test_sns_out_of_reach_is_worth_another_try() -> None:
    with (
        holding_closed_port() as port,
        channel_to(f"http://127.0.0.1:{port}") as channel,
        pytest.raises(Temporary, match="SNS could not be reached"),
    ):
        channel.send(write_text())


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(stall, id="it says nothing"),
        pytest.param(reset, id="it hangs up"),
        pytest.param(render(200, "<not xml"), id="it mumbles"),
        pytest.param(receipt(""), id="it forgets the number"),
        pytest.param(refusal("InternalError", 500), id="it breaks down"),
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<Publish", id="half an answer"),
    ],
)
def test_message_without_a_whole_answer_may_have_been_sent(act: Act) -> None:
    assert isinstance(send_meeting(act), Unknown)


@pytest.mark.parametrize(
    "act, message",
    [
        pytest.param(
            refusal("InvalidParameter", message=f"Invalid parameter: PhoneNumber Reason: {SECRET}"),
            "SNS refuses the message (InvalidParameter): PhoneNumber is not as it wants it",
            id="no such number",
        ),
        pytest.param(
            refusal("InvalidParameter", message=f"{NUMBER} is opted out"),
            "they have told AWS that they want no more messages",
            id="they want no more",
        ),
        pytest.param(
            refusal("OptedOut", message=SECRET),
            "they have told AWS that they want no more messages",
            id="they want no more, by its code",
        ),
        pytest.param(
            refusal("AuthorizationError", 403, SECRET),
            "AWS refuses us (AuthorizationError): check the credentials and their role",
            id="we may not",
        ),
        pytest.param(
            refusal("InvalidClientTokenId", 403),
            "AWS refuses us (InvalidClientTokenId): check the credentials and their role",
            id="nobody knows us",
        ),
        pytest.param(
            refusal("Novelty", message=SECRET), "SNS refuses the message (Novelty)", id="new to us"
        ),
    ],
)
def test_refusal_is_told_in_our_words(act: Act, message: str) -> None:
    error = send_meeting(act)

    assert isinstance(error, Permanent)
    assert str(error) == message
    assert (error.__cause__, error.__context__) == (None, None)


@pytest.mark.parametrize(
    "text, to",
    [
        pytest.param("a" * 1531, NUMBER, id="eleven messages"),
        pytest.param(" ", NUMBER, id="nothing to say"),
        pytest.param("Hi", "07700900123", id="a number without its country"),
    ],
)
def test_message_that_can_never_be_texted_is_not_handed_over(text: str, to: str) -> None:
    with pytest.raises(Permanent):
        SnsSms(client=None, sender=SENDER).send(write_text(text, to=to))
