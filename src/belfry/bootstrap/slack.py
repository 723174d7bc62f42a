"""Slack: its token and signing secret, the channel, and the answers that come back from it."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from belfry.bootstrap.channels import FreshChannel, keep_secrets
from belfry.kernel.channels import SLACK
from belfry.kernel.errors import BelfryError, ConfigError, PortError
from belfry.kernel.urls import parse_url
from belfry.messaging.messages import AGGREGATE as MESSAGES
from belfry.messaging.notices import NotifyRefusal
from belfry.messaging.take_answers import (
    ANSWER,
    UPDATED,
    ReadAnswer,
    ReceiveAnswer,
    TakeAnswer,
    UpdateMessages,
)
from belfry.ports.web import WebRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from belfry.adapters.slack.channel import SlackChannel
    from belfry.adapters.slack.interactivity import SlackSignature
    from belfry.bootstrap.ports import Ports
    from belfry.messaging.choices import Form, Interaction
    from belfry.messaging.ports import Answerer, ComposerFactory, OutgoingMessage
    from belfry.messaging.take_answers import MakeForm, Received
    from belfry.ports.clock import Clock
    from belfry.ports.store import OutboxRow
    from belfry.scheduler.relay_outbox import Gatherer, Listener
    from belfry.settings import Settings
    from belfry.workspace.people import Staff

# Where the app's manifest sends what people choose.
INTERACTIVITY_PATH = "/slack/interactivity"
PROBED_WITHIN = timedelta(seconds=10)
MOST_PROBED = 10_000


class FreshSlack(FreshChannel["SlackChannel"]):
    """Slack with the token of this moment; see ChoiceChannel.

    Messages have choices only if it `is_interactive`: without a signing secret none would work.
    """

    def __init__(
        self,
        read: Callable[[], str],
        open_channel: Callable[[str], SlackChannel],
        is_interactive: Callable[[], bool],
    ) -> None:
        super().__init__(read, open_channel)
        self._is_interactive = is_interactive

    def send(self, outgoing: OutgoingMessage) -> str:
        choices = outgoing.choices if outgoing.choices and self._is_interactive() else ()
        return super().send(replace(outgoing, choices=choices))

    def update(self, receipt: str, outgoing: OutgoingMessage) -> None:
        self.find_current().update(receipt, outgoing)

    def open_form(self, form: Form, chosen: Interaction) -> None:
        self.find_current().open_form(form, chosen)

    def tell(self, reply_to: Mapping[str, str], text: str) -> None:
        self.find_current().tell(reply_to, text)


def open_slack_channel(settings: Settings, clock: Clock, closing: ExitStack) -> FreshSlack:
    check_slack_sdk()
    read = _find_token_reader(settings, clock, closing)
    is_named = bool(settings.aws.slack_signing_secret)
    return FreshSlack(
        read,
        lambda token: _connect(settings, token),
        lambda: is_named or has_signing_secret(settings),
    )


def open_slack(settings: Settings) -> SlackChannel:
    """Slack itself, to ask who is known there."""
    if not settings.slack.enabled:
        raise ConfigError("Slack is not set up: write `enabled = true` under [slack]")
    check_slack_sdk()
    return _connect(settings, read_slack_token(settings))


def check_slack_sdk() -> None:
    if find_spec("slack_sdk") is None:
        raise ConfigError("slack.enabled: slack-sdk is missing: `pip install 'belfry[slack]'`")


def _connect(settings: Settings, token: str) -> SlackChannel:
    from belfry.adapters.slack.channel import SlackChannel

    slack = settings.slack
    within = timedelta(seconds=slack.within_seconds)
    return SlackChannel(token, url=slack.url, within=within)


def _find_token_reader(settings: Settings, clock: Clock, closing: ExitStack) -> Callable[[], str]:
    """From Secrets Manager, where the settings name a secret there."""
    if not (name := settings.aws.slack_token_secret):
        return lambda: read_slack_token(settings)
    secrets = keep_secrets(settings, clock, closing)
    return lambda: check_token(secrets.get(name))


def read_slack_token(settings: Settings) -> str:
    return check_token(settings.read_slack_token())


def check_token(token: str) -> str:
    """The bot's token, or ConfigError; it becomes a header, so it is one plain word."""
    place = "BELFRY_SLACK_TOKEN, or the file that slack.token_file names"
    if not token:
        raise ConfigError(f"the token of Slack's bot is missing: {place}")
    if not re.fullmatch(r"[!-~]{1,500}", token):
        raise ConfigError(f"the token of Slack's bot is not one word, as in xoxb-…: {place}")
    return token


def read_signing_secret(settings: Settings) -> str:
    return check_signing_secret(settings.read_slack_signing_secret())


def check_signing_secret(secret: str) -> str:
    """The app's signing secret, or ConfigError."""
    place = "BELFRY_SLACK_SIGNING_SECRET, or the file that slack.signing_secret_file names"
    if not secret:
        raise ConfigError(f"the signing secret of the Slack app is missing: {place}")
    if not re.fullmatch(r"[!-~]{16,200}", secret):
        problem = "is not one word of at least 16 letters and digits"
        raise ConfigError(f"the signing secret of the Slack app {problem}: {place}")
    return secret


