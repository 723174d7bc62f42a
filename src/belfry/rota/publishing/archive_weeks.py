"""Put weeks away that have ended: nothing about them is asked, changed or told any more.

What they held stays readable: hours of past weeks count, and so do their last shifts for rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from zoneinfo import ZoneInfo

from belfry.accounts.users.book import insist
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.entries import record
from belfry.rota.ports import Rotas
from belfry.rota.week_days import SEVEN_DAYS, find_this_monday

# Nobody had weeks here before.
THE_FIRST = date(2000, 1, 3)


@dataclass(frozen=True, slots=True)
class ArchiveWeeks:
    store: Store
    rotas: Rotas
    clock: Clock
    crash_points: CrashPoints
    zone: ZoneInfo

    def __call__(self) -> int:
        """How many were put away now."""
        last = find_this_monday(self.clock.now(), self.zone) - SEVEN_DAYS
        ended = [head for head in self.rotas.list_weeks(THE_FIRST, last) if not head.archived_at]
        return sum(self._put_away(head.id) for head in ended)

    def _put_away(self, week: str) -> bool:
        def put_away() -> bool:
            head = self.store.find(RotaWeek, week)
            if head is None or head.archived_at:
                return False
            now = self.clock.now()
            self.store.commit(record(replace(head, archived_at=now), action="archived", at=now))
            return True

        done = insist(put_away)
        self.crash_points.reached("rota.week_archived")
        return done
