"""An app with a number that customers can write to, and the gateway that hands in what they write.

The signature is made here from what the gateway's own page says, not by the code under test.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from httpx import Response
from pydantic import SecretStr
from tests.entrypoints.web.pages.apps import App, Visitor, open_app

PUBLIC = "https://bench.example"
PATH = "/sms/replies"
TOKEN = "secret-of-the-gateway"
OURS = "+447700900999"
MAYA = "+447700900123"


@contextmanager
def open_texting_app(folder: Path, **settings: Any) -> Iterator[App]:
    fields = {
        "country": "GB",
        "public_url": PUBLIC,
        "sms": {"provider": "gateway", "account": "AC1", "from": OURS, "two_way": True},
        "sms_token": SecretStr(TOKEN),
        **settings,
    }
    with open_app(folder, **fields) as app:
        yield app


def make_form(
    id: str = "SM1", body: str = "STOP", sender: str = MAYA, **more: str
) -> dict[str, str]:
    details = {"AccountSid": "AC1", "NumMedia": "0", "ApiVersion": "2010-04-01"}
    return {"MessageSid": id, "From": sender, "To": OURS, "Body": body, **details, **more}


def sign(form: Mapping[str, str], *, url: str = PUBLIC + PATH, token: str = TOKEN) -> str:
    signed_text = url + "".join(name + form[name] for name in sorted(form))
    made = hmac.new(token.encode(), signed_text.encode(), hashlib.sha1).digest()
    return base64.b64encode(made).decode()


def hand_in(
    visitor: Visitor, form: Mapping[str, str], *, path: str = PATH, signature: str | None = None
) -> Response:
    """What the gateway posts, signed unless another signature is given."""
    header = sign(form, url=PUBLIC + path) if signature is None else signature
    return visitor.post(path, form, headers={"X-Twilio-Signature": header})
