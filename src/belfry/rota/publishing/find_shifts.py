"""Find published or planned shifts: one by its id, or a person's on some days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, line_key
from belfry.rota.ports import Rotas
from belfry.rota.publishing.own_shifts import OwnShift, own_shift
from belfry.rota.rules.weeks import find_monday
from belfry.rota.sheets.cells import DAY, find_moment
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets


@dataclass(frozen=True, slots=True)
class FindShift:
    store: Store
    rotas: Rotas
    read_sheets: ReadRotaSheets

    def known(self, week: str, shift_id: str) -> OwnShift | None:
        """As published; if the week no longer has it, as it was published last."""
        head = self.store.find(RotaWeek, week)
        if head is None:
            return None
        if line := self._find_line(week, head.published, shift_id):
            return own_shift(line)
        approved = (draft.number for draft in self.rotas.list_drafts(week) if draft.approved_at)
        for number in reversed(list(approved)):
            if line := self._find_line(week, number, shift_id):
                return own_shift(line)
        return None

    def list_people(self, week: str, shift_id: str) -> tuple[str, ...]:
        """Who has it in the published week."""
        head = self.store.find(RotaWeek, week)
        line = self._find_line(week, head.published, shift_id) if head else None
        return line.people if line else ()

    def planned(self, week: str, shift_id: str) -> OwnShift | None:
        """As in the week's sheet now."""
        try:
            roster = self.read_sheets.staff().roster
            rows = self.read_sheets.week(date.fromisoformat(week), roster).rows
        except (NotFound, InputError):
            return None
        shifts = (row.shift for row in rows)
        return next((own_shift(shift) for shift in shifts if shift.id == shift_id), None)

    def _find_line(self, week: str, number: int, shift_id: str) -> DraftLine | None:
        return self.store.find(DraftLine, line_key(week, number, shift_id))


@dataclass(frozen=True, slots=True)
class FindOwnLines:
    rotas: Rotas
    clock: Clock
    zone: ZoneInfo

    def __call__(
        self, person: str, first_on: date, last_on: date, *, with_begun: bool = False
    ) -> tuple[DraftLine, ...]:
        """Shifts that overlap the days and are not over, by start.

        A shift that has begun can no longer be changed and counts only `with_begun`.
        """
        begins = max(find_moment(first_on, 0, self.zone), self.clock.now())
        ends = find_moment(last_on + DAY, 0, self.zone)
        # A shift that began on the Sunday before may reach into the first day.
        weeks = self.rotas.list_weeks(find_monday(first_on - timedelta(days=1)), last_on)
        lines = [
            line
            for head in weeks
            if head.published and not head.archived_at
            for line in self.rotas.list_lines(head.id, head.published)
            if plain_name(person) in map(plain_name, line.people)
            and line.starts_at < ends
            and begins < line.ends_at
            and (with_begun or line.starts_at > self.clock.now())
        ]
        return tuple(sorted(lines, key=lambda line: (line.starts_at, line.shift_id)))
