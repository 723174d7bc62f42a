"""What is wrong with the files that the room of jobs lives by."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from belfry.jobs.updates.message_keys import ROOM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.workspace.troubles import Trouble

TROUBLES_SHOWN = 20


class Troubles(TypedDict):
    """The first of them, and how many there are."""

    troubles: Sequence[Trouble]
    troubles_in_all: int


def find_troubles(visit: Visit) -> Troubles:
    found = visit.services.ports.troubles.list(room=ROOM)
    return {"troubles": found[:TROUBLES_SHOWN], "troubles_in_all": len(found)}
