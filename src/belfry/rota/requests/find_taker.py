"""Find who is to be asked next to take a shift over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.kernel.texts import make_harmless
from belfry.ports.clock import Clock
from belfry.rota.explaining.covers import Cover, Covers, find_covers
from belfry.rota.ports import Requests
from belfry.rota.publishing.open_published import PublishedWeek
from belfry.rota.requests.requests import Swap, SwapState
from belfry.rota.requests.swap_moves import ask, get_stuck
from belfry.workspace.people.find_staff import FindStaff
from belfry.workspace.people.staff import Staff

LONGEST_WHY = 1000


@dataclass(frozen=True, slots=True)
class FindTaker:
    requests: Requests
    find_staff: FindStaff
    clock: Clock
    zone: ZoneInfo

    def __call__(self, week: PublishedWeek, swap: Swap) -> Swap:
        """The swap with the next one asked, or stuck because nobody is left."""
        covers = find_covers(week.placed, swap.shift_id, swap.person)
        for cover in self.list_free(week, swap, covers):
            return ask(swap, cover)
        return get_stuck(swap, _say_stuck(covers.may_not))

    def list_free(self, week: PublishedWeek, swap: Swap, covers: Covers) -> list[Cover]:
        """Those who may take it and can be asked, the first in turn first."""
        passed = {*swap.refusers, *self._list_passed(swap)}
        staff, days = self.find_staff(), self._list_days(week, swap)
        return [
            cover
            for cover in covers.may
            if cover.name not in passed and not _is_away(staff, cover.name, days)
        ]

    def _list_passed(self, swap: Swap) -> Iterator[str]:
        """Those who are asked about the same shift for somebody else, or were let off it."""
        for other in self.requests.list_swaps(swap.week):
            if other.shift_id == swap.shift_id and other.id != swap.id:
                if other.is_open:
                    yield other.asked
                elif other.state is SwapState.DONE:
                    yield other.person

    def _list_days(self, week: PublishedWeek, swap: Swap) -> tuple[date, ...]:
        today = self.clock.now().astimezone(self.zone).date()
        return today, week.get_line(swap.shift_id).day


def _is_away(staff: Staff, name: str, days: Sequence[date]) -> bool:
    return any(staff.is_away(name, day) for day in days)


def _say_stuck(may_not: Sequence[Cover]) -> str:
    said = "; ".join(cover.words for cover in may_not)
    return make_harmless(f"{said}.", most=LONGEST_WHY) if said else ""
