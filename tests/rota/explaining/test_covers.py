"""Who may take a shift over."""

from __future__ import annotations

import pytest
from tests.rota.weeks import make_member, make_shift, make_time_off, make_week

from belfry.kernel.errors import InputError, NotFound
from belfry.rota.explaining.covers import Cover, Covers, find_covers
from belfry.rota.rules.placed import Placed

WEEK = make_week(
    [make_shift("Fri 14:00-22:00", id="asked", headcount=2), "Sat 07:00-15:00", "Mon 09:00-17:00"],
    ["Ana", "Ben", "Cleo", make_member("Dov", 0), "Eve", "Finn", "Gus"],
    time_off=[make_time_off("Finn", "Fri", is_pending=True)],
)
PLACED = Placed(WEEK, {"asked": ("Ana", "Gus"), "s/Sat/0700": ("Ben",), "s/Mon/0900": ("Cleo",)})


def test_covers_are_asked_in_the_order_of_their_turn() -> None:
    assert find_covers(PLACED, "asked", "Ana") == Covers(
        may=(
            Cover("Eve", "Eve is 40 h below the target of 40 h and would have 8 h with it"),
            Cover("Cleo", "Cleo is 32 h below the target of 40 h and would have 16 h with it"),
            Cover("Dov", "Dov has no target and would have 8 h with it"),
        ),
        may_not=(
            Cover("Finn", "Finn has asked for 20 November off, and nobody has answered yet"),
            Cover("Ben", "Ben has Saturday 07:00-15:00: only 9 h after this one, 11 h are needed"),
        ),
    )


def test_open_seat_is_offered_to_everybody_but_those_on_the_shift() -> None:
    covers = find_covers(PLACED, "asked")
    assert covers == find_covers(PLACED, "asked", "Ana")
    assert [cover.name for cover in (*covers.may, *covers.may_not)] == [
        "Eve",
        "Cleo",
        "Dov",
        "Finn",
        "Ben",
    ]


def test_only_whoever_has_a_shift_can_be_covered() -> None:
    with pytest.raises(InputError, match="not Eve"):
        find_covers(PLACED, "asked", "Eve")


def test_shift_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound, match="2026-11-16"):
        find_covers(PLACED, "s/x", "Ana")
