"""How a week is laid out on a page: people down, days across, open shifts on top."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, NamedTuple

from fastapi import Depends, Path

from belfry.kernel.errors import NotFound
from belfry.rota.drafts.drafted_weeks import DraftLine, Outcome
from belfry.rota.drafts.open_draft import PersonHours
from belfry.rota.drafts.show_week import WeekView
from belfry.rota.rules.weeks import find_monday

WIDTH = 100
_TONES = {Outcome.HELD: "warn", Outcome.SHORT_STAFFED: "bad"}


class Card(NamedTuple):
    """A shift in a row; `is_pinned` is about the person of that row."""

    line: DraftLine
    is_pinned: bool

    @property
    def tone(self) -> str:
        """Empty if no one has to see to it."""
        is_short = len(self.line.people) < self.line.headcount
        return _TONES.get(self.line.outcome) or ("bad" if is_short else "")


Cells = list[list[Card]]


class Bar(NamedTuple):
    """Hours as a picture `WIDTH` wide: up to the target, `over` it, and where the target stands."""

    filled: int
    over: int
    target: int


class Row(NamedTuple):
    """A person's shifts, day by day; `hours` is None for people who left the staff list."""

    name: str
    hours: PersonHours | None
    bar: Bar | None
    cells: Cells


@dataclass(frozen=True, slots=True)
class Grid:
    """`shifts` are all of each day, `open` those that lack people or need a decision."""

    days: list[date]
    shifts: Cells
    open: Cells
    rows: list[Row]

    @property
    def has_open(self) -> bool:
        return any(self.open)


def lay_out(view: WeekView) -> Grid:
    """Everyone on the staff list, by name; then others who have a shift."""
    hours = {person.name: person for person in view.people}
    most = max((max(person.cap, person.placed, person.target) for person in view.people), default=0)
    cells: dict[str, Cells] = {}
    for place, day in enumerate(view.days):
        for line in day.lines:
            for name in dict.fromkeys(line.people):
                is_pinned = line.is_pinned and name in view.pins.get(line.shift_id, ())
                days = cells.setdefault(name, [[] for _ in view.days])
                days[place].append(Card(line, is_pinned))
    shifts = [[Card(line, line.is_pinned) for line in day.lines] for day in view.days]
    empty: Cells = [[] for _ in view.days]
    return Grid(
        days=[day.day for day in view.days],
        shifts=shifts,
        open=[[card for card in day if card.tone] for day in shifts],
        rows=[
            Row(name, person, draw_bar(person, most) if person else None, cells.get(name, empty))
            for name in (*sorted(hours, key=str.casefold), *sorted(cells.keys() - hours.keys()))
            for person in [hours.get(name)]
        ],
    )


def draw_bar(hours: PersonHours, most: int) -> Bar:
    """Against the longest week that anyone may have, so that the bars can be compared."""
    scale = max(most, 1)
    filled = min(hours.placed, hours.target) * WIDTH // scale
    over = max(0, hours.placed * WIDTH // scale - filled)
    return Bar(filled, over, hours.target * WIDTH // scale)


FIRST, LAST = date(2000, 1, 3), date(2100, 1, 4)
ONE_WEEK = timedelta(days=7)
LONGEST_DAY = 10


def find_week(text: str) -> date:
    """The Monday of the week of that day; NotFound for what is no day of ours."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise NotFound("there is no such week: write its Monday, like 2026-11-16") from error
    if not FIRST <= day <= LAST:
        raise NotFound("there is no such week")
    return find_monday(day)


async def _find_monday(monday: Annotated[str, Path(max_length=LONGEST_DAY)]) -> date:
    return find_week(monday)


Monday = Annotated[date, Depends(_find_monday)]
