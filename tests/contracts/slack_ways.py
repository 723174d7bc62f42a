"""Channels to Slack, for the contract of all channels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from tests.adapters.web.local_servers import holding_closed_port
from tests.services.slack_api import ANA, TOKEN, Act, LocalSlack, read_body, serving_slack

from belfry.adapters.slack.channel import SlackChannel
from belfry.messaging.ports import OutgoingMessage


@dataclass(frozen=True)
class ToMember:
    """A channel whose messages all go to one member, whatever their address."""

    channel: SlackChannel

    def send(self, outgoing: OutgoingMessage) -> str:
        return self.channel.send(replace(outgoing, to=ANA))


class SlackWay:
    """`is_taken` if Slack has the message that it fails with."""

    def __init__(self, url: str, slack: LocalSlack | None, *, is_taken: bool = False) -> None:
        self.channel = ToMember(SlackChannel(TOKEN, url=url))
        self._slack = slack
        self._is_taken = is_taken

    def names_seen(self) -> list[str]:
        if self._slack is None:
            return []
        calls = [read_body(call) for call in self._slack.calls]
        bodies = calls if self._is_taken else self._slack.posted
        return [body["metadata"]["event_payload"]["id"] for body in bodies]

    def name_of(self, message_id: str) -> str:
        return message_id


@contextmanager
def slack(*acts: Act, is_taken: bool = False) -> Iterator[SlackWay]:
    """A Slack that does these acts first, and then takes everything."""
    with serving_slack() as local:
        local.answer_with(*acts)
        yield SlackWay(local.url, local, is_taken=is_taken)


@contextmanager
def unreachable_slack() -> Iterator[SlackWay]:
    with holding_closed_port() as port:
        yield SlackWay(f"http://127.0.0.1:{port}/api/", None)