def has_signing_secret(settings: Settings) -> bool:
    try:
        return bool(read_signing_secret(settings))
    except ConfigError:
        return False


def find_interactivity_url(settings: Settings) -> str:
    """The request URL to write into the app's settings; ConfigError without a public address."""
    if not settings.public_url:
        raise ConfigError("public_url is not set: Slack cannot send what people press")
    return f"{settings.public_url}{INTERACTIVITY_PATH}"


def probe_interactivity(settings: Settings, clock: Clock) -> str:
    """What is wrong with the address for buttons, by a signed request that asks nothing."""
    from belfry.adapters.slack.interactivity import sign_request
    from belfry.adapters.web.web import SocketWeb

    url, body = find_interactivity_url(settings), b"payload=%7B%22type%22%3A%22check%22%7D"
    headers = sign_request(read_signing_secret(settings), body, clock.now())
    web = SocketWeb(clock, allowed=(parse_url(url).host,))
    try:
        answer = web.call(WebRequest("POST", url, headers, body, PROBED_WITHIN, MOST_PROBED))
    except PortError as error:
        return f"{url} cannot be reached from here: {error}"
    match answer.status:
        case 200:
            return ""
        case 403:
            return f"the server at {url} has another signing secret, or its clock is wrong"
        case 404:
            return f"the server at {url} has no Slack: restart it with these settings"
        case status:
            return f"{url} answered {status}, not 200"


def open_slack_signature(settings: Settings, clock: Clock, closing: ExitStack) -> SlackSignature:
    from belfry.adapters.slack.interactivity import SlackSignature

    if not (name := settings.aws.slack_signing_secret):
        return SlackSignature(lambda: read_signing_secret(settings), clock)
    secrets = keep_secrets(settings, clock, closing)
    return SlackSignature(lambda: check_signing_secret(secrets.get(name)), clock)


@dataclass(frozen=True, kw_only=True)
class SlackAnswers:
    """`receive` takes what Slack sends; `take` and `update` hear events of the outbox."""

    signature: SlackSignature
    receive: ReceiveAnswer
    take: TakeAnswer
    update: UpdateMessages
    closing: ExitStack

    def listen_along(
        self, listeners: Mapping[str, Listener], rooms: Mapping[str, str]
    ) -> dict[str, Listener]:
        """The listeners, with those of answers; events of these `rooms` also update messages."""
        others = {
            sort: partial(self._follow, listeners.get(sort), room) for sort, room in rooms.items()
        }
        messages = partial(self._hear_messages, listeners.get(MESSAGES))
        return {**listeners, **others, MESSAGES: messages, ANSWER: self.take}

    def gather_along(
        self, gatherer: Gatherer, room: str, rows: Sequence[OutboxRow]
    ) -> Mapping[int, BelfryError]:
        """What a gatherer does with events of a room, which also update messages."""
        errors = dict(gatherer(rows))
        for row in rows:
            try:
                self.update.hear(room, row)
            except BelfryError as error:
                errors.setdefault(row.id, error)
        return errors

    def _follow(self, listener: Listener | None, room: str, row: OutboxRow) -> None:
        if listener:
            listener(row)
        self.update.hear(room, row)

    def _hear_messages(self, listener: Listener | None, row: OutboxRow) -> None:
        if row.op == UPDATED:
            self.update(row)
        elif listener:
            listener(row)

    def is_genuine(self, headers: Mapping[str, str], body: bytes) -> bool:
        return self.signature.is_genuine(headers, body)

    def parse(self, headers: Mapping[str, str], body: bytes) -> Interaction | None:
        """What a genuine request reports, if Belfry has a use for it; else InputError."""
        from belfry.adapters.slack.interactivity import identify_request, parse_interaction

        return parse_interaction(body, identify_request(headers))

    def render(self, received: Received) -> dict[str, Any] | None:
        """What Slack is to do with the form, if anything."""
        from belfry.adapters.slack.interactivity import render_received

        return render_received(received)


def build_slack_answers(
    settings: Settings,
    ports: Ports,
    answerers: Mapping[str, Answerer],
    composer_factories: Mapping[str, ComposerFactory],
    find_staff: Callable[[], Staff],
    *,
    room: str = "",
    others: Mapping[str, MakeForm] | None = None,
) -> SlackAnswers | None:
    """None for a team without Slack; `answerers` and `composer_factories` by room.

    `room` and `others` are for a process that reads the records of one room alone.
    """
    if not settings.slack.enabled:
        return None
    p, closing = ports, ExitStack()
    channel = open_slack_channel(settings, p.clock, closing)

    def find_member(member: str) -> str:
        return find_staff().get_member(SLACK.name, member)

    read = ReadAnswer(p.store, answerers, find_member)
    update = UpdateMessages(
        store=p.store,
        clock=p.clock,
        composer_factories=composer_factories,
        answerers=answerers,
        channels={SLACK.name: channel},
        tell_owner=NotifyRefusal(p.store, p.messages, composer_factories.keys()),
    )
    return SlackAnswers(
        signature=open_slack_signature(settings, p.clock, closing),
        receive=ReceiveAnswer(p.store, p.clock, read, channel, room, others or {}),
        take=TakeAnswer(p.store, p.clock, read, update, channel),
        update=update,
        closing=closing,
    )
