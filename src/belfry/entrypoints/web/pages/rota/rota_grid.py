"""How a week is laid out on a page: people down, days across, open shifts on top."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Annotated, NamedTuple

from fastapi import Depends, Path

from belfry.entrypoints.web.pages.addresses import render_name
from belfry.kernel.errors import NotFound
from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.rules.weeks import find_monday
from belfry.rota.shift_words import render_hours

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from belfry.rota.drafts.drafted_weeks import DraftLine
    from belfry.rota.drafts.open_draft import PersonHours
    from belfry.rota.drafts.show_week import WeekView


Cells = tuple[tuple["Card", ...], ...]

WIDTH = 100
# A shift has a tone if somebody has to see to it.
_TONES = {Outcome.HELD: "warn", Outcome.SHORT_STAFFED: "bad"}


class Card(NamedTuple):
    """A shift in the words of the page; `is_marked` if one of the marks stands beside it."""

    line: DraftLine
    names: tuple[str, ...]
    address: str
    times: str
    role: str
    people: str
    tone: str
    is_pinned: bool
    is_marked: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """Somebody's hours as a picture `WIDTH` wide: how long it is, and where the target stands.

    `over` is the part beyond the target; `words` say the same.
    """

    filled: int
    over: int
    target: int
    words: str


class Row(NamedTuple):
    """Somebody's shifts, day by day; `is_open` for those that want somebody."""

    name: str
    bar: Bar | None
    cells: Cells
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """`shifts` are all of each day, `open` those on which somebody is missing, or must decide."""

    days: tuple[date, ...]
    shifts: Cells
    open: Cells
    rows: tuple[Row, ...]

    @property
    def has_open(self) -> bool:
        return any(self.open)

    @property
    def table(self) -> tuple[Row, ...]:
        """The rows, below what is open."""
        return (Row("", None, self.open, is_open=True), *self.rows) if self.has_open else self.rows

    @property
    def by_day(self) -> Iterable[tuple[date, tuple[Card, ...]]]:
        return zip(self.days, self.shifts, strict=True)


def lay_out(view: WeekView, rest: str = "") -> Grid:
    """Everybody on the staff list, by name; then whoever else has a shift.

    `rest` is what the address of a shift needs to stay with an older draft.
    """
    hours = {one.name: one for one in view.people}
    shifts = tuple(
        tuple(_make_card(line, rest, is_pinned=line.is_pinned) for line in day.lines)
        for day in view.days
    )
    theirs = _by_person(shifts, view.pins, rest)
    strangers = sorted(theirs.keys() - hours.keys())
    empty: Cells = tuple(() for _ in view.days)
    most = max((max(one.cap, one.placed, one.target) for one in view.people), default=0)
    return Grid(
        days=tuple(day.day for day in view.days),
        shifts=shifts,
        open=tuple(tuple(one for one in day if one.tone) for day in shifts),
        rows=tuple(
            Row(name, _draw(hours.get(name), most), theirs.get(name, empty))
            for name in (*sorted(hours, key=str.casefold), *strangers)
        ),
    )


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


def _make_card(line: DraftLine, rest: str, *, is_pinned: bool) -> Card:
    names = line.people
    tone = _TONES.get(line.outcome) or ("bad" if len(names) < line.headcount else "")
    return Card(
        line,
        names,
        f"/rota/{line.week}/shifts/{render_name(line.shift_id)}{rest}",
        f"{line.starts}–{line.ends}",
        line.role,
        ", ".join(names),
        tone,
        is_pinned,
        bool(is_pinned or tone or line.outcome is Outcome.FAIR_SWAP),
    )


def _by_person(shifts: Cells, pins: Mapping[str, tuple[str, ...]], rest: str) -> dict[str, Cells]:
    """Everybody's shifts, day by day; beside somebody pinned there may be others who are not."""
    found: defaultdict[str, list[list[Card]]] = defaultdict(lambda: [[] for _ in shifts])
    for place, day in enumerate(shifts):
        for card in day:
            pinned = pins.get(card.line.shift_id, ())
            loose = _make_card(card.line, rest, is_pinned=False) if card.is_pinned else card
            for name in dict.fromkeys(card.names):
                found[name][place].append(card if name in pinned else loose)
    return {name: tuple(map(tuple, days)) for name, days in found.items()}


FIRST, LAST = date(2000, 1, 3), date(2100, 1, 4)
ONE_WEEK = timedelta(days=7)
LONGEST_DAY = 10


def find_week(said: str) -> date:
    """The Monday of the week that the named day is in; NotFound for what is no day of ours."""
    try:
        day = date.fromisoformat(said)
    except ValueError as error:
        raise NotFound("there is no such week: write its Monday, like 2026-11-16") from error
    if not FIRST <= day <= LAST:
        raise NotFound("there is no such week")
    return find_monday(day)


async def _find_monday(monday: Annotated[str, Path(max_length=LONGEST_DAY)]) -> date:
    return find_week(monday)


Monday = Annotated[date, Depends(_find_monday)]
