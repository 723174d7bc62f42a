"""How a letter leaves the house as a text message, through a gateway on the web."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from belfry.adapters.gateway.refusals import read_receipt
from belfry.kernel.errors import Permanent
from belfry.kernel.texting import Unfit, write_wire
from belfry.ports.web import WebRequest

if TYPE_CHECKING:
    from belfry.delivery.ports import Letter
    from belfry.ports.web import Web

WITHIN = timedelta(seconds=20)
MOST_BYTES = 64 * 1024
TWILIO = "https://api.twilio.com/2010-04-01/Accounts/{account}/Messages.json"


@dataclass(frozen=True, slots=True)
class Gateway:
    """`sender` is a number, or a name without replies; `{account}` is filled into `url`."""

    account: str
    token: str = field(repr=False)
    sender: str
    url: str = TWILIO

    @property
    def door(self) -> str:
        return self.url.replace("{account}", quote(self.account, safe=""))


class GatewaySms:
    """One call for each letter; `within` counts from the call."""

    def __init__(self, web: Web, gateway: Gateway, *, within: timedelta = WITHIN) -> None:
        self._web = web
        self._gateway = gateway
        self._within = within

    def send(self, letter: Letter) -> str:
        wire = write_wire(letter.to, letter.text)
        if isinstance(wire, Unfit):
            raise Permanent(wire.why)
        form = {"From": self._gateway.sender, "To": wire.to, "Body": wire.body}
        return read_receipt(self._web.call(self._render(form, letter.id)))

    def _render(self, form: dict[str, str], letter_id: str) -> WebRequest:
        login = f"{self._gateway.account}:{self._gateway.token}".encode()
        return WebRequest(
            method="POST",
            url=self._gateway.door,
            headers={
                "Authorization": f"Basic {b64encode(login).decode()}",
                "Content-Type": "application/x-www-form-urlencoded",
                "Accept": "application/json",
                # A header takes Latin letters; an id may be made of a customer's.
                "Idempotency-Key": quote(letter_id, safe="/:@"),
            },
            body=urlencode(form).encode(),
            within=self._within,
            max_bytes=MOST_BYTES,
        )
