"""Text messages through Twilio, or a gateway with the same API; and its signed replies."""

from __future__ import annotations

import base64
import hmac
import json
import re
from base64 import b64encode
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from belfry.kernel.errors import ConfigError, Permanent, PortError, Temporary, Unknown
from belfry.kernel.http_headers import find_retry_after
from belfry.kernel.sms import Unfit, write_wire
from belfry.ports.web import WebRequest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.messaging.ports import OutgoingMessage
    from belfry.ports.web import Web, WebAnswer


WITHIN = timedelta(seconds=20)
MOST_BYTES = 64 * 1024
TWILIO = "https://api.twilio.com/2010-04-01/Accounts/{account}/Messages.json"


@dataclass(frozen=True, slots=True)
class Gateway:
    """`sender` is a number, or a name without replies; `{account}` is filled into `url`.

    `report_url` is where the gateway reports what became of a message; without one it does not.
    """

    account: str
    token: str = field(repr=False)
    sender: str
    url: str = TWILIO
    report_url: str = ""

    @property
    def door(self) -> str:
        return self.url.replace("{account}", quote(self.account, safe=""))


class GatewaySms:
    """One call for each message; `within` counts from the call."""

    def __init__(self, web: Web, gateway: Gateway, *, within: timedelta = WITHIN) -> None:
        self._web = web
        self._gateway = gateway
        self._within = within

    def send(self, outgoing: OutgoingMessage) -> str:
        wire = write_wire(outgoing.to, outgoing.text)
        if isinstance(wire, Unfit):
            raise Permanent(wire.why)
        form = {"From": self._gateway.sender, "To": wire.to, "Body": wire.body}
        if self._gateway.report_url:
            query = urlencode({"message": outgoing.id})
            form["StatusCallback"] = f"{self._gateway.report_url}?{query}"
        return read_receipt(self._web.call(self._render(form, outgoing.id)))

    def _render(self, form: dict[str, str], message_id: str) -> WebRequest:
        login = f"{self._gateway.account}:{self._gateway.token}".encode()
        return WebRequest(
            method="POST",
            url=self._gateway.door,
            headers={
                "Authorization": f"Basic {b64encode(login).decode()}",
                "Content-Type": "application/x-www-form-urlencoded",
                "Accept": "application/json",
                # A header takes Latin letters; an id may be made of a customer's.
                "Idempotency-Key": quote(message_id, safe="/:@"),
            },
            body=urlencode(form).encode(),
            within=self._within,
            max_bytes=MOST_BYTES,
        )


_NAME = re.compile(r"[A-Za-z0-9_.:-]{1,100}", re.ASCII)
_UNNAMED = "taken, and given no number"
_LOST = frozenset({"failed", "undelivered", "canceled"})
_BUSY = frozenset({429, 503})
_CREDENTIALS = frozenset({401, 403})
# https://www.twilio.com/docs/api/errors
_REASONS = {
    21211: "it is not a phone number that can be reached",
    21408: "the account may not send to that country: the gateway's console says which it may",
    21606: "the account may not send from sms.from",
    21608: "a trial account may only send to numbers that were verified",
    21610: "they have told the gateway that they want no more messages from sms.from",
    21614: "it is not a mobile phone's number",
}


def read_receipt(answer: WebAnswer) -> str:
    """The gateway's number for a message that it took; the port's error if it did not."""
    body = _read_body(answer)
    if not 200 <= answer.status < 300:
        raise _explain(answer, body)
    if body.get("status") in _LOST:
        raise Permanent(f"the gateway gave the message up at once{_find_reason(body)}")
    name = body.get("sid")
    return name if isinstance(name, str) and _NAME.fullmatch(name) else _UNNAMED


def _explain(answer: WebAnswer, body: dict[str, Any]) -> PortError:
    status = answer.status
    if status in _BUSY:
        wait = find_retry_after(answer.headers)
        return Temporary(f"the gateway is busy ({status})", retry_after=wait)
    if status >= 500:
        return Unknown(f"the gateway has the message and broke down ({status})")
    if status in _CREDENTIALS:
        return Permanent(
            f"the gateway refuses us ({status}): check sms.account and its token, "
            "BELFRY_SMS_TOKEN or sms.token_file"
        )
    if status == 404 or status < 400:
        return Permanent(f"the gateway is not there ({status}): check sms.url and sms.account")
    return Permanent(f"the gateway refuses the message ({status}){_find_reason(body)}")


def _find_reason(body: dict[str, Any]) -> str:
    code = body.get("code") or body.get("error_code")
    if not isinstance(code, int):
        return ""
    return f": {_REASONS[code]} (code {code})" if code in _REASONS else f", with its code {code}"


def _read_body(answer: WebAnswer) -> dict[str, Any]:
    """The JSON object of the answer; empty if it is not one."""
    try:
        body = json.loads(answer.body)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


class TwilioSignature:
    """Signs the whole address and, in the order of their names, the fields of the form."""

    def __init__(self, token: str) -> None:
        if not token:
            raise ConfigError(
                "the gateway's token is missing: without it anybody could write to us"
            )
        self._token = token.encode()

    def is_genuine(self, url: str, form: Mapping[str, str], signature: str) -> bool:
        signed = url + "".join(name + form[name] for name in sorted(form))
        digest = hmac.digest(self._token, _encode(signed), "sha1")
        return hmac.compare_digest(base64.b64encode(digest), _encode(signature))


def _encode(text: str) -> bytes:
    """A lone surrogate must not be an error."""
    return text.encode("utf-8", "backslashreplace")
