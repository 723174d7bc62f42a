"""Find which shifts people have in the weeks near one: rest is counted across its ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from belfry.kernel.errors import InputError, NotFound
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
from belfry.rota.drafts.rosters import Roster
from belfry.rota.ports import Rotas
from belfry.rota.rules.members import Worked
from belfry.rota.rules.rules import Rules
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.week_days import SEVEN_DAYS
from belfry.workspace.tables.cache import Cache


@dataclass(frozen=True, slots=True)
class FindWorked:
    rotas: Rotas
    read_sheets: ReadRotaSheets
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, monday: date, rules: Rules, roster: Roster) -> tuple[Worked, ...]:
        """As far off as a row of days may reach, before the week and after it."""
        weeks = -(-max(7, rules.days_in_row or 0) // 7)
        first, last = monday - weeks * SEVEN_DAYS, monday + weeks * SEVEN_DAYS
        known = {head.starts_on: head for head in self.rotas.list_weeks(first, last)}
        days = [monday + step * SEVEN_DAYS for step in range(-weeks, weeks + 1) if step]
        found: list[Worked] = []
        for day in days:
            head = known.get(day)
            if head and head.published:
                found += self._list_published(head)
            elif day < monday:
                found += self._list_typed(day, roster)
        return tuple(found)

    def _list_published(self, head: RotaWeek) -> Sequence[Worked]:
        """Read anew once the week changes: no line of a draft ever does."""

        def read() -> Sequence[Worked]:
            return tuple(_list_each(self.rotas.list_lines(head.id, head.published)))

        return self.cache(head.id, head, read)

    def _list_typed(self, monday: date, roster: Roster) -> Iterator[Worked]:
        """A week that was never published here may have been made by hand: its sheet tells."""
        try:
            listed = self.read_sheets.week(monday, roster).found.rows
        except (NotFound, InputError):
            return
        for shift in (row.shift for row in listed):
            for name in shift.wishes:
                yield Worked(
                    name=name,
                    shift_id=shift.id,
                    day=shift.day,
                    starts_at=shift.starts_at,
                    ends_at=shift.ends_at,
                )


def _list_each(lines: Iterable[DraftLine]) -> Iterator[Worked]:
    """Every shift as each of its people has it."""
    for line in lines:
        for name in line.people:
            yield Worked(
                name=name,
                shift_id=line.shift_id,
                day=line.day,
                starts_at=line.starts_at,
                ends_at=line.ends_at,
            )
