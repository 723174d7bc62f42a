"""List what people asked of the rota and nobody has decided yet."""

from __future__ import annotations

from collections.abc import Sequence
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


BACK, AHEAD = timedelta(weeks=4), timedelta(weeks=6)
MOST = 50
_ANSWERED = (Asked.APPROVED, Asked.DECLINED, Asked.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class PastRequest:
    """Exactly one of the three; `at` is when it was answered."""

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
        """Those of the last four weeks and of the weeks to come."""
        today = self.clock.now().astimezone(self.zone).date()
        weeks = [head.id for head in self.rotas.list_weeks(today - BACK, today + AHEAD)]
        time_off = self.requests.list_time_off(_ANSWERED, since=today - BACK)
        found = [
            *(PastRequest(one.answered_at, time_off=one) for one in time_off if one.answered_at),
            *self._list_weeks(weeks),
        ]
        return tuple(sorted(found, key=lambda one: one.at, reverse=True)[:MOST])

    def _list_weeks(self, weeks: Sequence[str]) -> list[PastRequest]:
        swaps, clashes = self.requests.list_swaps(*weeks), self.requests.list_clashes(*weeks)
        return [
            *(PastRequest(one.settled_at, swap=one) for one in swaps if one.settled_at),
            *(PastRequest(one.answered_at, clash=one) for one in clashes if one.answered_at),
        ]
