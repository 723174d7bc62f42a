"""How a week is laid out on a page: people down, days across, open shifts on top."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.rota.drafted_weeks import Outcome
from belfry.rota.shift_words import render_hours

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from belfry.rota.draft_lines import PersonHours
    from belfry.rota.drafted_weeks import DraftLine
    from belfry.rota.show_week import WeekView

Cells = tuple[tuple["DraftLine", ...], ...]

WIDTH = 100
_TO_SEE_TO = (Outcome.SHORT_STAFFED, Outcome.HELD)


@dataclass(frozen=True, slots=True)
class Bar:
    """Somebody's hours as a picture `WIDTH` wide: how long it is, and where the target stands.

    `over` is the part beyond the target; `words` say the same.
    """

    filled: int
    over: int
    target: int
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    bar: Bar | None
    cells: Cells


@dataclass(frozen=True, slots=True)
class Grid:
    """`open` are the shifts on which somebody is missing, or which a person must decide."""

    days: tuple[date, ...]
    open: Cells
    rows: tuple[Row, ...]

    @property
    def has_open(self) -> bool:
        return any(self.open)


def lay_out(view: WeekView) -> Grid:
    """Everybody on the staff list, by name; then whoever else has a shift."""
    hours = {one.name: one for one in view.people}
    theirs = _by_person(view)
    strangers = sorted(theirs.keys() - hours.keys())
    empty: Cells = tuple(() for _ in view.days)
    most = max((max(one.cap, one.placed, one.target) for one in view.people), default=0)
    return Grid(
        days=tuple(day.day for day in view.days),
        open=tuple(tuple(filter(needs_somebody, day.lines)) for day in view.days),
        rows=tuple(
            Row(name, _draw(hours.get(name), most), theirs.get(name, empty))
            for name in (*sorted(hours, key=str.casefold), *strangers)
        ),
    )


def needs_somebody(line: DraftLine) -> bool:
    return line.is_open or line.outcome in _TO_SEE_TO


def list_open(lines: Iterable[DraftLine]) -> list[DraftLine]:
    return [line for line in lines if line.is_open]


def draw_bar(one: PersonHours, most: int) -> Bar:
    """Against the longest week that anybody may have, so that the bars can be compared."""
    scale = max(most, 1)
    filled = min(one.placed, one.target) * WIDTH // scale
    over = max(0, one.placed * WIDTH // scale - filled)
    words = f"{render_hours(one.placed)} of {render_hours(one.target)}"
    return Bar(filled, over, one.target * WIDTH // scale, words)


def _draw(one: PersonHours | None, most: int) -> Bar | None:
    return draw_bar(one, most) if one else None


def _by_person(view: WeekView) -> dict[str, Cells]:
    """Everybody's shifts, day by day."""
    found: dict[str, list[list[DraftLine]]] = {}
    for place, day in enumerate(view.days):
        for line in day.lines:
            for name in dict.fromkeys(line.people):
                found.setdefault(name, [[] for _ in view.days])[place].append(line)
    return {name: tuple(map(tuple, days)) for name, days in found.items()}
