"""Only what the gateway signed is genuine, to the last sign."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.services.sms_gateway import TOKEN, sign

from belfry.adapters.gateway.sms import TwilioSignature
from belfry.kernel.errors import ConfigError

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
