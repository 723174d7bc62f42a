"""Find which published shifts somebody has on some days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.rota.drafts.drafted_weeks import DraftLine
from belfry.rota.ports import Rotas
from belfry.rota.sheets.wall_cells import DAY, find_moment
from belfry.rota.week_days import find_monday


@dataclass(frozen=True, slots=True)
class FindOwnLines:
    rotas: Rotas
    clock: Clock
    zone: ZoneInfo

    def __call__(
        self, person: str, first_on: date, last_on: date, *, with_begun: bool = False
    ) -> tuple[DraftLine, ...]:
        """Those any part of which lies in the days and is to come, by their start.

        A shift that has begun can be changed no more: it counts only `with_begun`.
        """
        begins = max(find_moment(first_on, 0, self.zone), self.clock.now())
        ends = find_moment(last_on + DAY, 0, self.zone)
        # A shift that began on the Sunday before may reach into the first day.
        weeks = self.rotas.list_weeks(find_monday(first_on - timedelta(days=1)), last_on)
        found = [
            line
            for head in weeks
            if head.published and not head.archived_at
            for line in self.rotas.list_lines(head.id, head.published)
            if plain_name(person) in map(plain_name, line.people)
            and line.starts_at < ends
            and begins < line.ends_at
            and (with_begun or line.starts_at > self.clock.now())
        ]
        return tuple(sorted(found, key=lambda line: (line.starts_at, line.shift_id)))
