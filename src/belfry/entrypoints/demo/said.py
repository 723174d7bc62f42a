"""What people of the sample shop and its customers were told of late, and what waits."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.delivery.messages import Message

MOST_SHOWN = 20
SHOWN_FOR = timedelta(days=1)


def list_said(services: Services) -> list[dict[str, str]]:
    """The oldest first."""
    since = services.ports.clock.now() - SHOWN_FOR
    newest = services.ports.messages.list_newest(limit=MOST_SHOWN)
    late = [message for message in reversed(newest) if message.made_at > since]
    return [_describe(services, message) for message in late]


def _describe(services: Services, message: Message) -> dict[str, str]:
    script = services.delivery.preview.of(message).script if message.is_waiting else None
    return {
        "about": message.about,
        "state": message.state.value,
        "why": message.why,
        "text": script.text if script else message.text,
    }
