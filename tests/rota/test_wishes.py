"""Why somebody who was wished for is not on a shift."""

from __future__ import annotations

import pytest
from tests.rota.weeks import make_shift, make_time_off, make_week

from belfry.rota.explaining.outcomes import list_passed_wishes
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota
from belfry.rota.shifts import Shift


def tell(shifts: list[Shift], rota: Rota) -> list[str]:
    off = [make_time_off("Ben", "Fri")]
    placed = Placed(make_week(shifts, ["Ana", "Ben", "Cleo"], time_off=off), rota)
    return [wish.words for wish in list_passed_wishes(placed, shifts[0])]


@pytest.mark.parametrize(
    "shift, people, told",
    [
        pytest.param(
            make_shift("Fri 09:00-17:00", wishes=["Ben"]),
            (),
            ["Ben is wished for but is off on 20 November"],
            id="a wish against a rule",
        ),
        pytest.param(
            make_shift("Fri 09:00-17:00", pins=["Zoe", "Ben"], headcount=2),
            (),
            [
                "Zoe is pinned to it but is not on the staff list",
                "Ben is pinned to it but is off on 20 November",
            ],
            id="a pin for nobody we know",
        ),
        pytest.param(
            make_shift("Fri 09:00-17:00", pins=["Ana", "Cleo"]),
            ("Ana",),
            ["Cleo is pinned to it but it needs 1 person only"],
            id="more pins than places",
        ),
        pytest.param(
            make_shift("Fri 09:00-17:00", wishes=["Ana"]),
            ("Cleo",),
            ["Ana is wished for but is not on it"],
            id="a wish that somebody overruled",
        ),
        pytest.param(make_shift("Fri 09:00-17:00", wishes=["Ana"]), ("Ana",), [], id="a wish kept"),
    ],
)
def test_passed_wish_says_why(shift: Shift, people: tuple[str, ...], told: list[str]) -> None:
    assert tell([shift], {shift.id: people}) == told


def test_what_was_placed_later_is_not_the_reason() -> None:
    pinned = make_shift("Sat 09:00-17:00", pins=["Ana", "Ben"])
    first = make_shift("Sat 06:00-14:00", pins=["Ana"])
    wished = make_shift("Fri 15:00-23:00", wishes=["Ana"])
    rota = {first.id: ("Ana",), wished.id: ("Ana",)}
    assert tell([pinned, first, wished], rota) == [
        "Ana is pinned to it but has Saturday 06:00-14:00 at the same time",
        "Ben is pinned to it but is not on it",
    ]
