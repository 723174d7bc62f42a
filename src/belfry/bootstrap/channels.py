"""The channels of a team, and the mailbox that it reads, from its settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

from belfry.adapters.system.postbox import Postbox, SamplesStay
from belfry.adapters.web.web import SocketWeb
from belfry.kernel.channels import CHANNELS, EMAIL, SLACK, SMS
from belfry.kernel.errors import ConfigError, Refused
from belfry.kernel.urls import parse_url

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from contextlib import ExitStack

    from belfry.adapters.aws.secrets import KeptSecrets
    from belfry.adapters.imap.mailbox import ImapMailbox
    from belfry.messaging.ports import Channel, OutgoingMessage
    from belfry.ports.clock import Clock
    from belfry.ports.web import Signature
    from belfry.settings import Settings
    from belfry.workspace.samples import FindSamples


REPORT_PATH = "/sms/status"
C = TypeVar("C", bound="Channel")


def open_channels(settings: Settings, clock: Clock, closing: ExitStack) -> dict[str, Channel]:
    """Messages of a channel without a provider stay in the postbox; `closing` ends connections."""
    postboxes = list_postboxes(settings)
    return {
        name: Postbox() if name in postboxes else PROVIDERS[name].open(settings, clock, closing)
        for name in list_offered(settings)
    }


def list_offered(settings: Settings) -> list[str]:
    """The channels that people may get messages by, if only in the postbox."""
    return [
        name
        for name, traits in CHANNELS.items()
        if not traits.is_for_staff or PROVIDERS[name].is_set(settings)
    ]


def keep_samples(channels: Mapping[str, Channel], find_samples: FindSamples) -> dict[str, Channel]:
    """The same channels, by which no message about samples is sent."""
    return {
        name: channel
        if isinstance(channel, Postbox)
        else SamplesStay(channel, find_samples.is_about_samples)
        for name, channel in channels.items()
    }


def list_postboxes(settings: Settings) -> frozenset[str]:
    """The channels whose messages stay in the postbox."""
    return frozenset(
        name for name in list_offered(settings) if not PROVIDERS[name].is_set(settings)
    )


def list_reaching(settings: Settings, channels: Collection[str]) -> frozenset[str]:
    """Those of the channels that reach people; all of them while Belfry is only tried out."""
    unreached = list_postboxes(settings) if settings.sends_mail else frozenset[str]()
    return frozenset(channels) & frozenset(list_offered(settings)) - unreached


def list_two_way(settings: Settings) -> dict[str, bool]:
    """Whether a reply by each channel reaches Belfry or the team."""
    return {name: PROVIDERS[name].is_two_way(settings) for name in CHANNELS}


def open_signature(settings: Settings) -> Signature | None:
    """Verifies what comes from the gateway: replies and reports; None if neither is used."""
    is_called = settings.sms.two_way or (settings.public_url and settings.read_sms_token())
    if settings.sms.provider != "gateway" or not is_called:
        return None
    from belfry.adapters.gateway.sms import TwilioSignature

    return TwilioSignature(settings.read_sms_token())


def _open_mail(settings: Settings, clock: Clock, closing: ExitStack) -> Channel:
    if not settings.mail.host:
        return _open_ses(settings, clock, closing)
    from belfry.adapters.emails import Sender
    from belfry.adapters.smtp.channel import SmtpChannel
    from belfry.adapters.smtp.connection import MailServer

    mail = settings.mail
    password = settings.read_mail_password()
    server = MailServer(mail.host, mail.door, mail.security, mail.user, password)
    sender = Sender(mail.from_, mail.from_name or settings.name)
    within = timedelta(seconds=mail.within_seconds)
    channel = SmtpChannel(clock, server, sender, within=within)
    closing.callback(channel.close)
    return channel


def _open_ses(settings: Settings, clock: Clock, closing: ExitStack) -> Channel:
    from belfry.adapters.aws.clients import LateClient, connect_ses
    from belfry.adapters.aws.ses import SesChannel
    from belfry.adapters.emails import Sender

    mail, aws = settings.mail, settings.aws
    client = LateClient(
        connect_ses,
        region=aws.region or None,
        endpoint=aws.endpoint_url or None,
        answer_within=timedelta(seconds=mail.within_seconds),
    )
    closing.callback(client.close)
    sender = Sender(mail.from_, mail.from_name or settings.name)
    return SesChannel(client, clock, sender, aws.mail_configuration)


def _open_sms(settings: Settings, clock: Clock, closing: ExitStack) -> Channel:
    if settings.sms.provider == "sns":
        return _open_sns(settings, closing)
    if settings.aws.sms_secret:
        return _open_secret_gateway(settings, clock, closing)
    return _open_gateway(settings, clock, settings.read_sms_token())


class FreshChannel(Generic[C]):
    """A channel that is opened again after its secret has changed."""

    def __init__(self, read: Callable[[], str], open_channel: Callable[[str], C]) -> None:
        self._read = read
        self._open = lru_cache(maxsize=1)(open_channel)

    def send(self, outgoing: OutgoingMessage) -> str:
        return self.find_current().send(outgoing)

    def find_current(self) -> C:
        try:
            secret = self._read()
        except ConfigError as error:
            raise Refused(str(error)) from error
        return self._open(secret)


def keep_secrets(settings: Settings, clock: Clock, closing: ExitStack) -> KeptSecrets:
    """The secrets of a team at home aws, by their names."""
    from belfry.adapters.aws.clients import LateClient, connect_secrets
    from belfry.adapters.aws.secrets import KeptSecrets

    aws = settings.aws
    client = LateClient(
        connect_secrets, region=aws.region or None, endpoint=aws.endpoint_url or None
    )
    closing.callback(client.close)
    return KeptSecrets(client, clock)


def _open_secret_gateway(settings: Settings, clock: Clock, closing: ExitStack) -> Channel:
    secrets, name = keep_secrets(settings, clock, closing), settings.aws.sms_secret
    return FreshChannel(
        lambda: secrets.get(name), lambda token: _open_gateway(settings, clock, token)
    )


def _open_sns(settings: Settings, closing: ExitStack) -> Channel:
    from belfry.adapters.aws.clients import LateClient, connect_sns
    from belfry.adapters.aws.sms import SmsSender, SnsSms

    sms = settings.sms
    client = LateClient(
        connect_sns,
        region=sms.region,
        endpoint=sms.endpoint_url or None,
        answer_within=timedelta(seconds=sms.within_seconds),
    )
    closing.callback(client.close)
    is_number = sms.from_.startswith("+")
    sender = SmsSender(number=sms.from_) if is_number else SmsSender(name=sms.from_)
    return SnsSms(client, sender)


def _open_gateway(settings: Settings, clock: Clock, token: str) -> Channel:
    from belfry.adapters.gateway.sms import TWILIO, Gateway, GatewaySms

    sms = settings.sms
    report_url = ""
    if settings.public_url and token:
        report_url = f"{settings.public_url}{REPORT_PATH}"
    gateway = Gateway(sms.account, token, sms.from_, sms.url or TWILIO, report_url)
    web = SocketWeb(clock, allowed=(parse_url(gateway.door).host,))
    return GatewaySms(web, gateway, within=timedelta(seconds=sms.within_seconds))


def _open_slack(settings: Settings, clock: Clock, closing: ExitStack) -> Channel:
    from belfry.bootstrap.slack import open_slack_channel

    return open_slack_channel(settings, clock, closing)


def open_mailbox(settings: Settings, clock: Clock) -> ImapMailbox | None:
    """Nothing is called before it is read."""
    mail_in = settings.mail_in
    if not mail_in.host:
        return None
    from belfry.adapters.imap.mailbox import ImapMailbox, ImapServer

    server = ImapServer(
        mail_in.host,
        mail_in.door,
        mail_in.security,
        mail_in.user,
        settings.read_mail_in_password,
        mail_in.folder,
    )
    return ImapMailbox(clock, server, within=timedelta(seconds=mail_in.within_seconds))


@dataclass(frozen=True, slots=True)
class Provider:
    """What the settings say about sending by a channel, and about replies to it."""

    is_set: Callable[[Settings], bool]
    is_two_way: Callable[[Settings], bool]
    open: Callable[[Settings, Clock, ExitStack], Channel]


PROVIDERS = {
    SLACK.name: Provider(
        lambda settings: settings.slack.enabled, lambda settings: False, _open_slack
    ),
    EMAIL.name: Provider(
        lambda settings: settings.sends_mail, lambda settings: settings.sends_mail, _open_mail
    ),
    SMS.name: Provider(
        lambda settings: bool(settings.sms.provider),
        lambda settings: settings.sms.two_way,
        _open_sms,
    ),
}
