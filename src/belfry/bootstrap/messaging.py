"""Which use cases messages have, and which rooms have things said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.bootstrap.ports import Ports
from belfry.jobs.customers.reply_meanings import STOPPED
from belfry.messaging.caps import ROOM
from belfry.messaging.change_messages import (
    AnswerMessage,
    QueueMessage,
    ReportMessage,
    ResendMessage,
    SettleMessage,
    TakeBounce,
)
from belfry.messaging.compose_messages import ComposeMessages
from belfry.messaging.notices import WriteNotices
from belfry.messaging.ports import ComposerFactory
from belfry.messaging.preview_messages import PreviewMessages
from belfry.messaging.release_messages import ReleaseMessages
from belfry.messaging.search_messages import ListUndecided, SearchMessages
from belfry.messaging.send_policy import SendPolicy
from belfry.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Messaging:
    """Every use case of messages."""

    preview: PreviewMessages
    list_undecided: ListUndecided
    compose: ComposeMessages
    release: ReleaseMessages
    answer: AnswerMessage
    resend: ResendMessage
    settle: SettleMessage
    report: ReportMessage
    take_bounce: TakeBounce
    search: SearchMessages


def build_queue(ports: Ports) -> QueueMessage:
    return QueueMessage(ports.store, ports.messages, ports.clock)


def build_messaging(
    settings: Settings, ports: Ports, rooms: Mapping[str, ComposerFactory]
) -> Messaging:
    p = ports
    policy = SendPolicy(zone=ZoneInfo(settings.timezone))
    report = ReportMessage(p.store, p.clock)
    composer_factories = {**rooms, ROOM: WriteNotices(p.store, policy, settings.admin)}
    return Messaging(
        preview=PreviewMessages(p.store, p.messages, p.clock, composer_factories),
        list_undecided=ListUndecided(p.messages, p.clock, frozenset({STOPPED})),
        compose=ComposeMessages(p.messages, p.clock, composer_factories),
        release=ReleaseMessages(
            p.store, p.messages, p.clock, p.crash_points, composer_factories, p.channels
        ),
        answer=AnswerMessage(p.store, p.clock),
        resend=ResendMessage(p.store, p.clock),
        settle=SettleMessage(p.store, p.clock),
        report=report,
        take_bounce=TakeBounce(p.messages, report, _find_mailbox(settings)),
        search=SearchMessages(p.messages),
    )


def _find_mailbox(settings: Settings) -> str:
    """As it stands in the Message-ID of every mail; empty if none is sent."""
    from belfry.adapters.mailboxes import parse_mailbox

    return parse_mailbox(settings.mail.from_) if settings.mail.from_ else ""
