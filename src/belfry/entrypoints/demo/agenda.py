"""What the people of the sample shop will do, taken up as its time comes."""

from __future__ import annotations

import logging
from collections import deque
from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.kernel.errors import BelfryError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from belfry.bootstrap import Services
    from belfry.entrypoints.demo.deeds import Deed

    ListDeeds = Callable[[datetime, datetime], Sequence[Deed]]

log = logging.getLogger(__name__)

LOOK_AHEAD = timedelta(hours=6)


class Agenda:
    """The deeds after `since`, each once; `list_deeds` gives those after one moment up to another.

    A deed that cannot be done any more, because a visitor was faster, is left undone.
    """

    def __init__(self, list_deeds: ListDeeds, since: datetime) -> None:
        self._list_deeds = list_deeds
        self._known_until = since
        self._deeds: deque[Deed] = deque()

    def find_next(self, until: datetime) -> datetime | None:
        """The moment of the next deed up to `until`."""
        self._look_ahead(until)
        return self._deeds[0].at if self._deeds and self._deeds[0].at <= until else None

    def do_due(self, services: Services, now: datetime) -> bool:
        """Whether anybody did anything."""
        self._look_ahead(now)
        is_done = False
        while self._deeds and self._deeds[0].at <= now:
            is_done |= _do(self._deeds.popleft(), services)
        return is_done

    def _look_ahead(self, until: datetime) -> None:
        if until > self._known_until:
            further = until + LOOK_AHEAD
            self._deeds.extend(self._list_deeds(self._known_until, further))
            self._known_until = further


def _do(deed: Deed, services: Services) -> bool:
    """The edge: whatever is wrong with one deed, the clock goes on."""
    try:
        deed.do(services)
    except BelfryError as error:
        log.info("demo.deed_left_undone", extra={"deed": deed.what, "error": str(error)})
        return False
    except Exception:
        log.exception("demo.deed_raised", extra={"deed": deed.what})
        return False
    return True
