"""What is handed to a gateway, and what its answers and silences mean."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.adapters.gateway.gateway_servers import (
    NUMBER,
    SOON,
    channel_to,
    channel_to_local,
    write_text,
)
from tests.adapters.web.local_servers import holding_closed_port
from tests.fakes.web import MemoryWeb
from tests.services.sms_gateway import (
    ACCOUNT,
    NO_MOBILE,
    OPTED_OUT,
    SENDER,
    TOKEN,
    Act,
    Answer,
    LocalGateway,
    Text,
    break_line,
    refuse,
    serving_texts,
    sign,
    stall,
)

from belfry.adapters.gateway.sms import Gateway, GatewaySms, TwilioSignature
from belfry.kernel.errors import ConfigError, Permanent, PortError, Temporary, Unknown
from belfry.ports.web import WebAnswer

LONG_SID = "SM" + "0" * 31 + "1"


@pytest.fixture
def gateway() -> Iterator[LocalGateway]:
    with serving_texts() as gateway:
        yield gateway


def send_meeting(gateway: LocalGateway, *acts: Act, within: timedelta = SOON * 60) -> PortError:
    """The error of a message sent to a gateway that does this."""
    gateway.answer_with(*acts)
    with pytest.raises(PortError) as failure:
        channel_to_local(gateway, within=within).send(write_text("the door code is 4711"))
    assert (len(gateway.calls), gateway.acts) == (1, [])
    return failure.value


def test_message_is_handed_over_as_a_form(gateway: LocalGateway) -> None:
    receipt = channel_to_local(gateway).send(write_text("It’s ready & clean — 100 % + more…"))

    body = "It's ready & clean - 100 % + more..."
    assert gateway.texts == [Text(LONG_SID, SENDER, NUMBER, body, "jobs/1/ready/maria")]
    assert receipt == LONG_SID
    [call] = gateway.calls
    assert (call.method, call.path) == ("POST", f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json")
    assert set(parse_qs(call.body.decode())) == {"From", "To", "Body"}
    assert call.header("content-type") == ["application/x-www-form-urlencoded"]


def test_message_in_another_script_arrives_as_it_was_written(gateway: LocalGateway) -> None:
    channel_to_local(gateway).send(write_text("Велосипед готов \U0001f389"))
    assert [text.body for text in gateway.texts] == ["Велосипед готов \U0001f389"]


def test_id_that_no_header_can_hold_is_spelt_out(gateway: LocalGateway) -> None:
    channel_to_local(gateway).send(write_text(id="jobs/1/Zoë\n2"))
    assert [text.key for text in gateway.texts] == ["jobs/1/Zo%C3%AB%0A2"]


def test_gateway_is_twilio_unless_another_is_named() -> None:
    web = MemoryWeb()
    url = "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json"
    web.answer_with(url, WebAnswer(201, {}, b'{"sid": "SM1", "status": "queued"}', False))

    assert GatewaySms(web, Gateway("AC1", TOKEN, SENDER)).send(write_text()) == "SM1"
    assert [request.url for request in web.requests] == [url]
    assert b"StatusCallback" not in (web.requests[0].body or b"")


def test_gateway_is_asked_to_report_what_becomes_of_a_text() -> None:
    web = MemoryWeb()
    gateway = Gateway("AC1", TOKEN, SENDER, report_url="https://bench.example/sms/status")
    web.answer_with(gateway.door, WebAnswer(201, {}, b'{"sid": "SM1"}', False))
    text = write_text()
    GatewaySms(web, gateway).send(text)

    form = parse_qs((web.requests[0].body or b"").decode())
    report = urlsplit(form["StatusCallback"][0])
    assert f"{report.scheme}://{report.netloc}{report.path}" == gateway.report_url
    assert parse_qs(report.query) == {"message": [text.id]}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("", id="nothing"),
        pytest.param("thanks!", id="words"),
        pytest.param([1], id="a list"),
        pytest.param({"status": "queued"}, id="no number"),
        pytest.param({"sid": "a\nb"}, id="a number that cannot be shown"),
        pytest.param("[" * 5000, id="a riddle"),
    ],
)
def test_accepted_message_is_sent_whatever_the_answer_says(
    gateway: LocalGateway, body: object
) -> None:
    gateway.answer_with(Answer(200, body))
    assert channel_to_local(gateway).send(write_text()) == "taken, and given no number"


@pytest.mark.parametrize("status", [429, 503])
def test_busy_gateway_is_worth_another_try_when_it_says(gateway: LocalGateway, status: int) -> None:
    error = send_meeting(gateway, Answer(status, {"code": 20429}, {"Retry-After": "90"}))

    assert isinstance(error, Temporary)
    assert error.retry_after == timedelta(seconds=90)
    assert str(error) == f"the gateway is busy ({status})"


@pytest.mark.parametrize("status", [500, 502, 504])
def test_gateway_that_breaks_down_may_have_sent_it(gateway: LocalGateway, status: int) -> None:
    error = send_meeting(gateway, Answer(status, "the door code is 4711"))

    assert isinstance(error, Unknown)
    assert str(error) == f"the gateway has the message and broke down ({status})"


@pytest.mark.parametrize("act", [break_line, stall], ids=["hangs up", "says nothing"])
def test_gateway_that_gives_no_answer_may_have_sent_it(gateway: LocalGateway, act: Act) -> None:
    assert isinstance(send_meeting(gateway, act, within=SOON), Unknown)


def test_gateway_out_of_reach_is_worth_another_try() -> None:
    with holding_closed_port() as port, pytest.raises(Temporary):
        channel_to(f"http://127.0.0.1:{port}/").send(write_text())


@pytest.mark.parametrize(
    "answer, message",
    [
        pytest.param(
            refuse(400, 21211, "the door code is 4711"),
            "the gateway refuses the message (400): "
            "it is not a phone number that can be reached (code 21211)",
            id="no such number",
        ),
        pytest.param(
            refuse(400, 21606),
            "the gateway refuses the message (400): "
            "the account may not send from sms.from (code 21606)",
            id="not our number",
        ),
        pytest.param(
            refuse(400, 30000, "the door code is 4711"),
            "the gateway refuses the message (400), with its code 30000",
            id="a code we do not know",
        ),
        pytest.param(
            Answer(422, "the door code is 4711"),
            "the gateway refuses the message (422)",
            id="no code at all",
        ),
        pytest.param(
            Answer(301, "", {"Location": "https://elsewhere.example/"}),
            "the gateway is not there (301): check sms.url and sms.account",
            id="it has moved",
        ),
        pytest.param(
            refuse(403, 20003),
            "the gateway refuses us (403): check sms.account and its token, "
            "BELFRY_SMS_TOKEN or sms.token_file",
            id="we may not",
        ),
        pytest.param(
            Answer(201, {"sid": "SM1", "status": "failed", "error_code": 21610}),
            "the gateway gave the message up at once: they have told the gateway that "
            "they want no more messages from sms.from (code 21610)",
            id="taken and given up",
        ),
    ],
)
def test_refusal_is_told_in_our_words(gateway: LocalGateway, answer: Answer, message: str) -> None:
    error = send_meeting(gateway, answer)

    assert isinstance(error, Permanent)
    assert str(error) == message


@pytest.mark.parametrize(
    "to, message",
    [
        (OPTED_OUT, "they have told the gateway that they want no more messages from sms.from"),
        (NO_MOBILE, "it is not a mobile phone's number"),
    ],
)
def test_number_that_cannot_be_texted_is_refused_for_good(
    gateway: LocalGateway, to: str, message: str
) -> None:
    with pytest.raises(Permanent, match=message):
        channel_to_local(gateway).send(write_text(to=to))


def test_wrong_account_names_the_settings(gateway: LocalGateway) -> None:
    with pytest.raises(Permanent, match="check sms.url and sms.account"):
        channel_to(gateway.url, account="AC9").send(write_text())


def test_wrong_token_names_the_settings_and_stays_secret(gateway: LocalGateway) -> None:
    with pytest.raises(Permanent, match="BELFRY_SMS_TOKEN") as failure:
        channel_to(gateway.url, token="tell-nobody").send(write_text())
    assert "tell-nobody" not in str(failure.value)
    assert "tell-nobody" not in repr(Gateway(ACCOUNT, "tell-nobody", SENDER))


@pytest.mark.parametrize(
    "text, to",
    [
        pytest.param("a" * 1531, NUMBER, id="eleven messages"),
        pytest.param(" ", NUMBER, id="nothing to say"),
        pytest.param("Hi", "07700900123", id="a number without its country"),
        pytest.param("Hi", "maria@home.example", id="an e-mail address"),
    ],
)
def test_message_that_can_never_be_texted_is_not_handed_over(
    gateway: LocalGateway, text: str, to: str
) -> None:
    with pytest.raises(Permanent):
        channel_to_local(gateway).send(write_text(text, to=to))
    assert gateway.calls == []


URL = "https://shop.example/sms/in?team=1"
FORM = {"From": "+447700900123", "To": "+447700900001", "Body": "STOP", "MessageSid": "SM1"}
SIGNED = sign(URL, FORM)


def is_genuine(url: str = URL, form: dict[str, str] = FORM, signature: str = SIGNED) -> bool:
    return TwilioSignature(TOKEN).is_genuine(url, form, signature)


def test_signature_of_the_example_in_twilios_documentation_is_genuine() -> None:
    form = {
        "CallSid": "CA1234567890ABCDE",
        "Caller": "+14158675309",
        "Digits": "1234",
        "From": "+14158675309",
        "To": "+18005551212",
    }
    url = "https://mycompany.com/myapp.php?foo=1&bar=2"
    genuine = TwilioSignature("12345").is_genuine(url, form, "RSOYDt4T1cUTdK1PDd93/VVr8B8=")

    assert genuine


def test_order_of_the_fields_does_not_matter() -> None:
    assert is_genuine(form=dict(reversed(FORM.items())))


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"url": URL.replace("team=1", "team=2")}, id="another address"),
        pytest.param({"url": URL.replace("https", "http")}, id="another scheme"),
        pytest.param({"form": {**FORM, "Body": "START"}}, id="another text"),
        pytest.param({"form": {**FORM, "More": ""}}, id="one field more"),
        pytest.param({"form": {k: FORM[k] for k in ("From", "To", "Body")}}, id="one field less"),
        pytest.param({"signature": ""}, id="no signature"),
        pytest.param({"signature": SIGNED[:-1]}, id="a signature cut short"),
        pytest.param({"signature": SIGNED.lower()}, id="a signature in small letters"),
        pytest.param({"signature": "Zoë\ud800"}, id="a signature no header could hold"),
        pytest.param({"signature": sign(URL, FORM, "another")}, id="somebody else's"),
    ],
)
def test_anything_else_is_not_genuine(changed: dict[str, str]) -> None:
    assert is_genuine() is True
    assert is_genuine(**changed) is False  # type: ignore[arg-type]


@settings(derandomize=True)
@given(st.dictionaries(st.text(max_size=8), st.text(max_size=20), max_size=5), st.text(max_size=40))
def test_whatever_was_signed_is_genuine(form: dict[str, str], url: str) -> None:
    assert is_genuine(url, form, sign(url, form))


def test_half_a_sign_in_a_form_is_no_error() -> None:
    assert is_genuine(form={"Body": "\ud83d"}) is False


def test_signature_without_a_token_is_refused_from_the_start() -> None:
    with pytest.raises(ConfigError, match="the gateway's token is missing"):
        TwilioSignature("")
