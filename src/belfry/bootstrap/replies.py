"""Which use cases there are about what customers write back."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.bootstrap.delivery import build_queue
from belfry.bootstrap.ports import Ports
from belfry.jobs.list_replies import ListReplies
from belfry.jobs.settle_reply import SettleReply
from belfry.jobs.show_conversation import ShowConversation
from belfry.jobs.take_reply import TakeReply


@dataclass(frozen=True, kw_only=True)
class OfReplies:
    take: TakeReply
    settle: SettleReply
    list: ListReplies
    show_conversation: ShowConversation


def build_replies(ports: Ports, country: str) -> OfReplies:
    p = ports
    queue = build_queue(ports)
    return OfReplies(
        take=TakeReply(p.store, p.customers, p.messages, queue, p.secrets, p.clock, country),
        settle=SettleReply(p.store, p.secrets, p.clock),
        list=ListReplies(p.store, p.customers, p.jobs),
        show_conversation=ShowConversation(p.store, p.customers, p.messages),
    )
