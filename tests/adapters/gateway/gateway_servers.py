"""Text messages, and channels to the gateways of the tests."""

from __future__ import annotations

from datetime import timedelta

from tests.services.sms_gateway import ACCOUNT, SENDER, TOKEN, LocalGateway

from belfry.adapters.gateway.sms import Gateway, GatewaySms
from belfry.adapters.system.clock import SystemClock
from belfry.adapters.web.web import SocketWeb
from belfry.messaging.ports import OutgoingMessage

NUMBER = "+447700900123"
LATE = timedelta(seconds=20)
SOON = timedelta(seconds=0.3)


def write_text(
    text: str = "Your bike is ready.", *, to: str = NUMBER, id: str = "jobs/1/ready/maria"
) -> OutgoingMessage:
    return OutgoingMessage(id=id, to=to, to_name="Maria", subject="Bike", text=text)


def channel_to(
    url: str, *, account: str = ACCOUNT, token: str = TOKEN, within: timedelta = LATE
) -> GatewaySms:
    """A channel to a gateway on this machine."""
    web = SocketWeb(SystemClock(), allowed=["127.0.0.0/8"])
    return GatewaySms(web, Gateway(account, token, SENDER, url), within=within)


def channel_to_local(gateway: LocalGateway, *, within: timedelta = LATE) -> GatewaySms:
    return channel_to(gateway.url, within=within)
