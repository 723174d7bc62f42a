"""List what people asked of the rota and nobody has decided yet."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.rota.ports import Requests
from belfry.rota.requests.requests import Asked, Clash, Swap, TimeOffRequest


@dataclass(frozen=True, slots=True)
class OpenRequests:
    """Each the oldest first; clashes by week and shift."""

    swaps: tuple[Swap, ...] = ()
    time_off: tuple[TimeOffRequest, ...] = ()
    clashes: tuple[Clash, ...] = ()


@dataclass(frozen=True, slots=True)
class ListRequests:
    requests: Requests
    clock: Clock
    zone: ZoneInfo

    def __call__(self) -> OpenRequests:
        return OpenRequests(
            tuple(self.requests.list_open_swaps()),
            self._list_time_off((Asked.UNREAD, Asked.PENDING)),
            tuple(self.requests.list_open_clashes()),
        )

    def list_own(self, person: str) -> OpenRequests:
        """What concerns one person: what they asked for, what they are asked, and their time off.

        Time off that has an answer is there, too, until it is over.
        """
        who = plain_name(person)
        swaps = [
            swap
            for swap in self.requests.list_open_swaps()
            if who in (plain_name(swap.person), plain_name(swap.asked))
        ]
        time_off = [
            one for one in self._list_time_off(tuple(Asked)) if plain_name(one.person) == who
        ]
        return OpenRequests(tuple(swaps), tuple(time_off))

    def _list_time_off(self, states: tuple[Asked, ...]) -> tuple[TimeOffRequest, ...]:
        today = self.clock.now().astimezone(self.zone).date()
        return tuple(self.requests.list_time_off(states, since=today))
