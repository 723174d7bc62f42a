"""Show a whole year of the controls: what was done, late or missed, and what is to come.

How many controls each area has is counted, to find the page that is looked at; due dates are worked
out, and histories read, only for that page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from belfry.controls.chains.rules import Rules
from belfry.controls.controls import Control, ControlSummary, CycleLine
from belfry.controls.find_controls import SearchControls
from belfry.controls.ports import AreaPart, Areas, Histories
from belfry.controls.reminders.reminders import make_owner_names
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeats import find_next_due, list_passed
from belfry.controls.reports.monthly_summary import Due, Fate, list_dues, list_open_dues
from belfry.kernel.hours.clock_times import ReadingError


class DueDay(NamedTuple):
    """One due date; no `fate` if it is still to come. `days` is how late it was or is.

    Not `is_single` if it stands for several that were missed in a row.
    """

    on: date
    fate: Fate | None
    days: int = 0
    is_single: bool = True


def list_year(
    control: Control | ControlSummary, lines: Collection[CycleLine], year: int, today: date
) -> list[DueDay]:
    """In order; `lines` are those of the control that tell of the year, and of the one before."""
    ahead = _foresee(control.repeat, control.due_on, control.anchor_on, year, today)
    dues = [*list_dues(lines), *list_open_dues(control, today)]
    past = [_show(due) for due in dues if due.on.year == year]
    return sorted((*past, *ahead), key=attrgetter("on"))


def _show(due: Due) -> DueDay:
    return DueDay(due.on, due.fate, due.days, due.is_single)


# A sheet shows the same controls as the sheet before, and few of them were done meanwhile.
@lru_cache(maxsize=256)
def _foresee(
    repeat_text: str, due_on: date, anchor_on: date, year: int, today: date
) -> tuple[DueDay, ...]:
    """Those of the year that are not past; `repeat_text` as in the sheet."""
    days = _walk(repeat_text, due_on, anchor_on, date(year, 12, 31), today)
    return tuple(day for day in days if day.on.year == year)


def _walk(
    repeat_text: str, due_on: date, anchor_on: date, last: date, today: date
) -> Iterator[DueDay]:
    done_on = max(due_on, today)
    if due_on >= today:
        yield DueDay(due_on, None)
    try:
        repeat = parse_repeat(repeat_text)
    except ReadingError:  # it was readable once; the sync tells what is wrong with it now
        return
    passed = list_passed(repeat, due_on=due_on, until=done_on, anchor_on=anchor_on)
    yield from (DueDay(day, None) for day in passed[1:] if day >= today)
    due_on = passed[-1]
    while True:
        due_on = find_next_due(repeat, credited_on=due_on, done_on=done_on, anchor_on=anchor_on)
        if due_on > last:
            return
        yield DueDay(due_on, None)
        done_on = due_on


@dataclass(frozen=True, slots=True)
class YearRow:
    control: ControlSummary
    owner: str
    days: Sequence[DueDay]


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
    areas: Areas
    histories: Histories
    search: SearchControls

    def __call__(self, year: int, *, area: str = "", page: int = 1, per_page: int) -> YearShown:
        """By area and name; a page that is none is the nearest there is."""
        today, rules = self.search.list_controls.find_today(), self.search.find_rules()
        counts = _in_order(self.areas.count())
        wanted = {key: number for key, number in counts.items() if area in ("", key)}
        count = sum(wanted.values())
        pages = max(-(-count // per_page), 1)
        page = min(max(page, 1), pages)
        parts = cut_page(wanted, (page - 1) * per_page, per_page)
        rows = self._fill(self.areas.list_parts(parts), rules, year, today)
        return YearShown(
            year=year,
            today=today,
            rows=rows,
            page=page,
            pages=pages,
            count=count,
            areas=tuple(filter(None, counts)),
            holidays=_name_holidays(rows, rules, year),
        )

    def _fill(
        self, controls: Sequence[ControlSummary], rules: Rules, year: int, today: date
    ) -> tuple[YearRow, ...]:
        """What was missed may have been taken back by a line of the year before."""
        name_owner = make_owner_names(rules, self.search.find_staff())
        histories: dict[str, list[CycleLine]] = {control.id: [] for control in controls}
        first, last = date(year - 1, 1, 1), date(year, 12, 31)
        for line in self.histories.list_ended(first, last, control_ids=list(histories)):
            histories[line.control_id].append(line)
        return tuple(
            YearRow(
                control,
                name_owner(control.owner, control.area),
                list_year(control, histories[control.id], year, today),
            )
            for control in controls
        )


def cut_page(counts: Mapping[str, int], skip: int, limit: int) -> list[AreaPart]:
    """The parts that make up one page: `limit` controls after those that are passed over."""
    parts = []
    for area, count in counts.items():
        taken = min(max(count - skip, 0), limit)
        if taken:
            parts.append(AreaPart(area, skip, taken))
        skip, limit = max(skip - count, 0), limit - taken
    return parts


def _in_order(counts: Mapping[str, int]) -> dict[str, int]:
    return {area: counts[area] for area in sorted(counts, key=lambda area: (area.casefold(), area))}


def _name_holidays(rows: Iterable[YearRow], rules: Rules, year: int) -> dict[date, str]:
    """Those that something is due on: its reminder waits for the next working day."""
    days = {day.on for row in rows for day in row.days}
    return {day: name for day, name in rules.holidays.list_year(year).items() if day in days}
