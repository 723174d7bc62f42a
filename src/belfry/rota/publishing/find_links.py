"""Find where the reader of a message about the rota can answer it, or see more."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.messaging.messages import Message
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.messages import message_keys as keys
from belfry.rota.requests.requests import Clash, Swap, TimeOffRequest
from belfry.rota.requests.rota_links import LinkKind
from belfry.rota.requests.standing_requests import AnyRequest, LinkTo, find_link

_SWAPS = (keys.ASK, keys.SWAP_TO_DECIDE, keys.SWAP_NEWS)
_TIME_OFF = (keys.TIME_OFF_TO_DECIDE, keys.TIME_OFF_NEWS)
_OWN_WEEKS = (keys.WEEK, keys.REMINDER)
_WHOLE_WEEKS = (keys.DRAFT, keys.OPEN_SHIFTS, keys.UNPUBLISHED, keys.FAIRNESS)


@dataclass(frozen=True, slots=True)
class FindLinks:
    store: Store

    def __call__(self, message: Message) -> LinkTo | None:
        facts = message.facts
        if message.kind in _OWN_WEEKS:
            return LinkTo(LinkKind.WEEK, str(facts["week"]), int(facts.get("edition", 0)))
        if message.kind in _WHOLE_WEEKS:
            head = self.store.find(RotaWeek, str(facts["week"]))
            newest = head.draft if head else 0
            number = int(facts.get("draft", newest))
            return LinkTo(LinkKind.DRAFT, str(facts["week"]), number) if number else None
        return find_link(message.kind, facts, self.find_request(message))

    def find_request(self, message: Message) -> AnyRequest | None:
        """What a message is about that tells of something asked."""
        facts = message.facts
        if message.kind in _SWAPS:
            return self.store.find(Swap, str(facts["swap"]))
        if message.kind in _TIME_OFF:
            return self.store.find(TimeOffRequest, str(facts["request"]))
        return self.store.find(Clash, str(facts["clash"])) if message.kind == keys.CLASH else None
