"""List requests: open ones, a person's own, and those answered lately."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.rota.ports import Requests, Rotas
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
        """What a person asked for or is asked, and their time off.

        Answered time off is listed until it is over.
        """
        who = plain_name(person)
        swaps = [
            swap
            for swap in self.requests.list_open_swaps()
            if who in (plain_name(swap.person), plain_name(swap.asked))
        ]
        time_off = [
            request
            for request in self._list_time_off(tuple(Asked))
            if plain_name(request.person) == who
        ]
        return OpenRequests(tuple(swaps), tuple(time_off))

    def _list_time_off(self, states: tuple[Asked, ...]) -> tuple[TimeOffRequest, ...]:
        today = self.clock.now().astimezone(self.zone).date()
        return tuple(self.requests.list_time_off(states, since=today))


BACK, AHEAD = timedelta(weeks=4), timedelta(weeks=6)
MOST = 50
_ANSWERED = (Asked.APPROVED, Asked.DECLINED, Asked.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class PastRequest:
    """One of the three; `at` is when it was answered."""

    at: datetime
    swap: Swap | None = None
    time_off: TimeOffRequest | None = None
    clash: Clash | None = None


@dataclass(frozen=True, slots=True)
class ListPastRequests:
    rotas: Rotas
    requests: Requests
    clock: Clock
    zone: ZoneInfo

    def __call__(self) -> tuple[PastRequest, ...]:
        """Those of the last four weeks and of the weeks to come, latest answer first."""
        today = self.clock.now().astimezone(self.zone).date()
        weeks = [head.id for head in self.rotas.list_weeks(today - BACK, today + AHEAD)]
        time_off = self.requests.list_time_off(_ANSWERED, since=today - BACK)
        swaps, clashes = self.requests.list_swaps(*weeks), self.requests.list_clashes(*weeks)
        past = [
            *(PastRequest(off.answered_at, time_off=off) for off in time_off if off.answered_at),
            *(PastRequest(swap.settled_at, swap=swap) for swap in swaps if swap.settled_at),
            *(
                PastRequest(clash.answered_at, clash=clash)
                for clash in clashes
                if clash.answered_at
            ),
        ]
        return tuple(sorted(past, key=lambda request: request.at, reverse=True)[:MOST])
