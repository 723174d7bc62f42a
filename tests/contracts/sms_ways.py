"""Channels that carry text messages, for the contract of all channels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from urllib.parse import quote

from tests.adapters.aws.sns_servers import Act as SnsAct
from tests.adapters.aws.sns_servers import channel_to as channel_to_sns
from tests.adapters.aws.sns_servers import list_sent, playing_sns, read_form, receipt
from tests.adapters.gateway.gateway_servers import NUMBER, channel_to, channel_to_local
from tests.adapters.web.local_servers import Seen, holding_closed_port
from tests.services.sms_gateway import Act, serving_texts

from belfry.messaging.ports import Channel, OutgoingMessage


@dataclass(frozen=True)
class ToPhone:
    """A channel whose messages all go to one phone, whatever their address."""

    channel: Channel

    def send(self, outgoing: OutgoingMessage) -> str:
        return self.channel.send(replace(outgoing, to=NUMBER))


class SmsWay:
    def __init__(self, channel: Channel, names: Callable[[], list[str]]) -> None:
        self.channel = ToPhone(channel)
        self._names = names

    def names_seen(self) -> list[str]:
        return self._names()

    def name_of(self, message_id: str) -> str:
        return quote(message_id, safe="/:@")


@contextmanager
def gateway(*acts: Act) -> Iterator[SmsWay]:
    """A gateway that does these acts first, and then takes everything."""
    with serving_texts() as local:
        local.answer_with(*acts)
        yield SmsWay(channel_to_local(local), lambda: [text.key for text in local.texts])


@contextmanager
def gateway_breaking(act: Act) -> Iterator[SmsWay]:
    """A gateway that takes the message before it fails."""
    with serving_texts() as local:
        local.answer_with(act)
        gateway_calls = local.calls
        yield SmsWay(channel_to_local(local), lambda: [_find_key(call) for call in gateway_calls])


def _find_key(call: Seen) -> str:
    [key] = call.header("idempotency-key")
    return key


@contextmanager
def unreachable_gateway() -> Iterator[SmsWay]:
    with holding_closed_port() as port:
        yield SmsWay(channel_to(f"http://127.0.0.1:{port}/"), list)


@contextmanager
def sns(endpoint: str) -> Iterator[SmsWay]:
    """SNS as moto plays it, which gives every message a name of its own."""
    with channel_to_sns(endpoint) as channel:
        yield SmsWay(channel, lambda: [sent["message_id"] for sent in list_sent(endpoint)])


@contextmanager
def sns_playing(*acts: SnsAct, is_taken: bool = False) -> Iterator[SmsWay]:
    """An SNS that does these acts and then takes everything; `is_taken`: the first one, too."""
    with playing_sns(*acts, receipt("m-1")) as server, channel_to_sns(server.url()) as channel:
        refused = 0 if is_taken else len(acts)
        yield SmsWay(
            channel, lambda: [read_form(request)["Message"] for request in server.seen[refused:]]
        )


@contextmanager
def unreachable_sns() -> Iterator[SmsWay]:
    with holding_closed_port() as port, channel_to_sns(f"http://127.0.0.1:{port}") as channel:
        yield SmsWay(channel, list)
