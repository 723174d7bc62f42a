"""Whether a week is laid out with everyone and every gap, and the bars are as long as the hours."""

from __future__ import annotations

from datetime import date

import pytest
from tests.entrypoints.web.pages.cafes import MONDAY, Cafe

from belfry.entrypoints.web.pages.rota.rota_grid import draw_bar, lay_out
from belfry.rota.drafts.open_draft import PersonHours

HOUR = 60
BARS = {
    "below the target": (24, 32, (60, 0, 80)),
    "at the target": (32, 32, (80, 0, 80)),
    "over the target": (40, 30, (75, 25, 75)),
    "nothing yet": (0, 16, (0, 0, 40)),
    "no target": (8, 0, (0, 20, 0)),
}


@pytest.mark.parametrize("placed, target, drawn", BARS.values(), ids=BARS)
def test_bar_is_as_long_as_the_hours(placed: int, target: int, drawn: tuple[int, int, int]) -> None:
    bar = draw_bar(PersonHours("Ana", placed * HOUR, target * HOUR, 40 * HOUR), 40 * HOUR)
    assert bar == drawn


def test_bars_of_a_team_without_hours_are_empty() -> None:
    assert draw_bar(PersonHours("Ana", 0, 0, 0), 0).filled == 0


def test_grid_has_every_place_once_and_everybody_in_order(cafe: Cafe) -> None:
    cafe.draft()
    view = cafe.app.services.rota.drafts.show_week(MONDAY)
    grid = lay_out(view)
    assert [row.name for row in grid.rows] == ["Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel"]
    assert grid.days == [date(2026, 11, day) for day in range(23, 30)]
    placed = sum(len(cell) for row in grid.rows for cell in row.cells)
    assert placed == sum(len(line.people) for line in cafe.lines().values())
    assert not grid.has_open


def test_grid_shows_whoever_has_left_the_staff_list(cafe: Cafe) -> None:
    cafe.draft()
    view = cafe.app.services.rota.drafts.show_week(MONDAY)
    known = tuple(person for person in view.people if person.name != "Ben Shaw")
    grid = lay_out(
        type(view)(
            monday=MONDAY, head=None, draft=None, published=None, days=view.days, people=known
        )
    )
    assert [(row.name, row.bar is None) for row in grid.rows][-1] == ("Ben Shaw", True)


def test_open_row_has_the_gaps_and_what_is_held(cafe: Cafe) -> None:
    sheet = "rota/week-2026-11-23.csv"
    cafe.edit_file(sheet, "opening,2,,,", "opening,4,,,")
    cafe.edit_file(sheet, "cook,,1,,,\nthu", "cook,,1,Dev Patel,yes,yes\nthu")
    cafe.draft()
    grid = lay_out(cafe.app.services.rota.drafts.show_week(MONDAY))
    assert cafe.lines()["wed-kitchen"].people == ("Dev Patel",)
    named = [[card.line.shift_id for card in cell] for cell in grid.open]
    assert named == [[], [], ["wed-kitchen"], [], [], ["sat-open"], []]
