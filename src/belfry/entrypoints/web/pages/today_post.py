"""Which messages Today speaks of: those that need somebody, leave next, or left today."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from typing import TYPE_CHECKING

from belfry.entrypoints.web.pages.letters import show_each
from belfry.kernel.cadence import find_zone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.delivery.messages import Message
    from belfry.entrypoints.web.pages.letters import Shown
    from belfry.entrypoints.web.pages.visits import Visit

MOST, AHEAD, LATEST = 8, 8, 5


@dataclass(frozen=True, slots=True)
class Post:
    """`wanting` went wrong or wait for a yes; `ahead` leave by themselves; `latest` left today.

    `has_more_wrong` and `has_more_asking` if there are others like those in `wanting`.
    `sent` is how many left today, of which `is_all` tells whether there may be more.
    """

    wanting: Sequence[Shown]
    ahead: Sequence[Shown]
    latest: Sequence[Shown]
    sent: int
    is_all: bool
    has_more_wrong: bool
    has_more_asking: bool


def find_post(visit: Visit) -> Post:
    """All of them are looked up together, however few or many there are."""
    delivery = visit.services.delivery
    undecided = delivery.list_undecided(limit=MOST + 1)
    wanting = [*undecided.wrong[:MOST], *undecided.asking[:MOST]]
    waiting = visit.services.ports.messages.list_next(limit=AHEAD)
    ahead = [message for message in waiting if message.due_at is not None]
    sent = delivery.list_sent(since=find_midnight(visit), limit=LATEST)
    shown = _show_all(visit, [*wanting, *ahead, *sent.latest])
    return Post(
        wanting=[shown[message.id] for message in wanting],
        ahead=[shown[message.id] for message in ahead],
        latest=[shown[message.id] for message in sent.latest],
        sent=sent.count,
        is_all=sent.is_all,
        has_more_wrong=len(undecided.wrong) > MOST,
        has_more_asking=len(undecided.asking) > MOST,
    )


def find_midnight(visit: Visit) -> datetime:
    """When the reader's day began."""
    zone = find_zone(visit.user.timezone or visit.services.settings.timezone)
    return datetime.combine(visit.now.astimezone(zone).date(), time(0), zone)


def _show_all(visit: Visit, messages: Sequence[Message]) -> dict[str, Shown]:
    each = {message.id: message for message in messages}
    return {one.message.id: one for one in show_each(visit.services, list(each.values()))}
