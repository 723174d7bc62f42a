"""Links in messages about the rota: where they lead, how they are made and opened.

A link is made when its message leaves. Only the message holds the token; a digest is stored.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from itertools import compress
from typing import Any

from belfry.kernel.changes import Append
from belfry.kernel.errors import BelfryError, Conflict, NotFound
from belfry.kernel.texts import TOKEN_BYTES, digest_of, is_token
from belfry.messaging.messages import Message
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.messages import message_keys as keys
from belfry.rota.requests.notify_requests import AnyRequest
from belfry.rota.requests.requests import Clash, LinkKind, RotaLink, Swap, TimeOffRequest
from belfry.rota.rules.weeks import find_monday
from belfry.rota.team import FindExclusion

log = logging.getLogger(__name__)

GOOD_FOR = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class LinkTo:
    """See RotaLink."""

    kind: LinkKind
    about: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class MakeRotaLinks:
    store: Store
    secrets: Secrets

    def __call__(self, wanted: Sequence[tuple[Message, LinkTo]], now: datetime) -> dict[str, str]:
        """Tokens by message; a message whose link cannot be stored gets none."""
        tokens = [self.secrets.token(TOKEN_BYTES) for _ in wanted]
        links = [
            RotaLink(
                digest=digest_of(token),
                **asdict(target),
                person=message.person,
                made_at=now,
                expires_at=now + GOOD_FOR,
            )
            for (message, target), token in zip(wanted, tokens, strict=True)
        ]
        try:
            stored = self.store.commit_each([[Append(link)] for link in links])
        except BelfryError as error:
            log.warning("rota.without_links", extra={"error": str(error)})
            return {}
        made = compress(zip(wanted, tokens, strict=True), stored)
        return {message.id: token for (message, _), token in made}


@dataclass(frozen=True, slots=True)
class OpenRotaLink:
    store: Store
    clock: Clock
    find_exclusion: FindExclusion

    def __call__(self, token: str, *kinds: LinkKind) -> RotaLink:
        """Raises NotFound for an unknown link or another kind, Conflict if it has expired.

        The link of a person who may not act any more is as unknown.
        """
        link = self.store.find(RotaLink, digest_of(token)) if is_token(token) else None
        if link is None or (kinds and link.kind not in kinds):
            raise NotFound("this link leads nowhere")
        if self.clock.now() >= link.expires_at:
            raise Conflict("this link is too old")
        if why := self.find_exclusion(link.person):
            log.info("rota.link_refused", extra={"why": why})
            raise NotFound("this link leads nowhere")
        return link


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
        """The request that a message is about, if any."""
        facts = message.facts
        if message.kind in _SWAPS:
            return self.store.find(Swap, str(facts["swap"]))
        if message.kind in _TIME_OFF:
            return self.store.find(TimeOffRequest, str(facts["request"]))
        return self.store.find(Clash, str(facts["clash"])) if message.kind == keys.CLASH else None


def find_link(kind: str, facts: Mapping[str, Any], record: AnyRequest | None) -> LinkTo | None:
    """Where the reader of a message about a request can answer it or see the result."""
    match kind, record:
        case keys.ASK, Swap():
            return LinkTo(LinkKind.ASK, record.id, int(facts["round"]))
        case keys.SWAP_TO_DECIDE, Swap():
            return LinkTo(LinkKind.SWAP, record.id, int(facts["round"]))
        case keys.SWAP_NEWS, Swap():
            return LinkTo(LinkKind.WEEK, record.week)
        case keys.TIME_OFF_TO_DECIDE, TimeOffRequest():
            return LinkTo(LinkKind.TIME_OFF, record.id)
        case keys.TIME_OFF_NEWS, TimeOffRequest(first_on=date() as day):
            return LinkTo(LinkKind.WEEK, find_monday(day).isoformat())
        case keys.CLASH, Clash():
            return LinkTo(LinkKind.CLASH, record.key)
        case _:
            return None
