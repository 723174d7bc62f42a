"""Show a whole year of the controls: what was done, late or missed, and what is to come.

The names of all controls are read, to sort them by area and name; due dates are worked out, and
histories read, only for the page of them that is looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from belfry.controls.controls import Control
from belfry.controls.glimpses import Named
from belfry.controls.histories import CycleLine
from belfry.controls.next_in_line import name_owner
from belfry.controls.ports import Controls, Histories
from belfry.controls.rules import Rules
from belfry.controls.search_controls import SearchControls
from belfry.controls.years import DueDay, list_year

MONTHS = 12


@dataclass(frozen=True, slots=True)
class YearRow:
    """A control, who sees to it, and its due dates month by month."""

    control: Control
    owner: str
    months: tuple[tuple[DueDay, ...], ...]


@dataclass(frozen=True, slots=True)
class YearShown:
    """One page of a year; `areas` are all there are, and `holidays` those of the year by day."""

    year: int
    today: date
    rows: tuple[YearRow, ...]
    page: int
    pages: int
    count: int
    areas: tuple[str, ...]
    holidays: dict[date, str]


@dataclass(frozen=True, slots=True)
class ShowYear:
    controls: Controls
    histories: Histories
    search: SearchControls

    def __call__(self, year: int, *, area: str = "", page: int = 1, per_page: int) -> YearShown:
        """By area and name; a page that is none is the nearest there is."""
        today = self.search.list_controls.find_today()
        by_area = _group(self.controls.list_names())
        wanted = {key: found for key, found in by_area.items() if area in ("", key)}
        count = sum(map(len, wanted.values()))
        pages = max(-(-count // per_page), 1)
        page = min(max(page, 1), pages)
        rules = self.search.find_rules()
        shown = _pick(wanted, (page - 1) * per_page, per_page)
        rows = self._fill(shown, rules, year, today)
        return YearShown(
            year=year,
            today=today,
            rows=rows,
            page=page,
            pages=pages,
            count=count,
            areas=tuple(sorted(filter(None, by_area), key=str.casefold)),
            holidays=_name_holidays(rows, rules),
        )

    def _fill(
        self, ids: Sequence[str], rules: Rules, year: int, today: date
    ) -> tuple[YearRow, ...]:
        """What was missed may have been taken back by a line of the year before."""
        staff = self.search.find_staff()
        controls = self.search.fetch(ids)
        histories: dict[str, list[CycleLine]] = {one.id: [] for one in controls}
        first, last = date(year - 1, 1, 1), date(year, 12, 31)
        for line in self.histories.list_ended(first, last, control_ids=list(histories)):
            histories[line.control_id].append(line)
        return tuple(
            YearRow(
                one,
                name_owner(one, rules, staff),
                _by_month(list_year(one, histories[one.id], year, today)),
            )
            for one in controls
        )


def _by_month(days: Iterable[DueDay]) -> tuple[tuple[DueDay, ...], ...]:
    months: list[list[DueDay]] = [[] for _ in range(MONTHS)]
    for day in days:
        months[day.on.month - 1].append(day)
    return tuple(tuple(month) for month in months)


def _name_holidays(rows: Iterable[YearRow], rules: Rules) -> dict[date, str]:
    """Those that something is due on: its reminder waits for the next working day."""
    days = {day.on for row in rows for month in row.months for day in month}
    named = {day: rules.holidays.name_of(day) for day in days}
    return {day: name for day, name in named.items() if name}


def _group(names: Iterable[Named]) -> dict[str, list[tuple[str, str]]]:
    """Names and ids by their area."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for area, name, control_id in names:
        found[area].append((name, control_id))
    return found


def _pick(by_area: Mapping[str, list[tuple[str, str]]], skip: int, count: int) -> list[str]:
    """The ids of one page, by area and name: only areas that stand on it are put in order."""
    picked: list[str] = []
    for area in sorted(by_area, key=lambda one: (one.casefold(), one)):
        found = by_area[area]
        if skip < len(found) and len(picked) < count:
            ordered = sorted(found, key=lambda one: (one[0].casefold(), one[1]))
            picked += [one[1] for one in ordered[skip : skip + count - len(picked)]]
        skip = max(skip - len(found), 0)
    return picked
