"""Which messages somebody may read: those about other people's shifts are theirs alone.

Whoever decides about the rota sees them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.accounts.users import Act, may
from belfry.kernel.errors import NotAllowed
from belfry.kernel.texts import plain_name
from belfry.rota.messages.message_keys import ROOM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.messaging.messages import Message


def list_readable(visit: Visit, messages: Sequence[Message]) -> list[Message]:
    """Those of them that whoever looks may read, in the order given."""
    if may(visit.user.role, Act.ANSWER) or not any(one.room == ROOM for one in messages):
        return list(messages)
    reader = plain_name(visit.services.rota.requests.find_deciders.find_name(visit.by))
    return [one for one in messages if one.room != ROOM or plain_name(one.person) == reader]


def check_readable(visit: Visit, message: Message) -> None:
    if not list_readable(visit, [message]):
        raise NotAllowed("this message is about somebody else's shifts")
